"""Text as a terminal shows it: nothing that could steer it, everything aligned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

TAB: Final = 4
_HIDDEN: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return text that cannot steer a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _HIDDEN for char in text)


def widths(text: str) -> Iterator[tuple[str, int]]:
    """Yield what is shown for each character, and how many columns it takes up.

    Tabs become spaces, what could steer the terminal a replacement character; combining marks
    take up no column, wide characters two.
    """
    column = 0
    for char in text:
        if char == "\t":
            shown, width = " " * (TAB - column % TAB), TAB - column % TAB
        elif not char.isprintable():
            shown, width = _HIDDEN, 1
        else:
            shown, width = char, 1 if char.isascii() else _width(char)
        column += width
        yield shown, width


def underlined(line: str, start: int, most: int, stop: int | None = None) -> tuple[str, str]:
    """Return a line as shown, at most `most` columns of it, and its underline.

    The line is underlined from its character `start` (from 0) to `stop`, or to its end.
    """
    end = len(line) if stop is None else stop
    shown: list[str] = []
    marks: list[str] = []
    column = 0
    for index, (char, width) in enumerate(widths(line.rstrip())):
        if column + width > most:
            shown.append("…")
            break
        shown.append(char)
        marks.append(("^" if start <= index < end else " ") * width)
        column += width
    return "".join(shown), "".join(marks)


def _width(char: str) -> int:
    import unicodedata

    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
