"""The outline of a file, and what it must be once some findings are fixed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from chaff.lint.finding import Match
from chaff.lint.markdown.blocks import Block, Document
from chaff.shapes.detect import DeleteBlock, Fix

Outline: TypeAlias = tuple[int, str, int, str]
"""A block's depth, kind, heading level and text."""


def outline(block: Block) -> Outline:
    """Return what must stay the same of a block that is not fixed."""
    return (block.depth, block.kind, block.level, block.text)


def expected(document: Document, chosen: tuple[Match, ...], how: Fix) -> Iterator[Outline]:
    """Yield the outline that the fixed file must have."""
    starts = {match.first: match for match in chosen}
    gone = {index for match in chosen for index in range(match.first, match.stop)}
    gone |= _emptied_lists(document, gone)
    for block in document.blocks:
        if block.index in starts and not isinstance(how, DeleteBlock):
            yield (0, "paragraph", 0, how.pointer.strip())
        if block.index not in gone:
            yield outline(block)


def _emptied_lists(document: Document, gone: set[int]) -> set[int]:
    """Return the lists of which no item is left."""
    items: dict[int, bool] = {}
    for block in document.blocks:
        if block.kind == "list_item":
            items[block.parent] = items.get(block.parent, True) and block.index in gone
    return {parent for parent, empty in items.items() if empty}
