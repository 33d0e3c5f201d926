"""Flags whole blocks by their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chaff.lint.blocks import Document
from chaff.lint.finding import Match, match_block
from chaff.lint.matchers.common import blocks_of, excused, found
from chaff.shapes.detect import BlockDetect

_CODE: Final = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")


def flag(document: Document, detect: BlockDetect) -> Iterator[Match]:
    """Yield the blocks that say what the detection looks for."""
    for block in blocks_of(document, detect.blocks):
        nested = document.has_nested(block.index)
        if nested and detect.nested == "skip":
            continue
        text = block.text if detect.code == "kept" else without_code(block.text)
        if found(detect.any, text) and not excused(block, detect.unless, detect.unless_under):
            yield match_block(document, block, fixable=not nested)


def without_code(text: str) -> str:
    """Return a text in which code spans are empty."""
    return _CODE.sub("``", text)
