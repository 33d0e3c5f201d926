"""RE2 over text of any kind: compiled once, linear in time, deaf to lone surrogates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from chaff.errors import BadInputError


def require_valid(pattern: str, *, where: str = "") -> None:
    """Raise BadInputError, naming `where`, unless RE2 takes the pattern."""
    compiled = _compiled(pattern)
    if isinstance(compiled, str):
        raise BadInputError(
            f"pattern {pattern!r} is not RE2: {compiled}",
            where=where,
            remedy="RE2 has no look-around and no back-references",
        )


def is_valid(pattern: str) -> bool:
    """Tell whether RE2 takes the pattern."""
    return not isinstance(_compiled(pattern), str)


def found_in(pattern: str, text: str) -> bool:
    """Tell whether `pattern` matches anywhere in `text`.

    Raises BadInputError if it is no pattern.
    """
    require_valid(pattern)
    return _compiled(pattern).search(_encoded(text)) is not None


def matches_whole(pattern: str, text: str) -> bool:
    """Tell whether `pattern` matches all of `text`.

    Raises BadInputError if it is no pattern.
    """
    require_valid(pattern)
    return _compiled(pattern).fullmatch(_encoded(text)) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> Any:
    """Return the compiled pattern, or RE2's complaint as a string."""
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(_encoded(pattern), options=options)
    except re2.error as error:
        complaint = error.args[0] if error.args else "unknown fault"
        return complaint.decode(errors="replace") if isinstance(complaint, bytes) else complaint


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")
