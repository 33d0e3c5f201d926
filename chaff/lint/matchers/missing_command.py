"""Stand-in until its owner writes it."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.blocks import Document
from chaff.lint.finding import Match
from chaff.lint.place import Place
from chaff.shapes.detect import MissingCommandDetect


def flag(document: Document, detect: MissingCommandDetect, place: Place) -> Iterator[Match]:
    """Yield nothing yet."""
    yield from ()
