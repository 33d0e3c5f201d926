"""Finds what a rule flags in a file: whole blocks, or whole sections that are logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lint.blocks import NO_PARENT, Block, Document, parse
from chaff.pattern import found_in
from chaff.shapes.base import Shape
from chaff.shapes.detect import BlockDetect, Detect, SectionDetect

EXCERPT_LENGTH: Final = 120
_ENTRY_KINDS: Final = ("list_item", "paragraph", "table_row", "heading")


class Finding(Shape, frozen=True, kw_only=True):
    """What was flagged: whole lines of the file as given, a BOM counted in the byte offsets."""

    line: int
    """From 1, front matter counted."""
    end_line: int
    start: int
    end: int
    excerpt: str
    """The flagged words, cut to EXCERPT_LENGTH characters."""


class Match(Shape, frozen=True, kw_only=True):
    """A finding, and the blocks it is made of."""

    finding: Finding
    first: int
    """Index of the flagged block, or of the section's heading."""
    stop: int
    """Index after the last block that belongs to it."""
    nested: bool
    """The flagged block has blocks inside (never said of a section)."""


def patterns_of(detect: Detect) -> Iterator[tuple[str, str]]:
    """Yield every pattern of a detection with the name of its field."""
    match detect:
        case BlockDetect():
            fields: tuple[str, ...] = ("any", "unless", "unless_under")
        case SectionDetect():
            fields = ("heading", "unless_heading", "entry", "unless_entry")
    for field in fields:
        for pattern in getattr(detect, field):
            yield field, pattern


def find(data: bytes, detect: Detect) -> tuple[Finding, ...]:
    """Return what `detect` flags in a Markdown file, in the order of the file.

    Raises BadInputError if the bytes are not UTF-8, or a pattern is not RE2.
    """
    return tuple(match.finding for match in matches(parse(data), detect))


def matches(document: Document, detect: Detect) -> tuple[Match, ...]:
    """Return what `detect` flags in a parsed file, in the order of the file."""
    match detect:
        case BlockDetect():
            return tuple(_flagged_blocks(document, detect))
        case SectionDetect():
            return tuple(_flagged_sections(document, detect))


def _flagged_blocks(document: Document, detect: BlockDetect) -> Iterator[Match]:
    for block in document.blocks:
        if block.kind not in detect.blocks or block.quoted or not block.text:
            continue
        nested = document.has_nested(block.index)
        if nested and detect.nested == "skip":
            continue
        if not _matches(block.text, detect.any, detect.unless):
            continue
        if any(_found(detect.unless_under, title) for title in block.headings):
            continue
        yield Match(
            finding=_finding(document, block, block.end_line),
            first=block.index,
            stop=document.after(block.index),
            nested=nested,
        )


def _flagged_sections(document: Document, detect: SectionDetect) -> Iterator[Match]:
    resume = 0
    for block in document.blocks:
        if block.kind != "heading" or block.parent != NO_PARENT or block.index < resume:
            continue
        if not _matches(block.text, detect.heading, detect.unless_heading):
            continue
        stop = _section_stop(document, block)
        if _is_log(document.blocks[block.index + 1 : stop], detect):
            resume = stop
            yield Match(
                finding=_finding(document, block, _section_end(document, stop)),
                first=block.index,
                stop=stop,
                nested=False,
            )


def _section_stop(document: Document, heading: Block) -> int:
    """Return the index of the next heading of the same level or above, or the end."""
    for index in range(heading.index + 1, len(document.blocks)):
        block = document.blocks[index]
        same = block.kind == "heading" and block.parent == NO_PARENT
        if same and block.level <= heading.level:
            return index
    return len(document.blocks)


def _section_end(document: Document, stop: int) -> int:
    """Return the last line (from 1) of a section: link definitions at its end belong to it."""
    blocks, lines = document.blocks, document.lines
    next_line = blocks[stop].line - 1 if stop < len(blocks) else len(lines)
    return lines.last_filled(next_line - 1) + 1


def _is_log(blocks: tuple[Block, ...], detect: SectionDetect) -> bool:
    """Tell whether there are enough entries, and enough of the section belongs to them."""
    entries = covered = units = 0
    inside = under = 0
    """Depth from which blocks lie in an entry; level from which headings lie under one."""
    for block in blocks:
        if block.kind == "heading" and block.level <= under:
            under = 0
        if inside and block.depth < inside:
            inside = 0
        if block.kind not in _ENTRY_KINDS or block.quoted:
            continue
        units += 1
        entry = _matches(block.text, detect.entry, detect.unless_entry)
        entries += entry
        covered += bool(entry or inside or under)
        if entry and block.kind == "heading" and not under:
            under = block.level
        elif entry and block.kind == "list_item" and not inside:
            inside = block.depth + 1
    return entries >= detect.min_entries and covered * 100 >= units * detect.min_share_percent


def _finding(document: Document, block: Block, end_line: int) -> Finding:
    excerpt = block.text
    if len(excerpt) > EXCERPT_LENGTH:
        excerpt = excerpt[: EXCERPT_LENGTH - 1] + "…"
    return Finding(
        line=block.line,
        end_line=end_line,
        start=block.start,
        end=document.lines.start(end_line),
        excerpt=excerpt,
    )


def _matches(text: str, wanted: tuple[str, ...], barred: tuple[str, ...]) -> bool:
    return _found(wanted, text) and not _found(barred, text)


def _found(patterns: tuple[str, ...], text: str) -> bool:
    return any(found_in(pattern, text) for pattern in patterns)
