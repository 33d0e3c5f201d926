"""Flags the later copies of a block that says word for word what an earlier one says."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.blocks import Document
from chaff.lint.finding import Match, match_block
from chaff.lint.matchers.common import blocks_of, excused
from chaff.shapes.detect import RepeatedBlockDetect


def flag(document: Document, detect: RepeatedBlockDetect) -> Iterator[Match]:
    """Yield each block whose words stood in the file before."""
    first: dict[str, int] = {}
    for block in blocks_of(document, detect.blocks):
        words = block.text.casefold().split()
        if len(words) < detect.min_words or document.has_nested(block.index):
            continue
        line = first.setdefault(" ".join(words), block.line)
        if line != block.line and not excused(block, detect.unless, detect.unless_under):
            yield match_block(document, block, fixable=True, detail=f"as on line {line}")
