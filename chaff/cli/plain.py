"""Small things of the plain-number commands: a file or standard input, a terminal's charset."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from chaff.errors import BadInputError, UsageError
from chaff.shapes.base import Shape

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""What a subcommand adds itself to; argparse has no public name for it."""

_MAX_BYTES: Final = 10_000_000


_ASCII: Final = str.maketrans(
    {
        "█": "#",
        "░": ".",
        "├": "|",
        "┤": "|",
        "─": "-",
        "●": "o",
        "·": ".",
        "┼": "+",
        "┊": ":",
        "−": "-",
        "≥": ">=",
        "≤": "<=",
        "×": "x",
        "–": "-",
    }
)


class Given(Shape, frozen=True, kw_only=True):
    """What was read, and the name to use for it in errors."""

    name: str
    data: bytes


def read_input(argument: str) -> Given:
    """Return a file's bytes, or those of standard input for `-`.

    Raises BadInputError if there is nothing to read, or more than 10 MB.
    """
    name = "standard input" if argument == "-" else _one_line(argument)
    try:
        if argument == "-":
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(argument).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        # ValueError: a path with a null byte.
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInputError(f"cannot be read: {reason}", where=name) from None
    if len(data) > _MAX_BYTES:
        raise BadInputError("is larger than 10 MB", where=name)
    return Given(name=name, data=data)


def _encoding_of(stream: TextIO) -> str:
    """Return a stream's encoding; doit puts one without any in the place of standard output."""
    for candidate in (stream, sys.__stdout__):
        if encoding := getattr(candidate, "encoding", None):
            return str(encoding)
    return "ascii"


def ascii_only(stream: TextIO) -> bool:
    """Tell whether a stream cannot show bars and mathematical signs."""
    try:
        "".join(map(chr, _ASCII)).encode(_encoding_of(stream))
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def to_ascii(line: str) -> str:
    """Return a line with signs that any terminal can show."""
    return line.translate(_ASCII)


def number(text: str, option: str, *, least: float, most: float) -> float:
    """Return an option's number, or raise UsageError if it is none from `least` to `most`."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise UsageError(f"{option} {text!r} is no number from {least:.9g} to {most:.9g}")
    return value


def whole_number(text: str, option: str, *, least: int, most: int) -> int:
    """Return an option's whole number, or raise UsageError."""
    value = number(text, option, least=least, most=most)
    if value != int(value):
        raise UsageError(f"{option} {text!r} is no whole number")
    return int(value)


def _one_line(path: str) -> str:
    return path if path.isprintable() else repr(path)
