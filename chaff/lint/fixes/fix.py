"""Fixes what was found, as data: edits against the original bytes, applied by one function.

A fix deletes whole blocks, or moves blocks and sections verbatim and leaves a pointer line. Every
set of edits is tried out: unless all other blocks stay as they were, in kind, nesting and source,
and no link in the file loses its target, the finding whose edit is to blame is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from chaff.errors import SpecError
from chaff.lint.finding import Finding, Match
from chaff.lint.fixes.anchors import breaks_links, lead_into
from chaff.lint.fixes.edits import apply_edits, edits_of, files_of
from chaff.lint.fixes.outline import expected, outline
from chaff.lint.fixes.reasons import LINKED, READ_DIFFERENTLY, TAKEN
from chaff.lint.fixes.spared import held_back
from chaff.lint.markdown.blocks import Document, parse
from chaff.lint.match import matches
from chaff.lint.repository.place import NOWHERE, Place
from chaff.shapes.base import Shape
from chaff.shapes.detect import (
    DeleteBlock,
    Detect,
    Fix,
    LongBlockDetect,
    MoveBlock,
    MoveSection,
    SectionDetect,
)
from chaff.shapes.edit import Edit

__all__ = ["MAX_TRIALS", "Fixed", "apply_edits", "fix"]

MAX_TRIALS: Final = 200
MIN_TRIALS: Final = 12
"""Sets of edits tried in one file; where more would be needed, nothing is fixed."""

TRIED_BYTES: Final = 4 * 1024 * 1024
"""About how many bytes the trials of a file may parse, so that time grows with its size only."""

NOTHING_WRITTEN: Final[Mapping[str, str]] = MappingProxyType({})


class Fixed(Shape, frozen=True, kw_only=True):
    """What a fix makes of a file."""

    data: bytes
    edits: tuple[Edit, ...]
    """Against the original bytes, in order, not overlapping; applied to them they give `data`."""
    files: dict[str, str]
    """Other files written, by path relative to the instruction file's folder."""
    left: tuple[Finding, ...]
    """What was found and not fixed, as it lies in the original."""
    reasons: Mapping[int, str] = {}
    """For each finding that is left, by the byte at which it starts, why."""


def fix(
    data: bytes,
    detect: Detect,
    how: Fix,
    *,
    place: Place = NOWHERE,
    existing: Collection[str] = (),
    written: Mapping[str, str] = NOTHING_WRITTEN,
    kept: Collection[int] = (),
) -> Fixed:
    """Return the fixed file; fixing it again changes nothing.

    `existing` are files, relative to the instruction file's folder, that must not be overwritten.
    `written` are the texts of those of them that a run which was cut short may have written: one
    that holds exactly what would be moved there does not stand in the way.
    `kept` are the byte offsets at which findings start that must be left alone.
    Raises BadInputError if the bytes are not UTF-8 or a pattern is not RE2, SpecError if fix and
    detection do not go together.
    """
    _require_match(detect, how)
    document = parse(data)
    found = matches(document, detect, place)
    asked = tuple(match for match in found if match.finding.start not in kept)
    held = held_back(document, asked, detect, how, place)
    fixable = tuple(match for match in asked if match.first not in held)
    taken = _taken(how, [path for path in existing if path not in written])
    if taken:
        fixable = ()

    def holds(chosen: tuple[Match, ...]) -> bool:
        after = parse(apply_edits(data, edits_of(document, chosen, how)))
        return _unharmed(document, after, chosen, how) and (
            [_traits(match) for match in matches(after, detect, place)]
            == [_traits(match) for match in _others(found, chosen)]
        )

    chosen = _settle(fixable, holds, trials_for(len(data)))
    moved = files_of(document, chosen, how)
    if any(written.get(path, text) != text for path, text in moved.items()):
        chosen, moved, taken = (), {}, True
    edits = edits_of(document, chosen, how)
    left = _others(found, chosen)
    return Fixed(
        data=apply_edits(data, edits),
        edits=edits,
        files=moved,
        left=tuple(match.finding for match in left),
        reasons={
            match.finding.start: held.get(match.first) or _reason(document, match, how, taken=taken)
            for match in left
        },
    )


def _require_match(detect: Detect, how: Fix) -> None:
    match detect:
        case SectionDetect():
            fits = isinstance(how, MoveSection)
        case LongBlockDetect():
            fits = isinstance(how, MoveBlock)
        case _:
            fits = isinstance(how, DeleteBlock)
    if not fits:
        raise SpecError(
            "fix and detection do not go together",
            remedy="section goes with move_section, long_block with move_block, all else with "
            "delete_block",
        )


def _reason(document: Document, match: Match, how: Fix, *, taken: bool) -> str:
    """Return why a finding is left that nothing about itself keeps."""
    if taken and not isinstance(how, DeleteBlock):
        return TAKEN.format(to=how.to)
    finding = match.finding
    return LINKED if lead_into(document, finding.start, finding.end) else READ_DIFFERENTLY


def _taken(how: Fix, existing: Collection[str]) -> bool:
    """Tell whether a file stands where the moved text would go, or where its folder would."""
    if isinstance(how, DeleteBlock):
        return False
    parts = how.to.split("/")
    ways = {"/".join(parts[: n + 1]) for n in range(len(parts))}
    return any(path in ways or path.startswith(f"{how.to}/") for path in existing)


def trials_for(n_bytes: int) -> int:
    """Return how many sets of edits may be tried in a file of this size."""
    return max(MIN_TRIALS, min(MAX_TRIALS, TRIED_BYTES // max(n_bytes, 1)))


def _settle(
    fixable: tuple[Match, ...],
    holds: Callable[[tuple[Match, ...]], bool],
    most_trials: int,
) -> tuple[Match, ...]:
    """Return what can be fixed together: all of it, or all but those that do not hold.

    Found by halving, and repeated until nothing more can be added: fixing one finding may make
    another fixable, and a second run must have nothing to do.
    """
    trials = 0

    def largest(base: tuple[Match, ...], part: tuple[Match, ...]) -> tuple[Match, ...]:
        nonlocal trials
        trials += 1
        if trials > most_trials:
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
    return chosen if trials <= most_trials else ()


def _others(all_of_them: tuple[Match, ...], some: tuple[Match, ...]) -> tuple[Match, ...]:
    places = {match.first for match in some}
    return tuple(match for match in all_of_them if match.first not in places)


def _place(match: Match) -> int:
    return match.first


def _unharmed(document: Document, after: Document, chosen: tuple[Match, ...], how: Fix) -> bool:
    """Tell whether all that is not fixed stays as it was, in kind, nesting, source and links."""
    return (
        after.definitions == document.definitions
        and [outline(block) for block in after.blocks] == list(expected(document, chosen, how))
        and not breaks_links(document, after)
        # Agents take what stands between such lines for front matter, and do not read it.
        and (not _opens_like_front_matter(after) or _opens_like_front_matter(document))
    )


def _opens_like_front_matter(document: Document) -> bool:
    """Tell whether the first line is one that front matter begins with."""
    return document.lines.text(0).rstrip() in (b"---", b"+++")


def _traits(match: Match) -> tuple[str, bool]:
    """Return what stays of a match: one that becomes fixable would be fixed next time."""
    return (match.finding.excerpt, match.fixable)
