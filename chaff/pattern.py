r"""RE2 over text of any kind: compiled once, linear in time, deaf to lone surrogates.

`\pL` and `\pN` make a pattern slow to compile (a tenth of a second where they are repeated), and
most text holds no letters beyond ASCII. So plain text is matched with a twin of the pattern in
which they are `a-zA-Z` and `0-9`: there the two give the same answer.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

import re2

from chaff.errors import BadInputError

_CLASSES: Final = {"L": "a-zA-Z", "N": "0-9"}
_UNTOUCHED: Final = (r"\Q", r"\A", r"\z", "(?-", "(?^")
"""Syntax that keeps a pattern from being screened over many lines at once."""
_FLAGS_OFF: Final = re.compile(r"\(\?[a-zA-Z]*-")
_LETTERS: Final = r"\\p(?:\{([LN])\}|([LN]))|\\."
_OUTSIDE: Final = re.compile(_LETTERS + r"|(\[\^?\]?)|.", re.DOTALL)
_INSIDE: Final = re.compile(_LETTERS + r"|\[:\^?[a-z]+:\]|(\])|.", re.DOTALL)
"""Tokens outside and inside of brackets; the last group is what changes between the two."""


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
    return _for(pattern, text).search(_encoded(text)) is not None


def matches_whole(pattern: str, text: str) -> bool:
    """Tell whether `pattern` matches all of `text`.

    Raises BadInputError if it is no pattern.
    """
    return _for(pattern, text).fullmatch(_encoded(text)) is not None


def groups_in(pattern: str, text: str) -> tuple[str, ...]:
    """Return what the first group of `pattern` matched, at each place of `text`, in order.

    Raises BadInputError if it is no pattern, or has no group.
    """
    compiled = _for(pattern, text)
    if not compiled.groups:
        raise BadInputError(f"pattern {pattern!r} has no group", remedy="put one around the part")
    found = (match.group(1) for match in compiled.finditer(_encoded(text)))
    return tuple(part.decode(errors="replace") for part in found if part is not None)


def which_found_in(patterns: tuple[str, ...], text: str) -> list[int]:
    """Return the places of those `patterns` that match anywhere in `text`, in order.

    All are searched in one pass. Raises BadInputError if one is no pattern, or there are too many.
    """
    return sorted(_set_of(patterns).Match(_encoded(text)) or ())


def may_match_line(pattern: str, lines: str) -> bool:
    """Tell whether `pattern` could match one of some plain lines, each taken as a text.

    Never says no where `found_in` would say yes of a line. Raises BadInputError if it is no
    pattern.
    """
    if any(sign in pattern for sign in _UNTOUCHED) or _FLAGS_OFF.search(pattern):
        return True
    return _of(f"(?m:{_twin(pattern)})", pattern).search(_encoded(lines)) is not None


def is_plain(text: str) -> bool:
    """Tell whether text has letters and digits of ASCII only; other signs do not matter."""
    return text.isascii() or all(map(_is_plain_char, set(text)))


@lru_cache(maxsize=1024)
def _is_plain_char(char: str) -> bool:
    return char.isascii() or unicodedata.category(char)[0] in "PSZ"


def _for(pattern: str, text: str) -> Any:
    return _of(_twin(pattern) if is_plain(text) else pattern, pattern)


def _of(form: str, pattern: str) -> Any:
    """Return the compiled form of a pattern, or complain of the pattern itself."""
    compiled = _compiled(form)
    if isinstance(compiled, str):
        require_valid(pattern)
        compiled = _compiled(pattern)
    return compiled


@lru_cache(maxsize=4096)
def _twin(pattern: str) -> str:
    r"""Return the pattern for plain text: `\pL` and `\pN` as the classes of ASCII."""
    if r"\p" not in pattern or r"\Q" in pattern:
        return pattern
    parts: list[str] = []
    at, inside = 0, False
    while token := (_INSIDE if inside else _OUTSIDE).match(pattern, at):
        if name := token[1] or token[2]:
            parts.append(_CLASSES[name] if inside else f"[{_CLASSES[name]}]")
        else:
            parts.append(token[0])
        inside ^= token[3] is not None
        at = token.end()
    return "".join(parts)


@lru_cache(maxsize=8192)
def _compiled(pattern: str) -> Any:
    """Return the compiled pattern, or RE2's complaint as a string."""
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(_encoded(pattern), options=options)
    except re2.error as error:
        complaint = error.args[0] if error.args else "unknown fault"
        return complaint.decode(errors="replace") if isinstance(complaint, bytes) else complaint


@lru_cache(maxsize=64)
def _set_of(patterns: tuple[str, ...]) -> Any:
    """Return the patterns, compiled into one."""
    options = re2.Options()
    options.log_errors = False
    compiled = re2.Set.SearchSet(options)
    try:
        for pattern in patterns:
            compiled.Add(_encoded(pattern))
        compiled.Compile()
    except re2.error:
        for pattern in patterns:
            require_valid(pattern)
        raise BadInputError(f"{len(patterns)} patterns are too many for one pass") from None
    return compiled


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")
