"""Turns the Markdown parser's events into blocks under construction, in document order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import pyromark

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
Span: TypeAlias = Mapping[str, int]

OPTIONS: Final = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
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
_LINKS: Final = ("Link", "Image")
_WORDED_INLINE: Final = ("list_item", "heading")
"""Kinds whose words are told by the inline events in them."""


class Inline(NamedTuple):
    """A code span or a link, with its text or its target."""

    kind: Literal["code", "link"]
    text: str
    start: int
    end: int
    """In bytes of the file: with the backticks, with the text of a link."""


class Open:
    """A block being built."""

    __slots__ = (
        "depth", "end", "index", "kind", "level", "nested", "parent", "quotes", "start", "words"
    )  # fmt: skip

    def __init__(self, index: int, parent: Open | None, kind: Kind, start: int, end: int) -> None:
        self.index = index
        self.parent = parent
        self.kind = kind
        self.level = 0
        self.start = start
        self.end = end
        self.depth = 0
        self.quotes = 0
        self.words: tuple[int, int] | None = None
        self.nested = False
        if parent:
            self.depth = parent.depth + 1
            self.quotes = parent.quotes + (parent.kind == "block_quote")
            parent.nested = True


class Builder:
    """Turns parser events into open blocks, in document order."""

    def __init__(self, data: bytes, offset: int) -> None:
        self.data = data
        self.offset = offset
        self.blocks: list[Open] = []
        self.inlines: list[Inline] = []
        self._links = 0
        """How many links and images are open."""
        self._stack: list[Open] = []
        self._folded: Open | None = None
        """The item whose first paragraph is open."""

    def read(self, body: str) -> None:
        """Take in the Markdown that starts at `offset`.

        Most events are inline. Of those between two ends of blocks only the spans of the first and
        the last are kept: from the one to the other go the words of a heading or tight item.
        """
        first: Span | None = None
        last: Span = {}
        for event, span in pyromark.events_with_range(body, options=OPTIONS):
            if event.__class__ is dict and "Text" not in event:
                ((kind, tag),) = event.items()
                name = tag if tag.__class__ is str else next(iter(tag))
                if name in _KINDS and kind != "Code":
                    self._flush(first, last)
                    first = None
                    if kind == "Start":
                        self._enter(name, tag, span)
                    else:
                        self._leave(name)
                    continue
                self._inline(kind, name, tag, span)
            elif event == "Rule":
                self._flush(first, last)
                first = None
                self.add("thematic_break", span["start"] + self.offset, span["end"] + self.offset)
                continue
            if first is None:
                first = span
            last = span

    def add(self, kind: Kind, start: int, end: int) -> Open:
        """Append a block to the one that is open."""
        parent = self._stack[-1] if self._stack else None
        block = Open(len(self.blocks), parent, kind, start, end)
        self.blocks.append(block)
        return block

    def _enter(self, name: str, tag: Tag, span: Span) -> None:
        kind = _KINDS[name]
        start, end = span["start"] + self.offset, span["end"] + self.offset
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

    def _leave(self, name: str) -> None:
        if name == "Paragraph" and self._folded:
            self._folded = None
        else:
            self._stack.pop()

    def _inline(self, kind: str, name: str, value: Tag, span: Span) -> None:
        """Note code and links; an image's own target is none, and code within either is neither."""
        if kind == "Code":
            if not self._links:
                self._note("code", value, span)
        elif name in _LINKS:
            self._links += 1 if kind == "Start" else -1
            if (
                kind == "Start"
                and name == "Link"
                and value["Link"]["link_type"] not in ("Autolink", "Email")
            ):
                self._note("link", value["Link"]["dest_url"], span)

    def _note(self, kind: Literal["code", "link"], text: str, span: Span) -> None:
        start, end = span["start"] + self.offset, span["end"] + self.offset
        self.inlines.append(Inline(kind, text, start, end))

    def _flush(self, first: Span | None, last: Span) -> None:
        """Give a run of words to its block, or make it a paragraph behind nested blocks."""
        top = self._stack[-1] if self._stack else None
        if first is None or self._folded or top is None or top.kind not in _WORDED_INLINE:
            return
        start, end = first["start"] + self.offset, last["end"] + self.offset
        # An escaped first character's range leaves the backslash out.
        escaped = start > 0 and self.data[start - 1 : start] == b"\\"
        run = (start - escaped, end)
        if _wordless(top):
            top.words = run
        else:
            self.add("paragraph", *run).words = run


def _wordless(block: Open) -> bool:
    return block.words is None and not block.nested


def _level(tag: Tag) -> int:
    level: str = "H1" if isinstance(tag, str) else tag["Heading"]["level"]
    return int(level.removeprefix("H"))
