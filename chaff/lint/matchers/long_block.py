"""Flags fences and tables so long that they are reference, not instruction."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.blocks import NO_PARENT, Block, Document
from chaff.lint.finding import Match, match_block
from chaff.lint.matchers.common import excused
from chaff.shapes.detect import LongBlockDetect


def flag(document: Document, detect: LongBlockDetect) -> Iterator[Match]:
    """Yield the fences and tables that have at least so many lines or rows."""
    for block in document.blocks:
        if block.parent != NO_PARENT or not _long(document, block, detect):
            continue
        if not excused(block, detect.unless, detect.unless_under):
            yield match_block(document, block, fixable=True)


def _long(document: Document, block: Block, detect: LongBlockDetect) -> bool:
    match block.kind:
        case "code":
            return block.end_line - block.line - 1 >= detect.min_code_lines
        case "table":
            rows = document.blocks[block.index + 1 : document.after(block.index)]
            return sum(row.kind == "table_row" for row in rows) >= detect.min_table_rows
        case _:
            return False
