"""How a failed attempt is treated: asked again, waited for, or the end of the run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from chaff.shapes.answer import read_date
from chaff.shapes.base import Shape

MAX_ATTEMPTS: Final = 6
"""A turn is asked at most this often."""
MAX_WAIT_SECONDS: Final = 600.0
"""Asked to wait for longer, the run stops and says when to come back."""
MAX_IN_A_ROW: Final = 8
"""So many failures one after the other, without an answer between them, stop the run."""

_FIRST_BACKOFF: Final = 0.25
_LONGEST_BACKOFF: Final = 60.0
_SECONDS: Final = re.compile(r"\d{1,12}(\.\d{1,9})?", re.ASCII)


class Failed(Shape, frozen=True, kw_only=True):
    """An attempt without an answer: never a score, the cell stays owed.

    `again`: worth another attempt. `busy`: the same, and the server is well, only at its limit.
    `stop`: no attempt can succeed until someone acts. `auth`: the same, for want of a valid key.
    """

    kind: Literal["again", "busy", "stop", "auth"]
    problem: str
    remedy: str = ""
    maybe_billed: bool = False
    """The model may have answered, so the worst case stays held."""
    wait: float | None = None
    """Seconds that the server asked to wait; None where it said nothing usable."""


def requested_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that `retry-after-ms` and `retry-after` ask for, the longer of both.

    Seconds, with or without fraction, and the three date forms of RFC 9110 are understood. What is
    malformed, negative or past returns None: the caller's own backoff applies.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    waits = (
        None if milliseconds is None else milliseconds / 1000,
        _seconds(headers.get("retry-after", "")),
        _until(headers.get("retry-after", ""), now),
    )
    return max((wait for wait in waits if wait is not None), default=None)


def backoff(attempt: int, key: str) -> float:
    """Return the runner's own wait after a failed attempt: 0.25, 0.5, 1, … at most 60 s.

    The first is short, since most refusals are passing; an outage is outlasted by the pauses
    between probes (`cells`). Up to a quarter is added.

    The extra is drawn from the key's hash, so that calls which failed together do not return
    together, and a test sees the same waits every time.
    """
    drawn = int.from_bytes(hashlib.sha256(f"{key} {attempt}".encode()).digest()[:4])
    plain: float = min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0 ** (attempt - 1))
    return plain * (1 + drawn / 2**34)


def _seconds(text: str) -> float | None:
    stripped = text.strip()
    return float(stripped) if _SECONDS.fullmatch(stripped) else None


def _until(text: str, now: datetime) -> float | None:
    seconds = seconds_until(text, now)
    return seconds if seconds is not None and seconds > 0 else None


def seconds_until(text: str, now: datetime) -> float | None:
    """Return how far the date of a header lies ahead of `now`; None if it is no date."""
    then = read_date(text)
    return None if then is None else (then - now).total_seconds()
