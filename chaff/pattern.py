r"""RE2 over text of any kind: compiled once, linear in time, deaf to lone surrogates.

`\pL` and `\pN` make a pattern slow to compile (a tenth of a second where they are repeated), and
most text holds no letters beyond ASCII. So plain text is matched with a twin of the pattern in
which they are `a-zA-Z` and `0-9`: there the two give the same answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import re2

from chaff.errors import BadInputError
from chaff.lazy import lazy

_CLASSES: Final = {"L": "a-zA-Z", "N": "0-9"}
_BEYOND: Final = r"\x{80}-\x{10ffff}"
_UNTOUCHED: Final = (r"\Q", r"\A", r"\z", "(?-", "(?^")
"""Syntax that keeps a pattern from being screened over many lines at once."""
_FLAGS_OFF: Final = lazy(r"\(\?[a-zA-Z]*-")
_LETTERED: Final = lazy(r"\\[pPWQ]")
"""What makes it matter whether a text is plain."""
_LETTERS: Final = lazy(r"\\p(?:\{([LN])\}|([LN]))|\\.", re.DOTALL)
_PIECES: Final = lazy(
    r"\\p(?:[LN]|\{[LN]\})|\\.|\[\^?\]?(?:\\.|\[:\^?[a-z]+:\]|[^\\\]])*\]?", re.DOTALL
)
"""What may have to be rewritten: escapes, and brackets as a whole."""
_NEGATED: Final = lazy(r"\[\^\]?(?:\\[^p]|\[:\^?[a-z]+:\]|[^\\\]])*\\p", re.DOTALL)
"""A bracket that holds all but some letters."""
_ESCAPES: Final = lazy(r"\\.", re.DOTALL)
_WITHOUT_END: Final = {r"\s": r"[\t\f\r ]", r"\W": r"[^0-9A-Za-z_\n]", r"\D": r"[^0-9\n]"}
_WITHOUT_END_INSIDE: Final = {r"\s": r"\t\f\r "}
"""Classes that hold the line end, without it."""


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
    return _search(pattern, text)


def any_found_in(patterns: Sequence[str], text: str) -> bool:
    """Tell whether one of the patterns matches somewhere in `text`.

    Raises BadInputError if one of them is no pattern.
    """
    if not patterns:
        return False
    try:
        return _search(_joined(tuple(patterns)), text)
    except BadInputError:
        _require_each(patterns)
        raise


def matching(patterns: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return the places of those texts in which one of the patterns matches somewhere.

    Raises BadInputError if one of the patterns is no pattern.
    """
    plain: list[int] = []
    found: list[int] = []
    for place, text in enumerate(texts):
        if "\n" not in text and is_plain(text):
            plain.append(place)
        elif any_found_in(patterns, text):
            found.append(place)
    if plain:
        lines = "\n".join([texts[place] for place in plain])
        found += [plain[number] for number in matching_lines(patterns, lines)]
    return sorted(found)


def matching_lines(patterns: Sequence[str], lines: str) -> list[int]:
    """Return the numbers (from 0) of those lines in which one of the patterns matches somewhere.

    The lines are plain, and each is taken as a text. All are searched at once: most patterns match
    nothing in most files, and asking RE2 takes longer than its answer.
    Raises BadInputError if one of the patterns is no pattern.
    """
    if not patterns:
        return []
    pattern = _joined(tuple(patterns))
    form = _by_line(pattern)
    if not form:
        texts = enumerate(lines.split("\n"))
        return [number for number, text in texts if any_found_in(patterns, text)]
    try:
        compiled = _of(form, pattern)
    except BadInputError:
        _require_each(patterns)
        raise
    text = _encoded(lines)
    numbers: list[int] = []
    at = number = 0
    while at <= len(text) and (found := compiled.search(text, at)):
        start, end = found.span()
        number += text.count(b"\n", at, start)
        stop = text.find(b"\n", start)
        stop = len(text) if stop < 0 else stop
        # What goes on over the end of a line says nothing of the line alone.
        if end <= stop or compiled.search(text[text.rfind(b"\n", 0, start) + 1 : stop]):
            numbers.append(number)
        at, number = stop + 1, number + 1
    return numbers


def _require_each(patterns: Sequence[str]) -> None:
    for pattern in patterns:
        require_valid(pattern)


@lru_cache(maxsize=1024)
def _joined(patterns: tuple[str, ...]) -> str:
    """Return the pattern that matches where one of these does."""
    if len(patterns) == 1:
        return patterns[0]
    return "|".join([f"(?:{pattern})" for pattern in patterns])


def matches_whole(pattern: str, text: str) -> bool:
    """Tell whether `pattern` matches all of `text`.

    Raises BadInputError if it is no pattern.
    """
    form = _twin(pattern) if is_plain(text) else pattern
    return _of(form, pattern).fullmatch(_encoded(text)) is not None


