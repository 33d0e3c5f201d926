"""What a rule flags in a file, and the blocks it is made of."""

from __future__ import annotations

from typing import Final

from chaff.lint.markdown.blocks import Block, Document
from chaff.shapes.base import Shape

EXCERPT_LENGTH: Final = 120


class Finding(Shape, frozen=True, kw_only=True):
    """What was flagged: where to look, and the whole lines of the file that it takes up."""

    line: int
    """From 1, front matter counted."""
    column: int
    """From 1, in characters."""
    end_line: int
    start: int
    end: int
    """Whole lines, in bytes of the file as given; a BOM counts."""
    excerpt: str
    """The flagged words, cut to EXCERPT_LENGTH characters."""
    detail: str = ""
    """What a rule has to say about this finding alone: the path that is missing, the first copy."""


class Match(Shape, frozen=True, kw_only=True):
    """A finding, and the blocks it is made of."""

    finding: Finding
    first: int
    """Index of the flagged block, or of the section's heading."""
    stop: int
    """Index after the last block that belongs to it."""
    fixable: bool
    """The rule's fix may take it away."""


def match_block(
    document: Document,
    block: Block,
    *,
    fixable: bool,
    detail: str = "",
    at: tuple[int, int] | None = None,
    words: str | None = None,
) -> Match:
    """Return the match of one block with all that stands in it.

    `at` is the line and column to point at, where they are not those of the block, and `words` what
    is shown of it, where it is not its own text.
    """
    line, column = at or place_of(document, block.begin)
    return Match(
        finding=Finding(
            line=line,
            column=column,
            end_line=block.end_line,
            start=block.start,
            end=document.lines.start(block.end_line),
            excerpt=excerpt(block.text if words is None else words),
            detail=detail,
        ),
        first=block.index,
        stop=document.after(block.index),
        fixable=fixable,
    )


def place_of(document: Document, offset: int) -> tuple[int, int]:
    """Return the line and the column, both from 1, of a byte of the file."""
    lines = document.lines
    line = lines.at(offset)
    return line + 1, len(lines.data[lines.start(line) : offset].decode(errors="replace")) + 1


def excerpt(text: str) -> str:
    """Return a text cut to the length that is shown."""
    return text if len(text) <= EXCERPT_LENGTH else text[: EXCERPT_LENGTH - 1] + "…"
