"""Detection and fixes as data: closed sets of kinds. `chaff.lint` applies them.

These shapes are part of every config hash. A field at its default is left out of it, so a field
that is added later orphans no paid run; therefore the default of a field may never change.
"""

# Annotations are values here: msgspec would make them from their texts, one by one, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import Pattern

BlockKind = Literal["paragraph", "list_item", "table_row", "heading"]
Runner = Literal[
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "make",
    "just",
    "task",
    "tox",
    "nox",
    "poetry",
    "uv",
    "pdm",
    "poe",
    "hatch",
    "deno",
    "composer",
]


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
    unless_lead: tuple[Pattern, ...] = ()
    """RE2, none of them may match what leads to the block: the paragraph before it or its list, the
    item that it stands in."""
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
    the instruction file's folder and from the root; its first folder must be there, so that it is
    known that the repository is seen. The block is deleted only if it says nothing else, and all
    its references lead nowhere.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    """Where code spans and links are looked at; an import counts wherever it loads something."""
    path: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, one of them must match a code span or a link's target: it looks like a file's path."""
    import_path: tuple[Pattern, ...] = ()
    """RE2, one of them must match what an import asks for."""
    importers: tuple[Pattern, ...] = ()
    """RE2, one of them must match the path of the instruction file for its imports to count."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_sentence: tuple[Pattern, ...] = ()
    """RE2, none may match the path's sentence, in which `@` stands for it, or what leads to it:
    a paragraph before a list, a table's head, the items above."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""
    unless_path: tuple[Pattern, ...] = ()
    """RE2, none of them may match the path: templates, examples, what a build makes."""
    only: tuple[Pattern, ...] = ()
    """RE2, one of them must match all of a block's text, `@` for each reference: it says nothing
    but where something is, and may be deleted."""


class MissingCommandDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="missing_command", omit_defaults=True
):
    """Flags a block whose command names a script or target that no manifest defines.

    A command stands in a code span, or is a line of a fence in one of the languages `fences`. It is
    looked up in the manifests from the instruction file's folder upwards, in those of the folder or
    workspace that it names, and, unless it names one, in all others. It is no finding where no
    manifest is found, or one may define it for all that can be told. In a fence it is reported and
    left; else the block is deleted if it is about nothing but the one command.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    fences: tuple[Pattern, ...] = ()
    """RE2, one of them must match a fence's language; none: fences are not looked at."""
    runners: Annotated[tuple[Runner, ...], Meta(min_length=1)]
    """Programs whose scripts and targets are looked up."""
    scripts: tuple[Pattern, ...] = ()
    """RE2, a name is a script and no program if one of them matches (`yarn lint`, `yarn tsc`)."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text, or the line of a fence."""
    unless_lead: tuple[Pattern, ...] = ()
    """RE2, none of them may match what leads to the block: the items that it stands in, a paragraph
    with a colon before it."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""
    unless_target: tuple[Pattern, ...] = ()
    """RE2, none of them may match the script or target: placeholders."""
    unless_file: tuple[Pattern, ...] = ()
    """RE2, none of them may match the instruction file's path: texts for other repositories."""
    only: tuple[Pattern, ...] = ()
    """RE2, a block is about nothing else if one matches its text with the command left empty."""


class MissingToolDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="missing_tool", omit_defaults=True
):
    """Flags a block that names a tool of a server which the repository does not configure.

    Nothing is flagged where no server is configured at all, or a configuration cannot be read. The
    block is deleted if it is about nothing but the one tool.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    server: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    """RE2, the first group is the name of a server, in words about it or in a tool's name."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_lead: tuple[Pattern, ...] = ()
    """RE2, none of them may match what leads to the block: the items that it stands in, a paragraph
    with a colon before it."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""
    unless_server: tuple[Pattern, ...] = ()
    """RE2, none of them may match the server: placeholders, and what an agent brings along."""
    unless_file: tuple[Pattern, ...] = ()
    """RE2, none of them may match the instruction file's path: texts for other repositories."""
    only: tuple[Pattern, ...] = ()
    """RE2, a block is about nothing else if one matches its text with the name left empty."""


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
    """Flags the later copy of a block that says word for word what an earlier one says.

    Case, emphasis, white space and final punctuation make no difference. An earlier copy may stand
    in a file that this one imports. Numbered items, blocks that hold or introduce others, and
    quoted ones are no copies. Nor are blocks that may be meant for different things: that belong to
    different list items, stand under two headings of one section or under two that are made alike.
    """

    blocks: Annotated[tuple[BlockKind, ...], Meta(min_length=1)]
    min_words: Annotated[int, Meta(ge=1)]
    """Shorter blocks are not looked at; two characters of Chinese or Japanese count as a word."""
    part: tuple[Pattern, ...] = ()
    """RE2, headings and introducing lines that limit what is below them to a part: copies below
    two of them, or below one of them and elsewhere, are two rules."""
    whole: tuple[Pattern, ...] = ()
    """RE2, headings of what holds for all: of two copies under different headings one must stand
    under nothing but such. None: any two headings will do."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's text."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class LongBlockDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="long_block", omit_defaults=True
):
    """Flags a fence or a table so long that it is reference, not instruction.

    Only at the top level: never in a list item or a quotation, between two HTML comments, or in a
    fence that is not closed. One whose links would break elsewhere is reported, but not moved.
    """

    min_code_lines: Annotated[int, Meta(ge=1)]
    """A fence of at least so many lines is long, its own two not counted."""
    min_table_rows: Annotated[int, Meta(ge=1)]
    """A table of at least so many rows below its head is long."""
    min_other_lines: Annotated[int, Meta(ge=0)] = 0
    """The file must have so many lines beside such blocks, blank ones not counted."""
    files: tuple[Pattern, ...] = ()
    """RE2, one of them must match the file's path from the root; none: any file."""
    unless_language: tuple[Pattern, ...] = ()
    """RE2, none of them may match the word behind a fence's opening."""
    unless_head: tuple[Pattern, ...] = ()
    """RE2, none of them may match a table's head, or the line above the block."""
    unless_line: tuple[Pattern, ...] = ()
    """RE2, a line of code or row that makes the block something else: a tree, an index."""
    unless_line_percent: Annotated[int, Meta(ge=1, le=100)] = 25
    """From this share of such lines on, the block is not flagged."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the block's source."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the block."""


class DirectoryTreeDetect(
    Shape, frozen=True, kw_only=True, tag_field="kind", tag="directory_tree", omit_defaults=True
):
    """Flags a fence that draws the repository's folders.

    It is deleted only if all it names is there, and nothing is said about any of it; with it go the
    words that lead to it, and the heading of a section in which there is nothing else.
    """

    min_entries: Annotated[int, Meta(ge=1)]
    """At least so many lines that draw a file or folder."""
    min_share_percent: Annotated[int, Meta(ge=1, le=100)]
    """At least this share of what it names must be in the repository; else it draws another one."""
    template: tuple[Pattern, ...] = ()
    """RE2, a name that one of them matches stands for others and is not looked up."""
    unless: tuple[Pattern, ...] = ()
    """RE2, none of them may match the fence's text."""
    unless_lead: tuple[Pattern, ...] = ()
    """RE2, none of them may match the paragraph that leads to the fence."""
    unless_under: tuple[Pattern, ...] = ()
    """RE2, none of them may match the text of a heading above the fence."""
    lead: tuple[Pattern, ...] = ()
    """RE2, one of them must match all of a paragraph that leads to the fence: it goes with it."""


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
