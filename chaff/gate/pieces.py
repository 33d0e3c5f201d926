"""An instruction file as the risk classifier compares it: pieces of text, each in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal, NamedTuple

from chaff.gate.prose import Token, tokens_of
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document

Sort = Literal["prose", "heading", "code", "table", "html", "front_matter"]
Place = tuple[Sort, int, bool, int]
"""What a piece is, how many list items it stands in, whether quoted, a heading's level."""

_SORTS: Final[dict[str, Sort]] = {
    "paragraph": "prose",
    "list_item": "prose",
    "heading": "heading",
    "code": "code",
    "table_head": "table",
    "table_row": "table",
    "html": "html",
    "front_matter": "front_matter",
}
_FENCE: Final = re.compile(
    r"^\s*(`{3,}|~{3,})[^\n]*\n?(?P<code>.*?)(\n\s*\1[`~]*\s*)?\Z", re.DOTALL
)
_CELL: Final = re.compile(r"(?<!\\)\|")


class Piece(NamedTuple):
    """One block's words and its place."""

    place: Place
    tokens: tuple[Token, ...]
    text: str
    line: int


def pieces_of(document: Document) -> tuple[Piece, ...]:
    """Return the pieces of a file, in order; rules across the page are no text."""
    return tuple(
        Piece(_place(document, block), _tokens(block), block.text, block.line)
        for block in document.blocks
        if block.kind in _SORTS and (block.text or _SORTS[block.kind] != "prose")
    )


def flows(pieces: tuple[Piece, ...]) -> Iterator[tuple[Place, tuple[Token, ...]]]:
    """Yield each run of prose in one place as a whole: where its blocks part is layout."""
    for place, run in groupby(pieces, key=lambda piece: piece.place):
        group = list(run)
        if place[0] == "prose":
            yield place, tuple(token for piece in group for token in piece.tokens)
        else:
            yield from ((place, piece.tokens) for piece in group)


def loose_lines(document: Document) -> list[str]:
    """Return the lines that stand in no block: definitions of links, for the most part."""
    covered = {line for block in document.blocks for line in range(block.line, block.end_line + 1)}
    every = (document.lines.text(number).decode().strip() for number in range(len(document.lines)))
    return [text for number, text in enumerate(every, start=1) if text and number not in covered]


def _place(document: Document, block: Block) -> Place:
    items, parent = 0, block.parent
    while parent != NO_PARENT:
        above = document.blocks[parent]
        items += above.kind == "list_item"
        parent = above.parent
    return _SORTS[block.kind], items, block.quoted, block.level


def _tokens(block: Block) -> tuple[Token, ...]:
    text = re.sub(r"\r\n?", "\n", block.text)
    match _SORTS[block.kind]:
        case "prose" | "heading":
            return tokens_of(text)
        case "table":
            cells = [tokens_of(cell.strip()) for cell in _CELL.split(text)]
            return tuple(token for cell in cells for token in (*cell, Token("|")))
        case "code":
            fence = _FENCE.match(text)
            return (Token(fence["code"] if fence else text, code=True),)
        case _:
            return (Token(text, code=True),)
