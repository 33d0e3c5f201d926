"""Finds the headings that a fix leaves with nothing under them: a person decides about those.

A fix deletes what was flagged and no more, so that what an experiment measured is what it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chaff.lint.markdown.blocks import NO_PARENT, Block, Document


def emptied(before: Document, after: Document) -> Iterator[tuple[int, str]]:
    """Yield line (from 1, in `after`) and text of the headings that only now stand over nothing.

    Of a file in which nothing is left at all, the first line and ''.
    """
    if before.blocks and not after.blocks:
        yield 1, ""
    were = Counter(heading.text for heading in _bare(before))
    for heading in _bare(after):
        if were[heading.text]:
            were[heading.text] -= 1
        else:
            yield heading.line, heading.text


def _bare(document: Document) -> Iterator[Block]:
    """Yield the headings that the end of the file follows, or one that ends their section."""
    blocks = document.blocks
    for block in blocks:
        if block.kind != "heading" or block.parent != NO_PARENT:
            continue
        below = blocks[block.index + 1] if block.index + 1 < len(blocks) else None
        if below is None or (below.kind == "heading" and below.level <= block.level):
            yield block
