"""Flags fences and tables so long that they are reference, not instruction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lazy import lazy
from chaff.lint.finding import Match, match_block
from chaff.lint.fixes.spared import has_own_links
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.matchers.common import excused, found
from chaff.lint.repository.place import NOWHERE, Place
from chaff.shapes.base import Shape
from chaff.shapes.detect import LongBlockDetect

_FENCE: Final = lazy(r" {0,3}(`{3,}|~{3,})[ \t]*(\S*)")


class Long(Shape, frozen=True, kw_only=True):
    """A long block, taken apart."""

    block: Block
    head: str
    """The word behind a fence's opening, or the head of a table."""
    lines: tuple[str, ...]
    """Lines of code, or rows."""


def flag(document: Document, detect: LongBlockDetect, place: Place = NOWHERE) -> Iterator[Match]:
    """Yield the fences and tables that have at least so many lines or rows."""
    if detect.files and not found(detect.files, place.path):
        return
    long = [one for one in _long(document, detect) if not _excused(document, one, detect)]
    if long and _other_lines(document, long) >= detect.min_other_lines:
        for one in long:
            yield _match(document, one)


def _other_lines(document: Document, long: list[Long]) -> int:
    """Return how many lines that are not blank the file has beside its long blocks."""
    inside = {n for one in long for n in range(one.block.line - 1, one.block.end_line)}
    numbers = range(document.body_line, len(document.lines))
    return sum(n not in inside and not document.lines.blank(n) for n in numbers)


def _match(document: Document, one: Long) -> Match:
    words = next(filter(None, map(str.strip, one.lines)), "")
    unit = "lines"
    if one.block.kind == "table":
        words, unit = one.head, "rows"
    return match_block(
        document,
        one.block,
        fixable=not _tied(document, one),
        detail=f"{len(one.lines)} {unit}",
        words=words,
    )


def _long(document: Document, detect: LongBlockDetect) -> Iterator[Long]:
    for block in document.blocks:
        if block.parent != NO_PARENT or _between_comments(document, block):
            continue
        if block.kind == "code" and block.end_line - block.line > detect.min_code_lines:
            one = _fence(document, block)
            if one and len(one.lines) >= detect.min_code_lines:
                yield one
        elif block.kind == "table" and block.end_line - block.line > detect.min_table_rows:
            one = _table(document, block)
            if len(one.lines) >= detect.min_table_rows:
                yield one


def _fence(document: Document, block: Block) -> Long | None:
    """Return a fence, unless it is only indented or is not closed."""
    first, last = block.line - 1, block.end_line - 1
    opening = _FENCE.match(_line(document, first))
    closing = _FENCE.fullmatch(_line(document, last))
    if opening is None or closing is None or first == last:
        return None
    if closing[2] or not closing[1].startswith(opening[1]):
        return None
    return Long(
        block=block,
        head=opening[2],
        lines=tuple(_line(document, number) for number in range(first + 1, last)),
    )


def _table(document: Document, block: Block) -> Long:
    stop = document.after(block.index)
    inside = document.blocks[block.index + 1 : stop]
    return Long(
        block=block,
        head=next((part.text for part in inside if part.kind == "table_head"), ""),
        lines=tuple(part.text for part in inside if part.kind == "table_row"),
    )


def _line(document: Document, number: int) -> str:
    return document.lines.text(number).decode()


def _between_comments(document: Document, block: Block) -> bool:
    """Tell whether a block stands between two HTML blocks: something may generate it."""
    before, after = block.index - 1, document.after(block.index)
    return (
        before >= 0
        and after < len(document.blocks)
        and document.blocks[before].kind == document.blocks[after].kind == "html"
    )


def _excused(document: Document, one: Long, detect: LongBlockDetect) -> bool:
    block = one.block
    above = document.blocks[block.index - 1].text if block.index else ""
    head = (above, one.head) if block.kind == "table" else (above,)
    if any(found(detect.unless_head, text) for text in head):
        return True
    if block.kind == "code" and found(detect.unless_language, one.head):
        return True
    such = sum(found(detect.unless_line, line) for line in one.lines)
    if such * 100 >= len(one.lines) * detect.unless_line_percent:
        return True
    return found(detect.unless, _source(document, one)) or excused(block, (), detect.unless_under)


def _source(document: Document, one: Long) -> str:
    return document.lines.data[one.block.start : one.block.end].decode()


def _tied(document: Document, one: Long) -> bool:
    """Tell whether a table has links that would lead elsewhere, or nowhere, from another file."""
    return one.block.kind != "code" and has_own_links(document, _source(document, one))
