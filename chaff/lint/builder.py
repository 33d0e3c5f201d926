"""Turns the Markdown parser's events into blocks under construction, in document order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import pyromark

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


class Inline(Shape, frozen=True, kw_only=True):
    """A code span or a link, with its text or its target."""

    kind: Literal["code", "link"]
    text: str
    start: int
    end: int
    """In bytes of the file: with the backticks, with the text of a link."""


class Open:
    """A block being built."""

    def __init__(self, index: int, parent: Open | None, kind: Kind, start: int) -> None:
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
        self._run: tuple[int, int] | None = None
        """From where to where the words go that a heading or tight item has so far."""

    def read(self, body: str) -> None:
        """Take in the Markdown that starts at `offset`."""
        for event, span in pyromark.events_with_range(body, options=OPTIONS):
            start, end = span["start"] + self.offset, span["end"] + self.offset
            if isinstance(event, dict) and "Start" in event:
                self._enter(event["Start"], start, end)
            elif isinstance(event, dict) and "End" in event:
                self._leave(event["End"])
            elif event == "Rule":
                self._flush()
                self.add("thematic_break", start, end)
            else:
                if isinstance(event, dict) and "Code" in event and not self._links:
                    self.inlines.append(
                        Inline(kind="code", text=event["Code"], start=start, end=end)
                    )
                self._widen(start, end)

    def add(self, kind: Kind, start: int, end: int) -> Open:
        """Append a block to the one that is open."""
        parent = self._stack[-1] if self._stack else None
        if parent:
            parent.nested = True
        block = Open(len(self.blocks), parent, kind, start)
        block.end = end
        self.blocks.append(block)
        return block

    def _enter(self, tag: Tag, start: int, end: int) -> None:
        name = tag if isinstance(tag, str) else next(iter(tag))
        kind = _KINDS.get(name)
        if kind is None:
            if name in _LINKS:
                self._link(name, tag, start, end)
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
            self._links -= name in _LINKS
            return
        self._flush()
        if name == "Paragraph" and self._folded:
            self._folded = None
        else:
            self._stack.pop()

    def _link(self, name: str, tag: Tag, start: int, end: int) -> None:
        """Note a link; an image's own target is none, and code within either is not told apart."""
        self._links += 1
        link = tag[name] if isinstance(tag, Mapping) else {}
        if name == "Link" and link["link_type"] not in ("Autolink", "Email"):
            self.inlines.append(Inline(kind="link", text=link["dest_url"], start=start, end=end))

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


def _wordless(block: Open) -> bool:
    return block.words is None and not block.nested


def _level(tag: Tag) -> int:
    level: str = "H1" if isinstance(tag, str) else tag["Heading"]["level"]
    return int(level.removeprefix("H"))
