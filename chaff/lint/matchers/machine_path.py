"""Flags blocks that name a path in somebody's home."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.blocks import Document
from chaff.lint.finding import Match
from chaff.lint.place import Place
from chaff.shapes.detect import MachinePathDetect


def flag(document: Document, detect: MachinePathDetect, place: Place) -> Iterator[Match]:
    """Yield nothing yet."""
    yield from ()
