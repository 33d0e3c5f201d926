"""Finds the words that lead to a block."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.markdown.blocks import NO_PARENT, Block, Document


def introduction(document: Document, block: Block) -> Block | None:
    """Return the paragraph right before a block, if a colon at its end says what comes."""
    for index in range(block.index - 1, -1, -1):
        before = document.blocks[index]
        if before.depth <= block.depth:
            introduces = before.kind == "paragraph" and before.text.rstrip("*_ ").endswith(":")
            return before if before.depth == block.depth and introduces else None
    return None


def leads_to(document: Document, block: Block) -> Iterator[str]:
    """Yield what stands over a block: items above, a table's head, a paragraph with a colon."""
    above = block
    while True:
        if above.kind == "list_item" and above is not block:
            yield above.text
        if above.kind == "table":
            yield document.blocks[above.index + 1].text
        if above.kind in ("list", "table") and (words := introduction(document, above)):
            yield words.text
        if above.parent == NO_PARENT:
            return
        above = document.blocks[above.parent]
