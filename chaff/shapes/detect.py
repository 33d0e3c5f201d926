"""Detection and fixes as data: closed sets of kinds. `chaff.lint` applies them.

These shapes are part of every config hash. A field at its default is left out of it, so a field
that is added later orphans no paid run; therefore the default of a field may never change.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import Pattern

BlockKind = Literal["paragraph", "list_item"]


class BlockDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="block", omit_defaults=True
):
    """Flags a whole block by its own words, never a part of a sentence.

    A block's text is its own words with inline markup kept, lines joined by one space, without
    list marker, quote marks or nested blocks. Quoted blocks are never flagged.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    any: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match the text."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block (any level)."""
    nested: Literal["skip", "report"] = "skip"
    """What to do with a block that has blocks inside: nothing, or report but never fix it."""


class SectionDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="section", omit_defaults=True
):
    """Flags a heading and all that belongs to it, if enough of its blocks look like a log.

    An entry is a list item, paragraph, table row or sub-heading that matches `entry`.
    """

    heading: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match the heading's text."""
    unless_heading: tuple[Pattern, ...] = ()
    """RE2, none of them may match the heading's text."""
    entry: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match an entry's text."""
    unless_entry: tuple[Pattern, ...] = ()
    """RE2, none of them may match an entry's text."""
    min_entries: Annotated[int, Meta(ge=1)]
    """At least so many entries."""
    min_share_percent: Annotated[int, Meta(ge=0, le=100)]
    """At least this share of the section's blocks must be entries, or belong to one."""


Detect = BlockDetect | SectionDetect


class DeleteBlock(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="delete_block", omit_defaults=True
):
    """Deletes each flagged block with its lines; a block with nested blocks is left alone."""


class MoveSection(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="move_section", omit_defaults=True
):
    """Moves each flagged section, byte for byte, to another file and leaves a pointer line.

    Refuses to overwrite: an existing file at `to` (beside the instruction file) is left alone.
    """

    to: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$",
            max_length=200,
        ),
    ]
    pointer: Annotated[str, Meta(pattern=r"^[^\r\n]+$", max_length=500)]
    """The line left in place of the section, without its line end."""


Fix = DeleteBlock | MoveSection