def groups_in(pattern: str, text: str) -> tuple[str, ...]:
    """Return what the first group of `pattern` matched, at each place of `text`, in order.

    Raises BadInputError if it is no pattern, or has no group.
    """
    form = _twin(pattern) if is_plain(text) else pattern
    compiled = _of(form, pattern, groups=True)
    if not compiled.groups:
        raise BadInputError(f"pattern {pattern!r} has no group", remedy="put one around the part")
    found = (match.group(1) for match in compiled.finditer(_encoded(text)))
    return tuple(part.decode(errors="replace") for part in found if part is not None)


def which_found_in(patterns: tuple[str, ...], text: str) -> list[int]:
    """Return the places of those `patterns` that match anywhere in `text`, in order.

    All are searched in one pass. Raises BadInputError if one is no pattern, or there are too many.
    """
    return sorted(_set_of(patterns).Match(_encoded(text)) or ())


def is_plain(text: str) -> bool:
    """Tell whether text has letters and digits of ASCII only; other signs do not matter."""
    return text.isascii() or _all_plain(text)


@lru_cache(maxsize=1024)
def _all_plain(text: str) -> bool:
    return all(map(_is_plain_char, set(text)))


@lru_cache(maxsize=1024)
def _is_plain_char(char: str) -> bool:
    return char.isascii() or unicodedata.category(char)[0] in "PSZ"


def _search(pattern: str, text: str) -> bool:
    if is_plain(text) or not _LETTERED.search(pattern):
        form = _by_line(pattern) if "\n" not in text else ""
        compiled = _of(form or _twin(pattern), pattern)
    else:
        wide = _wide(pattern)
        if wide and _of(wide, pattern).search(_encoded(text)) is None:
            return False
        compiled = _of(pattern, pattern)
    return compiled.search(_encoded(text)) is not None


@lru_cache(maxsize=4096)
def _by_line(pattern: str) -> str:
    """Return a pattern that finds in plain lines what the pattern finds in each; '' if none does.

    Nothing in it matches a line end, as far as that can be: else what is found in a line could go
    on to the end of the file. A text of one line is searched with it, too, so that it is the only
    form to be compiled.
    """
    if any(sign in pattern for sign in _UNTOUCHED) or _FLAGS_OFF.search(pattern):
        return ""
    return f"(?m:{_PIECES.sub(_without_end, _twin(pattern))})"


def _without_end(piece: re.Match[str]) -> str:
    """Return an escape or a bracket that does not match a line end."""
    text = piece[0]
    if text.startswith("[^]"):
        return rf"[^\n\]{text[3:]}"
    if text.startswith("[^"):
        return rf"[^\n{text[2:]}"
    if text.startswith("["):
        return _ESCAPES.sub(lambda one: _WITHOUT_END_INSIDE.get(one[0], one[0]), text)
    return _WITHOUT_END.get(text, text)


def _of(form: str, pattern: str, *, groups: bool = False) -> Any:
    """Return the compiled form of a pattern, or complain of the pattern itself."""
    compiled = _compiled(form, groups=groups)
    if isinstance(compiled, str):
        require_valid(pattern)
        compiled = _compiled(pattern, groups=groups)
    return compiled


@lru_cache(maxsize=4096)
def _twin(pattern: str) -> str:
    r"""Return the pattern for plain text: `\pL` and `\pN` as the classes of ASCII."""
    return _rewritten(pattern, _CLASSES)


@lru_cache(maxsize=4096)
def _wide(pattern: str) -> str:
    r"""Return a pattern that matches wherever this one does, or '' if there is nothing to gain.

    `\pL` and `\pN` as all that is not ASCII: that compiles at once. A class that is negated
    would match less, not more.
    """
    if r"\p" not in pattern or r"\P" in pattern or _NEGATED.search(pattern):
        return ""
    return _rewritten(pattern, {name: f"{plain}{_BEYOND}" for name, plain in _CLASSES.items()})


def _rewritten(pattern: str, classes: Mapping[str, str]) -> str:
    if r"\p" not in pattern or r"\Q" in pattern:
        return pattern

    def rewritten(piece: re.Match[str]) -> str:
        inside = piece[0].startswith("[")
        return _LETTERS.sub(partial(_as_class, classes, inside), piece[0])

    return _PIECES.sub(rewritten, pattern)


def _as_class(classes: Mapping[str, str], inside: bool, escape: re.Match[str]) -> str:  # noqa: FBT001 - for partial
    name = escape[1] or escape[2]
    if not name:
        return escape[0]
    return classes[name] if inside else f"[{classes[name]}]"


@lru_cache(maxsize=8192)
def _compiled(pattern: str, *, groups: bool = True) -> Any:
    """Return the compiled pattern, or RE2's complaint as a string.

    Without groups a match is found faster.
    """
    options = re2.Options()
    options.never_capture = not groups
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
