"""Parses Markdown bytes into blocks with whole-line byte spans.

Blocks stand in one flat tuple in document order, each with its parent's index, so that no depth of
nesting can exhaust the stack. A list item owns the words of its first paragraph, whether the list
is tight or loose; further paragraphs are blocks inside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

import pyromark

from chaff.errors import BadInputError
from chaff.lint.lines import Lines
from chaff.shapes.base import Shape

Kind = Literal[
    "paragraph",
    "list",
    "list_item",
    "heading",
    "block_quote",
    "table",
    "table_head",
    "table_row",
    "code",
    "html",
    "front_matter",
    "thematic_break",
]
Tag: TypeAlias = str | Mapping[str, Any]

BOM: Final = b"\xef\xbb\xbf"
NO_PARENT: Final = -1

_OPTIONS: Final = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
# Front matter is cut off beforehand: the parser takes any `---` … `---` further down for it too.
_FENCES: Final = (b"---", b"...")
_KINDS: Final[dict[str, Kind]] = {
    "Paragraph": "paragraph",
    "List": "list",
    "Item": "list_item",
    "Heading": "heading",
    "BlockQuote": "block_quote",
    "Table": "table",
    "TableHead": "table_head",
    "TableRow": "table_row",
    "CodeBlock": "code",
    "HtmlBlock": "html",
}
_SOURCES: Final = ("table_head", "table_row", "code", "html", "front_matter", "thematic_break")
"""Kinds whose text is their source."""


class Block(Shape, frozen=True, kw_only=True):
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
    quoted: bool
    """It stands in a block quote."""
    headings: tuple[str, ...]
    """Texts of the headings above it, outermost first."""


class Document(Shape, frozen=True, kw_only=True):
    """A parsed file."""

    blocks: tuple[Block, ...]
    lines: Lines
    body_line: int
    """The first line (from 0) after the front matter."""
    definitions: dict[str, tuple[str, str]]
    """Link reference definitions: label to target and title."""

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


class _Open:
    """A block being built."""

    def __init__(self, index: int, parent: _Open | None, kind: Kind, start: int) -> None:
        self.index = index
        self.parent = parent
        self.kind = kind
        self.level = 0
        self.start = start
        self.end = start
        self.depth: int = parent.depth + 1 if parent else 0
        self.quotes: int = parent.quotes + (parent.kind == "block_quote") if parent else 0
        self.words: tuple[int, int] | None = None
        self.nested = False


def parse(data: bytes) -> Document:
    """Return the blocks of a Markdown file.

    Raises BadInputError if the bytes are not UTF-8.
    """
    text = _decoded(data)
    bom = len(data) - len(data.removeprefix(BOM))
    lines = Lines(data, bom)
    body_line = _front_matter_lines(lines)
    offset = lines.start(body_line) if body_line else bom
    body = text if offset == bom else data[offset:].decode()
    builder = _Builder(data, offset)
    if body_line:
        builder.add("front_matter", bom, offset)
    builder.read(body)
    return Document(
        blocks=tuple(_frozen(builder.blocks, data, lines)),
        lines=lines,
        body_line=body_line,
        definitions={
            label: (found["dest"], found["title"] or "")
            for label, found in pyromark.reference_definitions(body, options=_OPTIONS).items()
        },
    )


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


class _Builder:
    """Turns parser events into open blocks, in document order."""

    def __init__(self, data: bytes, offset: int) -> None:
        self.data = data
        self.offset = offset
        self.blocks: list[_Open] = []
        self._stack: list[_Open] = []
        self._folded: _Open | None = None
        """The item whose first paragraph is open."""

    def read(self, body: str) -> None:
        for event, span in pyromark.events_with_range(body, options=_OPTIONS):
            start, end = span["start"] + self.offset, span["end"] + self.offset
            if isinstance(event, dict) and "Start" in event:
                self._enter(event["Start"], start, end)
            elif isinstance(event, dict) and "End" in event:
                self._leave(event["End"])
            elif event == "Rule":
                self._flush()
                self.add("thematic_break", start, end)
            else:
                self._widen(start, end)

    def add(self, kind: Kind, start: int, end: int) -> _Open:
        parent = self._stack[-1] if self._stack else None
        if parent:
            parent.nested = True
        block = _Open(len(self.blocks), parent, kind, start)
        block.end = end
        self.blocks.append(block)
        return block

    def _enter(self, tag: Tag, start: int, end: int) -> None:
        name = tag if isinstance(tag, str) else next(iter(tag))
        kind = _KINDS.get(name)
        if kind is None:
            self._widen(start, end)
            return
        self._flush()
        top = self._stack[-1] if self._stack else None
        if kind == "paragraph" and top and top.kind == "list_item" and _wordless(top):
            top.words = (start, end)
            self._folded = top
            return
        block = self.add(kind, start, end)
        if kind == "paragraph":
            block.words = (start, end)
        elif kind == "heading":
            block.level = _level(tag)
        self._stack.append(block)

    def _leave(self, tag: Tag) -> None:
        name = tag if isinstance(tag, str) else next(iter(tag))
        if name not in _KINDS:
            return
        self._flush()
        if name == "Paragraph" and self._folded:
            self._folded = None
        else:
            self._stack.pop()

    _run: tuple[int, int] | None = None

    def _widen(self, start: int, end: int) -> None:
        """Take an inline event into the run of words of the heading or tight item it is in."""
        top = self._stack[-1] if self._stack else None
        if self._folded or top is None or top.kind not in ("list_item", "heading"):
            return
        if self._run is None:
            # An escaped first character's range leaves the backslash out.
            escaped = start > 0 and self.data[start - 1 : start] == b"\\"
            self._run = (start - escaped, end)
        else:
            self._run = (self._run[0], max(self._run[1], end))

    def _flush(self) -> None:
        """Give the run of words to its block, or make it a paragraph behind nested blocks."""
        run, self._run = self._run, None
        if run is None:
            return
        top = self._stack[-1]
        if _wordless(top):
            top.words = run
        else:
            self.add("paragraph", *run).words = run


def _wordless(block: _Open) -> bool:
    return block.words is None and not block.nested


def _level(tag: Tag) -> int:
    level: str = "H1" if isinstance(tag, str) else tag["Heading"]["level"]
    return int(level.removeprefix("H"))


def _frozen(blocks: list[_Open], data: bytes, lines: Lines) -> Iterator[Block]:
    above: list[tuple[int, str]] = []
    headings: tuple[str, ...] = ()
    for block in blocks:
        text = _text(block, data)
        at_top = block.kind == "heading" and block.parent is None
        if at_top:
            while above and above[-1][0] >= block.level:
                above.pop()
            headings = tuple(title for _, title in above)
        line = lines.at(block.start)
        end_line = max(line, lines.last_filled(lines.at(max(block.end - 1, block.start))))
        yield Block(
            index=block.index,
            parent=block.parent.index if block.parent else NO_PARENT,
            depth=block.depth,
            kind=block.kind,
            level=block.level,
            text=text,
            start=lines.start(line),
            end=lines.start(end_line + 1),
            line=line + 1,
            end_line=end_line + 1,
            quoted=block.quotes > 0,
            headings=headings,
        )
        if at_top:
            above.append((block.level, text))
            headings = tuple(title for _, title in above)


def _text(block: _Open, data: bytes) -> str:
    if block.words:
        return _joined(data[slice(*block.words)].decode(), block.quotes)
    if block.kind not in _SOURCES:
        return ""
    source = data[block.start : block.end].decode()
    if block.kind in ("table_head", "table_row"):
        return source.strip().strip("|").strip()
    return source.strip("\r\n")


def _joined(source: str, quotes: int) -> str:
    """Return lines joined by a space, without indentation, quote marks and hard breaks."""
    first, *rest = re.split(r"\r\n|\n|\r", source.strip())
    parts = [first.rstrip(), *(_unquoted(line, quotes) for line in rest)]
    return " ".join([*(_unbroken(part) for part in parts[:-1]), parts[-1]])


def _unquoted(line: str, quotes: int) -> str:
    line = line.strip()
    for _ in range(quotes):
        if not line.startswith(">"):
            break
        line = line[1:].lstrip()
    return line


def _unbroken(line: str) -> str:
    backslashes = len(line) - len(line.rstrip("\\"))
    return line[:-1].rstrip() if backslashes % 2 else line
