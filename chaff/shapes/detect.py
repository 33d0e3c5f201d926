"""Detection and fixes as data: closed sets of kinds. `chaff.lint` applies them.

These shapes are part of every config hash. A field at its default is left out of it, so a field
that is added later orphans no paid run; therefore the default of a field may never change.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import Pattern

BlockKind = Literal["paragraph", "list_item", "table_row", "heading"]
Runner = Literal["npm", "pnpm", "yarn", "bun", "make", "just", "tox", "nox", "poetry", "uv"]


Target = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$",
        max_length=200,
    ),
]
"""A file to move text to, as seen from the instruction file's folder."""
Pointer = Annotated[str, Meta(pattern=r"^[^\r\n]+$", max_length=500)]


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
    code: Literal["kept", "blanked"] = "kept"
    """Whether code spans are part of the text, or empty: a name in code is only talked about."""


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


class MissingPathDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="missing_path", omit_defaults=True
):
    """Flags a block that sends the reader to a file which the repository does not hold.

    A path stands in a code span, is the target of a link, or is an import. It is looked up from
    the instruction file's folder and from the root. The block is deleted only if nothing in it but
    the reference is left over once `only` is taken away.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""
    unless_path: tuple[Pattern, ...] = ()
    """RE2, none of them may match the path: templates, examples, what a build makes."""
    only: tuple[Pattern, ...] = ()
    """RE2, words that do not count when it is asked whether the reference is all there is."""


class MissingCommandDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="missing_command", omit_defaults=True
):
    """Flags a block whose command names a script or target that no manifest defines."""

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    runners: Annotated[tuple[Runner, ...], Meta(min_length=1)]
    """Programs whose targets are looked up in the manifests from the file's folder upwards."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class MissingToolDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="missing_tool", omit_defaults=True
):
    """Flags a block that names a tool of a server which the repository does not configure."""

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class MachinePathDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="machine_path", omit_defaults=True
):
    """Flags a block that names a path in somebody's home, unless the repository makes that home."""

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    path: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match; its first group is the home folder."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""
    unless_home: tuple[Pattern, ...] = ()
    """RE2, none of them may match the home folder: those of containers and examples."""
    made_by: tuple[Pattern, ...] = ()
    """RE2, paths of files that may make the home: what they name is no finding."""


class RepeatedBlockDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="repeated_block", omit_defaults=True
):
    """Flags the later copy of a block that says word for word what an earlier one says."""

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    min_words: Annotated[int, Meta(ge=1)]
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class LongBlockDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="long_block", omit_defaults=True
):
    """Flags a fence or a table so long that it is reference, not instruction."""

    min_code_lines: Annotated[int, Meta(ge=1)]
    min_table_rows: Annotated[int, Meta(ge=1)]
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class DirectoryTreeDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="directory_tree", omit_defaults=True
):
    """Flags a fence that draws the repository's folders.

    It is deleted only if all it names is there, and nothing is said about it.
    """

    min_entries: Annotated[int, Meta(ge=1)]
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the fence's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the fence."""


Detect = (
    BlockDetect
    | SectionDetect
    | MissingPathDetect
    | MissingCommandDetect
    | MissingToolDetect
    | MachinePathDetect
    | RepeatedBlockDetect
    | LongBlockDetect
    | DirectoryTreeDetect
)


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

    to: Target
    pointer: Pointer
    """The line left in place of the section, without its line end."""


class MoveBlock(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="move_block", omit_defaults=True
):
    """Moves each flagged block, byte for byte, to another file and leaves a pointer line.

    Refuses to overwrite, as move_section does.
    """

    to: Target
    pointer: Pointer
    """The line left in place of the block, without its line end."""


Fix = DeleteBlock | MoveSection | MoveBlock
