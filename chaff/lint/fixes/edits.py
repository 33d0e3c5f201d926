"""Makes the edits of a fix against a parsed file, and applies edits to bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from chaff.errors import BadInputError
from chaff.lint.finding import Finding, Match
from chaff.lint.markdown.blocks import Document
from chaff.shapes.detect import DeleteBlock, Fix, MoveBlock, MoveSection
from chaff.shapes.edit import Edit


def apply_edits(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Return `data` with the edits made.

    Raises BadInputError if they overlap, are out of order, or do not fit the bytes.
    """
    parts: list[bytes] = []
    position = 0
    for edit in edits:
        if not position <= edit.start <= edit.end <= len(data):
            raise BadInputError(f"the edit at byte {edit.start} overlaps or is out of place")
        if data[edit.start : edit.end] != edit.deleted.encode():
            raise BadInputError(f"the edit at byte {edit.start} does not fit what stands there")
        parts += [data[position : edit.start], edit.inserted.encode()]
        position = edit.end
    return b"".join([*parts, data[position:]])


def edits_of(document: Document, chosen: tuple[Match, ...], how: Fix) -> tuple[Edit, ...]:
    """Return the edits that fix the chosen findings, in order."""
    match how:
        case DeleteBlock():
            return tuple(_deletions(document, chosen))
        case MoveSection() | MoveBlock():
            starts = {match.finding.start for match in chosen}
            return tuple(
                _replacement(document, match.finding, how.pointer, starts) for match in chosen
            )


def files_of(document: Document, chosen: tuple[Match, ...], how: Fix) -> dict[str, str]:
    """Return the files that the fix writes beside the instruction file."""
    if isinstance(how, DeleteBlock) or not chosen:
        return {}
    sections = [_source(document, match.finding) for match in chosen]
    line_end = _line_end(document, document.lines.at(chosen[0].finding.start))
    return {how.to: line_end.join(sections)}


def _source(document: Document, finding: Finding) -> str:
    return document.lines.data[finding.start : finding.end].decode()


def _replacement(
    document: Document, finding: Finding, pointer: str, starts: Collection[int]
) -> Edit:
    """Return the edit that puts the pointer in a text's place, as a paragraph of its own.

    Where another text is moved from right behind it, that one's pointer keeps the distance.
    """
    lines = document.lines
    first, after = lines.at(finding.start), finding.end_line
    line_end = _line_end(document, first)
    crowded_before = first > document.body_line and not lines.blank(first - 1)
    crowded_after = after < len(lines) and not lines.blank(after) and finding.end not in starts
    return Edit(
        start=finding.start,
        end=finding.end,
        deleted=_source(document, finding),
        inserted=line_end * crowded_before
        + pointer
        + lines.ending(after - 1)
        + line_end * crowded_after,
    )


def _line_end(document: Document, number: int) -> str:
    """Return the line end used at a line, or where it has none, before it."""
    return document.lines.ending(number) or document.lines.ending(0) or "\n"


def _deletions(document: Document, chosen: tuple[Match, ...]) -> Iterator[Edit]:
    """Yield the deletions, with the blank lines that would else be left double.

    After a blank line, or at the top, the blank lines behind a block go too. At the end of the
    file those before go, so that it does not end in blank lines.
    """
    lines, top = document.lines, document.body_line
    spans = _joined(document, chosen)
    end = len(lines)
    while spans and lines.last_filled(end - 1) < spans[-1][1]:
        end = spans.pop()[0]
    for first, after in spans:
        behind = after
        if first == top or lines.blank(first - 1):
            while lines.blank(behind):
                behind += 1
        yield _deletion(document, first, behind)
    if end < len(lines):
        yield _deletion(document, max(top, lines.last_filled(end - 1) + 1), len(lines))


def _deletion(document: Document, first: int, after: int) -> Edit:
    lines = document.lines
    span = slice(lines.start(first), lines.start(after))
    return Edit(start=span.start, end=span.stop, deleted=lines.data[span].decode())


def _joined(document: Document, chosen: tuple[Match, ...]) -> list[tuple[int, int]]:
    """Return where blocks start and the line behind them, from 0; adjacent ones as one."""
    spans: list[tuple[int, int]] = []
    for match in chosen:
        first, after = document.lines.at(match.finding.start), match.finding.end_line
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], after))
        else:
            spans.append((first, after))
    return spans
