"""Fixes what was found, as data: edits against the original bytes, applied by one function.

A fix deletes whole blocks, or moves whole sections verbatim and leaves a pointer line. Every set
of edits is tried out: unless all other blocks stay as they were, in kind, nesting and source, the
finding whose edit is to blame is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from chaff.errors import BadInputError, SpecError
from chaff.lint.blocks import Block, Document, parse
from chaff.lint.match import Finding, Match, matches
from chaff.shapes.base import Shape
from chaff.shapes.config import Edit
from chaff.shapes.detect import BlockDetect, DeleteBlock, Detect, Fix, MoveSection, SectionDetect

MAX_TRIALS: Final = 200
"""Sets of edits tried in one file; where more would be needed, nothing is fixed."""


class Fixed(Shape, frozen=True, kw_only=True):
    """What a fix makes of a file."""

    data: bytes
    edits: tuple[Edit, ...]
    """Against the original bytes, in order, not overlapping; applied to them they give `data`."""
    files: dict[str, str]
    """Other files written, by path relative to the instruction file's folder."""
    left: tuple[Finding, ...]
    """What was found and not fixed, as it lies in the original."""


def fix(data: bytes, detect: Detect, how: Fix, *, existing: Collection[str] = ()) -> Fixed:
    """Return the fixed file; fixing it again changes nothing.

    `existing` are files, relative to the instruction file's folder, that must not be overwritten.
    Raises BadInputError if the bytes are not UTF-8, SpecError if fix and detection do not go
    together or a pattern is not RE2.
    """
    _require_match(detect, how)
    document = parse(data)
    found = matches(document, detect)
    fixable = () if _taken(how, existing) else tuple(m for m in found if not m.nested)

    def holds(chosen: tuple[Match, ...]) -> bool:
        return _holds(document, found, chosen, detect, how)

    chosen = _settle(fixable, holds)
    edits = _edits(document, chosen, how)
    return Fixed(
        data=apply_edits(data, edits),
        edits=edits,
        files=_files(document, chosen, how),
        left=tuple(match.finding for match in _others(found, chosen)),
    )


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


def _require_match(detect: Detect, how: Fix) -> None:
    match detect, how:
        case (BlockDetect(), DeleteBlock()) | (SectionDetect(), MoveSection()):
            return
    raise SpecError(
        "fix and detection do not go together",
        remedy="blocks are deleted (delete_block), sections are moved (move_section)",
    )


def _taken(how: Fix, existing: Collection[str]) -> bool:
    """Tell whether a file stands where the moved text would go, or where its folder would."""
    if isinstance(how, DeleteBlock):
        return False
    parts = how.to.split("/")
    ways = {"/".join(parts[: n + 1]) for n in range(len(parts))}
    return any(path in ways or path.startswith(f"{how.to}/") for path in existing)


def _settle(
    fixable: tuple[Match, ...], holds: Callable[[tuple[Match, ...]], bool]
) -> tuple[Match, ...]:
    """Return what can be fixed together: all of it, or all but those that do not hold.

    Found by halving, and repeated until nothing more can be added: fixing one finding may make
    another fixable, and a second run must have nothing to do.
    """
    trials = 0

    def largest(base: tuple[Match, ...], part: tuple[Match, ...]) -> tuple[Match, ...]:
        nonlocal trials
        trials += 1
        if trials > MAX_TRIALS:
            return ()
        if holds(tuple(sorted((*base, *part), key=_place))):
            return part
        if len(part) == 1:
            return ()
        middle = len(part) // 2
        first = largest(base, part[:middle])
        return (*first, *largest((*base, *first), part[middle:]))

    chosen: tuple[Match, ...] = ()
    waiting = fixable
    while waiting and (added := largest(chosen, waiting)):
        chosen = tuple(sorted((*chosen, *added), key=_place))
        waiting = _others(waiting, added)
    return chosen if trials <= MAX_TRIALS else ()


def _others(all_of_them: tuple[Match, ...], some: tuple[Match, ...]) -> tuple[Match, ...]:
    places = {match.first for match in some}
    return tuple(match for match in all_of_them if match.first not in places)


def _place(match: Match) -> int:
    return match.first


