"""Parses Markdown bytes into blocks with whole-line byte spans.

Blocks stand in one flat tuple in document order, each with its parent's index, so that no depth of
nesting can exhaust the stack. A list item owns the words of its first paragraph, whether the list
is tight or loose; further paragraphs are blocks inside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyromark

from chaff.errors import BadInputError
from chaff.lazy import lazy
from chaff.lint.markdown.builder import OPTIONS, Builder, Inline, Kind, Open
from chaff.lint.markdown.lines import Lines
from chaff.lint.markdown.words import text_of
from chaff.pattern import is_plain
from chaff.shapes.base import Shape

_KEPT_BYTES: Final = 2 << 20
BOM: Final = b"\xef\xbb\xbf"
NO_PARENT: Final = -1

# Front matter is cut off beforehand: the parser takes any `---` … `---` further down for it too.
_FENCES: Final = (b"---", b"...")
_WORDED: Final = ("paragraph", "list_item", "heading", "table_head", "table_row")
LONE_CR: Final = lazy(r"\r(?!\n)")
"""The parser knows a lone CR in some places only; as LF it is right everywhere."""


class Block(Shape, frozen=True, kw_only=True, gc=False):
    """One block: its kind, its own words, its whole lines, and what it stands in."""

    index: int
    parent: int
    """Index of the block it stands in, NO_PARENT at the top."""
    depth: int
    kind: Kind
    level: int
    """1 to 6 for a heading, else 0."""
    text: str
    """Own words, lines joined by a space; of code, HTML and the like the source."""
    start: int
    end: int
    """Whole lines, in bytes of the file (a BOM counts), without blank lines after the block."""
    line: int
    end_line: int
    """First and last line, from 1."""
    begin: int
    """The byte at which it begins in its first line."""
    quoted: bool
    """It stands in a block quote."""
    headings: tuple[str, ...]
    """Texts of the headings above it, outermost first."""
    plain: bool
    """It has words, or is a table row, and they fit a line of `Document.plain`."""


class Document(Shape, frozen=True, kw_only=True):
    """A parsed file."""

    blocks: tuple[Block, ...]
    lines: Lines
    body_line: int
    """The first line (from 0) after the front matter."""
    definitions: dict[str, tuple[str, str]]
    """Link reference definitions: label to target and title."""
    inlines: tuple[Inline, ...]
    """Code spans and links in order, without code spans that stand in a link."""
    plain: str
    """The words of all blocks whose letters are ASCII, a block a line."""
    plain_blocks: tuple[Block, ...]
    """Those blocks, a line each."""
    others: tuple[Block, ...]
    """Those with words that are not plain."""

    def has_nested(self, index: int) -> bool:
        """Tell whether a block has blocks inside."""
        return index + 1 < len(self.blocks) and self.blocks[index + 1].parent == index

    def after(self, index: int) -> int:
        """Return the index after the last block inside a block."""
        depth = self.blocks[index].depth
        stop = index + 1
        while stop < len(self.blocks) and self.blocks[stop].depth > depth:
            stop += 1
        return stop


def parse(data: bytes) -> Document:
    """Return the blocks of a Markdown file.

    The last files are kept: every rule asks for the same one, and for what its fix makes of it; and
    what a file imports is asked for before any is linted.
    Raises BadInputError if the bytes are not UTF-8.
    """
    return _KEPT.get(data)


def _parsed(data: bytes) -> Document:
    text = _decoded(data)
    bom = len(data) - len(data.removeprefix(BOM))
    lines = Lines(data, bom)
    body_line = _front_matter_lines(lines)
    offset = lines.start(body_line) if body_line else bom
    body = text if offset == bom else data[offset:].decode()
    body = LONE_CR.sub("\n", body)
    builder = Builder(data, offset)
    if body_line:
        builder.add("front_matter", bom, offset)
    builder.read(body)
    blocks = tuple(_frozen(builder.blocks, data, lines))
    plain = tuple([block for block in blocks if block.plain])
    return Document(
        blocks=blocks,
        lines=lines,
        body_line=body_line,
        definitions=_definitions(body),
        inlines=tuple(builder.inlines),
        plain="\n".join([block.text for block in plain]),
        plain_blocks=plain,
        others=tuple([block for block in blocks if block.kind in _WORDED and not block.plain]),
    )


class _Kept:
    """The documents parsed last: two, and as many as do not exceed some bytes of text."""

    def __init__(self) -> None:
        self._documents: dict[bytes, Document] = {}
        """The one that was asked for last is last."""
        self._n_bytes = 0

    def get(self, data: bytes) -> Document:
        document = self._documents.pop(data, None)
        if document is None:
            document = _parsed(data)
            self._n_bytes += len(data)
        self._documents[data] = document
        while len(self._documents) > 2 and self._n_bytes > _KEPT_BYTES:
            oldest = next(iter(self._documents))
            self._n_bytes -= len(oldest)
            del self._documents[oldest]
        return document


_KEPT: Final = _Kept()


def _front_matter_lines(lines: Lines) -> int:
    """Return how many lines the front matter has; one that is not closed, or empty, is none."""
    if lines.text(0) != b"---" or len(lines) == 1 or lines.text(1) in (b"", *_FENCES):
        return 0
    for number in range(2, len(lines)):
        if lines.text(number) in _FENCES:
            return number + 1
    return 0


def _decoded(data: bytes) -> str:
    try:
        return data.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        place = error.start + (len(BOM) if data.startswith(BOM) else 0)
        raise BadInputError(f"not UTF-8 at byte {place}", remedy="save the file as UTF-8") from None


def _definitions(body: str) -> dict[str, tuple[str, str]]:
    if "]:" not in body:
        return {}
    found = pyromark.reference_definitions(body, options=OPTIONS)
    return {label: (one["dest"], one["title"] or "") for label, one in found.items()}


def _frozen(blocks: list[Open], data: bytes, lines: Lines) -> Iterator[Block]:
    above: list[tuple[int, str]] = []
    headings: tuple[str, ...] = ()
    for block in blocks:
        kind, parent, begin = block.kind, block.parent, block.start
        text = text_of(block, data)
        at_top = kind == "heading" and parent is None
        if at_top:
            while above and above[-1][0] >= block.level:
                above.pop()
            headings = tuple([title for _, title in above])
        line, end_line, start, end = lines.whole(begin, block.end)
        yield Block(
            index=block.index,
            parent=parent.index if parent else NO_PARENT,
            depth=block.depth,
            kind=kind,
            level=block.level,
            text=text,
            start=start,
            end=end,
            line=line + 1,
            end_line=end_line + 1,
            begin=begin,
            quoted=block.quotes > 0,
            headings=headings,
            plain=kind in _WORDED and (text.isascii() or is_plain(text)),
        )
        if at_top:
            above.append((block.level, text))
            headings = tuple([title for _, title in above])
