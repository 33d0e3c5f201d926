"""Turns the Markdown parser's events into blocks under construction, in document order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import pyromark
from msgspec import Struct

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


# Both are made by the ten thousand, and neither can be part of a cycle.
class Inline(Struct, frozen=True, gc=False):
    """A code span or a link, with its text or its target."""

    kind: Literal["code", "link"]
    text: str
    start: int
    end: int
    """In bytes of the file: with the backticks, with the text of a link."""


class Open(Struct, gc=False, eq=False):
    """A block being built."""

    index: int
    parent: Open | None
    kind: Kind
    start: int
    end: int
    depth: int
    quotes: int
    """How many block quotes it stands in."""
    level: int = 0
    words: tuple[int, int] | None = None
    nested: bool = False


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

    def read(self, body: str) -> None:  # noqa: C901, PLR0912 - one loop: calls would double its time
        """Take in the Markdown that starts at `offset`.

        Most events are inline. Of those between two ends of blocks only the spans of the first and
        the last are kept: from the one to the other go the words of a heading or tight item.
        """
        first: Span | None = None
        last: Span = {}
        events: Any = pyromark.events_with_range(body, options=OPTIONS)
        for event, span in events:
            if event.__class__ is dict:
                if "Text" in event:
                    pass
                elif "Code" in event:
                    if not self._links:
                        self._note("code", event["Code"], span)
                elif "Start" in event:
                    tag = event["Start"]
                    name = tag if tag.__class__ is str else next(iter(tag))
                    if name in _KINDS:
                        if first:
                            self._flush(first, last)
                            first = None
                        self._enter(name, tag, span)
                        continue
                    if name in _LINKS:
                        self._link(name, tag, span)
                elif "End" in event:
                    tag = event["End"]
                    name = tag if tag.__class__ is str else next(iter(tag))
                    if name in _KINDS:
                        if first:
                            self._flush(first, last)
                            first = None
                        self._leave(name)
                        continue
                    self._links -= name in _LINKS
            elif event == "Rule":
                if first:
                    self._flush(first, last)
                    first = None
                self.add("thematic_break", span["start"] + self.offset, span["end"] + self.offset)
                continue
            first = first or span
            last = span

    def add(self, kind: Kind, start: int, end: int) -> Open:
        """Append a block to the one that is open."""
        depth = quotes = 0
        parent = None
        if self._stack:
            parent = self._stack[-1]
            parent.nested = True
            depth = parent.depth + 1
            quotes = parent.quotes + (parent.kind == "block_quote")
        block = Open(len(self.blocks), parent, kind, start, end, depth, quotes)
        self.blocks.append(block)
        return block

    def _enter(self, name: str, tag: Tag, span: Span) -> None:
        kind = _KINDS[name]
        start, end = span["start"] + self.offset, span["end"] + self.offset
        if kind == "paragraph" and self._stack:
            top = self._stack[-1]
            if top.kind == "list_item" and top.words is None and not top.nested:
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

    def _link(self, name: str, tag: Tag, span: Span) -> None:
        """Note a link; an image's own target is none, and code within either is not told apart."""
        self._links += 1
        link = tag[name] if isinstance(tag, Mapping) else {}
        if name == "Link" and link["link_type"] not in ("Autolink", "Email"):
            self._note("link", link["dest_url"], span)

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
