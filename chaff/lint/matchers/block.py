"""Flags whole blocks by their own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lazy import lazy
from chaff.lint.finding import Match, match_block
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.markdown.spans import without_code
from chaff.lint.matchers.common import excused, found, matching
from chaff.shapes.detect import BlockDetect

_SIMPLE: Final = lazy(r"`[^`\n]*`")


def flag(document: Document, detect: BlockDetect) -> Iterator[Match]:
    """Yield the blocks that say what the detection looks for."""
    form = None if detect.code == "kept" else emptied
    for block in matching(document, detect.blocks, detect.any, form):
        nested = document.has_nested(block.index)
        if (
            not (nested and detect.nested == "skip")
            and not excused(block, detect.unless, detect.unless_under)
            and not any(found(detect.unless_lead, lead) for lead in leads(document, block))
        ):
            yield match_block(document, block, fixable=not nested)


def emptied(text: str) -> str:
    """Return a text in which code spans are empty; none goes on over the end of a line."""
    if "``" not in text:
        return _SIMPLE.sub("``", text)
    return "\n".join([without_code(line) if "`" in line else line for line in text.split("\n")])


def leads(document: Document, block: Block) -> Iterator[str]:
    """Yield the words that lead to a block and to what it stands in, the nearest first.

    They are those of the paragraph just before, and of the items around.
    """
    here = block
    while True:
        if here.kind != "list_item" and (before := _before(document, here)):
            yield before
        if here.parent == NO_PARENT:
            return
        here = document.blocks[here.parent]
        if here.kind == "list_item":
            yield here.text


def _before(document: Document, block: Block) -> str:
    """Return the words of the paragraph next to a block, '' if there is none."""
    if not block.index:
        return ""
    other = document.blocks[block.index - 1]
    while block.parent not in (other.parent, other.index):
        other = document.blocks[other.parent]
    return other.text if other.parent == block.parent and other.kind == "paragraph" else ""
