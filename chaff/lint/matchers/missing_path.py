"""Stand-in until its owner writes it."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.blocks import Document
from chaff.lint.finding import Match
from chaff.lint.place import Place
from chaff.shapes.detect import MissingPathDetect


def flag(document: Document, detect: MissingPathDetect, place: Place) -> Iterator[Match]:
    """Yield nothing yet."""
    yield from ()
