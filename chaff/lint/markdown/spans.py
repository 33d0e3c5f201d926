"""Finds the code spans of a block, and where each of them stands in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chaff.lazy import lazy
from chaff.lint.finding import place_of
from chaff.lint.markdown.blocks import Block, Document
from chaff.shapes.base import Shape

_TICKS: Final = lazy(r"`+")
_BETWEEN: Final = r"[\s>]+"
"""What a line break, an indentation and quote marks leave between two words."""


class Span(Shape, frozen=True, kw_only=True):
    """A code span of a block."""

    code: str
    start: int
    """In the block's text, backticks counted."""
    end: int


def code_spans(text: str) -> tuple[Span, ...]:
    """Return the code spans of a block's text: from backticks to the next run of as many."""
    return tuple(
        Span(code=text[opened:closed].strip(), start=start, end=end)
        for start, opened, closed, end in _spans(text)
    )


def without_code(text: str) -> str:
    """Return a text in which code spans are empty."""
    parts, at = [], 0
    for start, _, _, end in _spans(text):
        parts += [text[at:start], "``"]
        at = end
    return "".join([*parts, text[at:]])


def _spans(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield start and end of the backticks that open a code span, and of those that close it."""
    runs = [found.span() for found in _TICKS.finditer(text)]
    next_of: dict[int, int] = {}
    closed_by: list[int | None] = []
    for place, (start, end) in reversed([*enumerate(runs)]):
        closed_by.append(next_of.get(end - start))
        next_of[end - start] = place
    closed_by.reverse()
    place = 0
    while place < len(runs):
        closing = closed_by[place]
        if closing is not None:
            yield *runs[place], *runs[closing]
            place = closing
        place += 1


def without(text: str, span: Span) -> str:
    """Return a text in which one code span is empty."""
    return f"{text[: span.start]}``{text[span.end :]}"


def places(document: Document, block: Block, parts: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the line and column of each part, all of them in the order of the block's source.

    A part that is not found there, as in a source that spells it another way, stands where the
    block begins.
    """
    source = document.lines.data[block.begin : block.end].decode()
    at = 0
    for part in parts:
        words = [re.escape(word) for word in part.split()]
        found = re.compile(_BETWEEN.join(words)).search(source, at) if words else None
        if found:
            at = found.start() + 1
            yield place_of(document, block.begin + len(source[: found.start()].encode()))
        else:
            yield place_of(document, block.begin)


def surroundings(document: Document, block: Block) -> tuple[str, ...]:
    """Return the texts that lead up to a block: the items it stands in, and a line with a colon."""
    texts = []
    top = block
    while top.parent >= 0:
        top = document.blocks[top.parent]
        texts.append(top.text if top.kind == "list_item" else "")
    before = top.index - 1
    while before >= 0 and document.blocks[before].depth:
        before = document.blocks[before].parent
    if before >= 0 and document.blocks[before].kind == "paragraph":
        said = document.blocks[before].text
        texts.append(said if said.endswith((":", "\uff1a")) else "")
    return tuple(text for text in texts if text)
