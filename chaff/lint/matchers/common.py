"""What the matchers share: which blocks are looked at, and whether a text matches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from chaff.lint.blocks import Block, Document
from chaff.pattern import any_found_in, joined, may_match_line


def blocks_of(document: Document, kinds: Collection[str]) -> Iterator[Block]:
    """Yield the blocks of these kinds that have words and stand in no quotation."""
    for block in document.blocks:
        if block.kind in kinds and not block.quoted and block.text:
            yield block


def excused(block: Block, unless: Sequence[str], unless_under: Sequence[str]) -> bool:
    """Tell whether a block's own text, or a heading above it, rules a finding out."""
    return found(unless, block.text) or any(found(unless_under, title) for title in block.headings)


def possible(document: Document, patterns: Sequence[str]) -> tuple[str, ...]:
    """Return the patterns that could match the words of a plain block of the file.

    One search over all of them at once: most patterns match nothing in most files.
    """
    if len(patterns) > 1 and not may_match_line(joined(patterns), document.plain):
        return ()
    return tuple(pattern for pattern in patterns if may_match_line(pattern, document.plain))


def found(patterns: Sequence[str], text: str) -> bool:
    """Tell whether one of the patterns matches somewhere in the text."""
    return any_found_in(patterns, text)
