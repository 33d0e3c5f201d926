"""What the matchers share: which blocks are looked at, and whether a text matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from chaff.lint.markdown.blocks import Block, Document
from chaff.pattern import any_found_in, matching_lines


def blocks_of(document: Document, kinds: Collection[str]) -> Iterator[Block]:
    """Yield the blocks of these kinds that have words and stand in no quotation."""
    for block in document.blocks:
        if block.kind in kinds and not block.quoted and block.text:
            yield block


def excused(block: Block, unless: Sequence[str], unless_under: Sequence[str]) -> bool:
    """Tell whether a block's own text, or a heading above it, rules a finding out."""
    return found(unless, block.text) or any(found(unless_under, title) for title in block.headings)


def matching(
    document: Document,
    kinds: Collection[str],
    patterns: Sequence[str],
    form: Callable[[str], str] | None = None,
) -> Iterator[Block]:
    """Yield those of `blocks_of` in whose words, in some form, one of the patterns matches.

    `form` makes it, and of several lines at once what it makes of each.
    """
    lines = form(document.plain) if form else document.plain
    numbers = matching_lines(patterns, lines) if document.plain_blocks else ()
    blocks = [document.plain_blocks[number] for number in numbers]
    others = [
        block
        for block in document.others
        if found(patterns, form(block.text) if form else block.text)
    ]
    for block in sorted([*blocks, *others], key=_index) if others else blocks:
        if block.kind in kinds and not block.quoted and block.text:
            yield block


def _index(block: Block) -> int:
    return block.index


def found(patterns: Sequence[str], text: str) -> bool:
    """Tell whether one of the patterns matches somewhere in the text."""
    return any_found_in(patterns, text)
