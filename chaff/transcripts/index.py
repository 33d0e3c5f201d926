"""What is remembered of transcripts that were read: numbers and digests, never a word."""

from __future__ import annotations

from typing import Final

from chaff.shapes.base import Shape
from chaff.transcripts.detect import Format

VERSION: Final = 1
"""Raised when the reader's idea of a turn changes, so that everything is read again."""


class FileState(Shape, frozen=True, kw_only=True):
    """How far a file was read.

    `offset` bytes and `row` rows are done; `is_open` if nothing ended the last row yet. `head` and
    `tail` are digests of the first and last bytes before the offset: they tell growth from a file
    written anew. `numbers` are the format's own.
    """

    size: int
    mtime_ns: int
    offset: int
    row: int
    is_open: bool
    head: str
    tail: str
    format: Format | None
    numbers: dict[str, int]


class Index(Shape, frozen=True, kw_only=True):
    """The state of each file, by the digest of its path, and the names of the turns that count."""

    version: int
    files: dict[str, FileState]
    names: list[str]


EMPTY: Final = Index(version=VERSION, files={}, names=[])
