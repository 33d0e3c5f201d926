"""Counts what files held and in how many nobody was heard, by the program that wrote them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

LEAST_ROWS: Final = 5
"""Fewer rows are no conversation that one could have missed."""


class Census(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """What was read of a program's conversations, those that a program held left out."""

    files: int = 0
    silent: int = 0
    """Files with rows enough, in which no person was heard."""
    rows: int = 0
    unknown: int = 0
    """Rows of a kind that the reader does not know, or that are none."""

    def add(self, other: Census) -> None:
        """Add another count to this one."""
        self.files += other.files
        self.silent += other.silent
        self.rows += other.rows
        self.unknown += other.unknown


def census_of(path: Path, *, by_program: bool, rows: int, words: int, unknown: int) -> Census:
    """Return the count of one file, or of what it has grown by; empty if no person is meant."""
    is_aside = "subagents" in path.parts or path.name.startswith("agent-")
    if is_aside or (by_program and not words) or rows < LEAST_ROWS:
        return Census()
    return Census(files=1, silent=not words, rows=rows, unknown=min(unknown, rows))


def total(counts: Iterable[Census]) -> Census:
    """Return the sum of some counts."""
    found = Census()
    for count in counts:
        found.add(count)
    return found
