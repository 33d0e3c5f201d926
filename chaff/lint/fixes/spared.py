"""Tells which findings a fix leaves alone for the sake of what stands around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from chaff.lazy import lazy
from chaff.lint.finding import Finding, Match
from chaff.lint.fixes.reasons import DANGLING, IMPORTS, KEPT_BY_TOOL, own_reason
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.markdown.leads import introduction
from chaff.lint.repository.place import Place
from chaff.shapes.detect import DeleteBlock, Detect, Fix

_LINK: Final = lazy(
    r"""(?:\]\(<?|<[a-z][^<>]*\s(?:href|src)\s*=\s*["']?)(?![a-z][a-z0-9+.-]*:|[/<"'])""",
    re.IGNORECASE,
)
_LABEL: Final = lazy(r"\[([^\[\]]+)\]")
_COMMENT: Final = "<!--"
_LOOKED_AT: Final = 200
"""Of a comment, so many characters say whether it marks a start or an end."""
_STARTS: Final = lazy(r"(?<![a-z])(?:start|begin)(?![a-z])", re.IGNORECASE)
_STOPS: Final = lazy(r"(?<![a-z])(?:end|(?:toc)?stop)(?![a-z])", re.IGNORECASE)


class Generated:
    """The lines between a comment that marks a start and one that marks an end.

    Some tool writes them anew, or looks for them: an edit there is undone, or does harm.
    """

    def __init__(self, document: Document) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        start: int | None = None
        for block in document.blocks:
            comment = _comment(block)
            if start and _STOPS.search(comment):
                self._firsts.append(start)
                self._lasts.append(block.end_line)
                start = None
            elif not start and _STARTS.search(comment):
                start = block.line

    def touches(self, first: int, last: int) -> bool:
        """Tell whether one of these lines (from 1) is among them."""
        index = bisect_right(self._firsts, last) - 1
        return index >= 0 and self._lasts[index] >= first


def _comment(block: Block) -> str:
    """Return the first words of the comment that a block of HTML begins with, '' if with none."""
    head = block.text[:_LOOKED_AT] if block.kind == "html" else ""
    return head.partition("-->")[0] if head.startswith(_COMMENT) else ""


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


def held_back(
    document: Document, found: Sequence[Match], detect: Detect, how: Fix, place: Place
) -> dict[int, str]:
    """Return the first blocks of the findings that must be left alone, each with the reason."""
    generated = Generated(document)
    held: dict[int, str] = {}
    for match in found:
        if not match.fixable:
            held[match.first] = own_reason(document, match, detect)
        elif generated.touches(document.blocks[match.first].line, match.finding.end_line):
            held[match.first] = KEPT_BY_TOOL
        elif not isinstance(how, DeleteBlock) and _imports(document, match.finding, place):
            held[match.first] = IMPORTS
    if isinstance(how, DeleteBlock):
        free = [match for match in found if match.first not in held]
        held |= dict.fromkeys(dangling(document, free), DANGLING)
    return held


def _imports(document: Document, finding: Finding, place: Place) -> bool:
    """Tell whether a text brings another file in, which it would not from where it is moved to."""
    data = document.lines.data
    if b"@" not in data[finding.start : finding.end]:
        return False
    # Loaded here, since hardly any text that is moved has an `@`.
    from chaff.lint.markdown.imports import imports_of, resolve
    from chaff.lint.names import imports

    if not imports(PurePosixPath(place.path)):
        return False
    targets = (
        resolve(one.target, place.path)
        for one in imports_of(data)
        if finding.start <= one.start < finding.end
    )
    return any(target and place.repository.exists(target) for target in targets)


def has_own_links(document: Document, source: str) -> bool:
    """Tell whether a text has links that would lead elsewhere, or nowhere, from another file."""
    labels = {label.casefold() for label in document.definitions}
    return _LINK.search(source) is not None or any(
        label.casefold() in labels for label in _LABEL.findall(source)
    )


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
