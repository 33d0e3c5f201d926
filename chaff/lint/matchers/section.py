"""Flags whole sections that are logs: a heading and enough entries below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lint.finding import Finding, Match, excerpt, place_of
from chaff.lint.fixes.spared import has_own_links
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.matchers.common import found, matching
from chaff.shapes.detect import SectionDetect

_ENTRY_KINDS: Final = ("list_item", "paragraph", "table_row", "heading")


def flag(document: Document, detect: SectionDetect) -> Iterator[Match]:
    """Yield the sections that are logs: a heading and all that belongs to it."""
    resume = 0
    for block in matching(document, ("heading",), detect.heading):
        if block.parent != NO_PARENT or block.index < resume:
            continue
        if found(detect.unless_heading, block.text):
            continue
        stop = _section_stop(document, block)
        if _is_log(document.blocks[block.index + 1 : stop], detect):
            resume = stop
            yield _match(document, block, stop)


def _match(document: Document, heading: Block, stop: int) -> Match:
    end_line = _section_end(document, stop)
    end = document.lines.start(end_line)
    return Match(
        finding=Finding(
            line=heading.line,
            column=place_of(document, heading.begin)[1],
            end_line=end_line,
            start=heading.start,
            end=end,
            excerpt=excerpt(heading.text),
        ),
        first=heading.index,
        stop=stop,
        fixable=not has_own_links(document, document.lines.data[heading.start : end].decode()),
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


def _matches(text: str, wanted: tuple[str, ...], barred: tuple[str, ...]) -> bool:
    return found(wanted, text) and not found(barred, text)
