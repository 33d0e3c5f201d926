"""The yes without which nothing is spent: on the command line, or typed at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, TextIO

from chaff.errors import NoConsent

Ask = Callable[[str], str]

_REMEDY: Final = "add --yes, or say yes on a terminal"


def require_consent(price: str, *, yes: bool, ask: Ask | None) -> None:
    """Return if somebody said yes; raises NoConsent otherwise, or where nobody can be asked.

    `price` says what the yes is about, e.g. `about $0.11 (at most $0.14)`.
    """
    if yes:
        return
    if ask is None:
        raise NoConsent("nobody said yes, so nothing was asked", remedy=_REMEDY)
    try:
        answer = ask(f"Ask the model, for {price}? Type yes: ")
    except EOFError:
        answer = ""
    if answer.strip().lower() != "yes":
        raise NoConsent("the answer was not yes, so nothing was asked", remedy=_REMEDY)


def terminal_ask(out: TextIO) -> Ask | None:
    """Return a way to ask the person at the terminal; None where there is nobody."""
    return input if sys.stdin is not None and sys.stdin.isatty() and out.isatty() else None
