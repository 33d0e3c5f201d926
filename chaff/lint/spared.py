"""Tells which findings a fix leaves alone for the sake of what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chaff.lazy import lazy
from chaff.lint.blocks import NO_PARENT, Block, Document
from chaff.lint.finding import Match
from chaff.lint.leads import introduction

_COMMENT: Final = b"<!--"
_STARTS: Final = lazy(r"<!--(?:[^>]*[^a-z>])?(?:start|begin)(?![a-z])", re.IGNORECASE)
_STOPS: Final = lazy(r"<!--(?:[^>]*[^a-z>])?(?:end|(?:toc)?stop)(?![a-z])", re.IGNORECASE)


def generated(document: Document) -> tuple[tuple[int, int], ...]:
    """Return first and last lines, from 1, of what stands between a comment of a start and an end.

    Some tool writes that anew, or looks for it: an edit there is undone or does harm.
    """
    if _COMMENT not in document.lines.data:
        return ()
    spans: list[tuple[int, int]] = []
    start: Block | None = None
    for block in document.blocks:
        if block.kind != "html":
            continue
        if start and _STOPS.search(block.text):
            spans.append((start.line, block.end_line))
            start = None
        elif not start and _STARTS.search(block.text):
            start = block
    return tuple(spans)


def dangling(document: Document, matches: Sequence[Match]) -> frozenset[int]:
    """Return the first blocks of those whose deletion would leave words that announce nothing.

    That are all items of a list, or a paragraph, which words with a colon at their end lead to.
    """
    gone = {match.first for match in matches}
    left: set[int] = set()
    for owner, members in _members(document, gone):
        if members <= gone and _is_announced(document, owner):
            left |= members
    return frozenset(left)


def _members(document: Document, gone: set[int]) -> Iterator[tuple[Block, set[int]]]:
    """Yield what is announced as a whole, with the blocks that it is made of."""
    blocks = document.blocks
    parents = {blocks[index].parent for index in gone if blocks[index].kind == "list_item"}
    items: dict[int, set[int]] = {}
    for block in blocks if parents else ():
        if block.kind == "list_item" and block.parent in parents:
            items.setdefault(block.parent, set()).add(block.index)
    for parent, members in items.items():
        yield blocks[parent], members
    for index in gone:
        if blocks[index].kind == "paragraph":
            yield blocks[index], {index}


def _is_announced(document: Document, block: Block) -> bool:
    if introduction(document, block):
        return True
    if block.parent == NO_PARENT or block.index != block.parent + 1:
        return False
    above = document.blocks[block.parent]
    return above.kind == "list_item" and above.text.rstrip("*_ ").endswith(":")
