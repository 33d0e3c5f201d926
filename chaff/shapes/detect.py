"""Detection and fixes as data: closed sets of kinds. `chaff.lint` applies them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import Pattern

BlockKind = Literal["paragraph", "list_item"]


class BlockDetect(Shape, frozen=True, kw_only=True, tag_field="kind", tag="block"):
    """Flags a whole block by its own words, never a part of a sentence.

    A block's text is its own words with inline markup kept, lines joined by one space, without
    list marker, quote marks or nested blocks.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    any: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match the text."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block (any level)."""


class SectionDetect(Shape, frozen=True, kw_only=True, tag_field="kind", tag="section"):
    """Flags a heading and all that belongs to it, if enough of its entries look like a log."""

    heading: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match the heading's text."""
    unless_heading: tuple[Pattern, ...] = ()
    entry: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one must match the text of an entry: a list item, paragraph, sub-heading, table row."""
    min_entries: Annotated[int, Meta(ge=1)] = 3
    min_share_percent: Annotated[int, Meta(ge=0, le=100)] = 50
    """At least this share of the section's list items and paragraphs must be such entries."""


Detect = BlockDetect | SectionDetect


class DeleteBlock(Shape, frozen=True, kw_only=True, tag_field="kind", tag="delete_block"):
    """Deletes the flagged block with its lines; a block with nested blocks is left alone."""

    safe: bool = True


class MoveSection(Shape, frozen=True, kw_only=True, tag_field="kind", tag="move_section"):
    """Moves the flagged section, byte for byte, to another file and leaves a pointer line.

    Refuses to overwrite: an existing file at `to` (beside the instruction file) is left alone.
    """

    to: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*$", max_length=200)]
    pointer: Pattern
    """The line left in place of the section, without its line end."""
    safe: bool = True


Fix = DeleteBlock | MoveSection