def _holds(
    document: Document,
    found: tuple[Match, ...],
    chosen: tuple[Match, ...],
    detect: Detect,
    how: Fix,
) -> bool:
    """Tell whether all else stays as it was, and nothing but what is left is found again."""
    edits = _edits(document, chosen, how)
    after = parse(apply_edits(document.lines.data, edits))
    if after.definitions != document.definitions:
        return False
    if [_outline(block) for block in after.blocks] != list(_expected(document, chosen, how)):
        return False
    left = [match.finding.excerpt for match in _others(found, chosen)]
    return [match.finding.excerpt for match in matches(after, detect)] == left


_Outline = tuple[int, str, int, str]


def _outline(block: Block) -> _Outline:
    return (block.depth, block.kind, block.level, block.text)


def _expected(document: Document, chosen: tuple[Match, ...], how: Fix) -> Iterator[_Outline]:
    """Yield the outline that the fixed file must have."""
    starts = {match.first: match for match in chosen}
    gone = {index for match in chosen for index in range(match.first, match.stop)}
    gone |= _emptied_lists(document, gone)
    for block in document.blocks:
        if block.index in starts and isinstance(how, MoveSection):
            yield (0, "paragraph", 0, how.pointer.strip())
        if block.index not in gone:
            yield _outline(block)


def _emptied_lists(document: Document, gone: set[int]) -> set[int]:
    """Return the lists of which no item is left."""
    items: dict[int, bool] = {}
    for block in document.blocks:
        if block.kind == "list_item":
            items[block.parent] = items.get(block.parent, True) and block.index in gone
    return {parent for parent, empty in items.items() if empty}


def _edits(document: Document, chosen: tuple[Match, ...], how: Fix) -> tuple[Edit, ...]:
    match how:
        case DeleteBlock():
            return tuple(_deletions(document, chosen))
        case MoveSection():
            return tuple(_replacement(document, match.finding, how.pointer) for match in chosen)


def _files(document: Document, chosen: tuple[Match, ...], how: Fix) -> dict[str, str]:
    if isinstance(how, DeleteBlock) or not chosen:
        return {}
    sections = [_source(document, match.finding) for match in chosen]
    line_end = _line_end(document, chosen[0].finding.line - 1)
    return {how.to: line_end.join(sections)}


def _source(document: Document, finding: Finding) -> str:
    return document.lines.data[finding.start : finding.end].decode()


def _replacement(document: Document, finding: Finding, pointer: str) -> Edit:
    """Return the edit that puts the pointer in a section's place, as a paragraph of its own."""
    lines = document.lines
    first, after = finding.line - 1, finding.end_line
    line_end = _line_end(document, first)
    crowded_before = first > document.body_line and not lines.blank(first - 1)
    crowded_after = after < len(lines) and not lines.blank(after)
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
    """Yield one edit for each run of blocks to delete with nothing but blank lines between."""
    lines = document.lines
    for first, last in _runs(document, chosen):
        start, end = _with_blanks(document, first, last + 1)
        span = slice(lines.start(start), lines.start(end))
        yield Edit(start=span.start, end=span.stop, deleted=lines.data[span].decode())


def _runs(document: Document, chosen: tuple[Match, ...]) -> Iterator[tuple[int, int]]:
    """Yield first and last line (from 0) of each run."""
    run: tuple[int, int] | None = None
    for match in chosen:
        first, last = match.finding.line - 1, match.finding.end_line - 1
        if run and document.lines.last_filled(first - 1) <= run[1]:
            run = (run[0], max(run[1], last))
        else:
            if run:
                yield run
            run = (first, last)
    if run:
        yield run


def _with_blanks(document: Document, start: int, end: int) -> tuple[int, int]:
    """Return the lines to delete: with the blank lines that would else be left double.

    After a blank line, or at the top, the blank lines behind go too. At the end of the file those
    before go, so that it does not end in blank lines.
    """
    lines, top = document.lines, document.body_line
    beyond = end
    while beyond < len(lines) and lines.blank(beyond):
        beyond += 1
    if beyond == len(lines):
        while start > top and lines.blank(start - 1):
            start -= 1
        return start, beyond
    if start == top or lines.blank(start - 1):
        return start, beyond
    return start, end
