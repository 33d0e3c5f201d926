"""Proposes control candidates: unrelated text of about the size of what the fix removes.

Tried in this order, until there are enough: runs of whole sentences and lines, two such runs,
runs of words, sets of several lines. Each is put through the compile's own refusals before it is
proposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Final

from chaff.compile.controls import MOST_CONTROLS, build_control
from chaff.compile.literals import clash
from chaff.compile.present import Present
from chaff.compile.subsets import subsets
from chaff.errors import CompileRefusal
from chaff.shapes.base import Shape
from chaff.shapes.rule import ControlCandidate, TextEdit

TOLERANCE_PERCENT: Final = 15
"""How far from the fix's size in bytes a proposal may be; tokens decide later, within 5 %."""

_SENTENCE: Final = re.compile(rb"(?<=[.!?;:])[ ]+(?=\S)")
_WORD: Final = re.compile(rb"(?<= )(?=[^ ])")
_MARKER: Final = re.compile(rb"\s*(?:(?:[-*+]|\d+[.)])[ ]+)?")
_KEPT: Final = re.compile(rb"^ {0,3}(#|```|~~~|---|\||<)|^\s*$")
"""Lines that are no prose: headings, fences, rules, tables, markup, blank lines."""

_MOST_PAIRED: Final = 40
_MOST_TRIED: Final = 2000

Span = tuple[int, int]


class Proposal(Shape, frozen=True, kw_only=True):
    """A candidate, and by how many bytes it shortens the file."""

    candidate: ControlCandidate
    shrinks_by: int


def propose(
    present: Present, most: int = MOST_CONTROLS, *, target: int | None = None
) -> tuple[Proposal, ...]:
    """Return up to `most` candidates, the nearest to the fix's size first; fewer if text is short.

    A list takes 16. Whoever counts tokens asks for more, and aims at another size in bytes where
    the fix's text has more or fewer tokens a byte than the rest.
    """
    if target is None:
        target = len(present.data) - len(present.fixed.data)
    found: dict[str, Proposal] = {}
    for spans in _spans(present, target):
        proposal = _proposal(spans, present)
        if proposal is not None:
            found.setdefault(proposal.candidate.id, proposal)
        if len(found) == most:
            break
    ordered = sorted(found.values(), key=lambda proposal: abs(proposal.shrinks_by - target))
    return tuple(ordered)


def _spans(present: Present, target: int) -> Iterator[tuple[Span, ...]]:
    """Yield the byte spans of candidates to try, nearest in size first within each kind."""
    segments = _segments(present)
    lines = [line for segment in segments for line in segment]
    whole = [
        (run[0][0], run[1][1])
        for part in segments
        for run in combinations_with_replacement(part, 2)
    ]
    parts = [run for line in lines for run in _parts(present.data, line, _SENTENCE)]
    sentences = whole + parts
    yield from _near(((run,) for run in sentences), target)
    halves = [run for run in sentences if target <= 5 * _size((run,)) <= 4 * target]
    pairs = combinations(sorted(halves)[:_MOST_PAIRED], 2)
    yield from _near((pair for pair in pairs if pair[0][1] <= pair[1][0]), target)
    words = (run for line in lines for run in _parts(present.data, line, _WORD))
    yield from _near(((run,) for run in words), target)
    slack = target * TOLERANCE_PERCENT // 100
    yield from subsets(
        [line for line in lines if _is_free(present, line)],
        [part for part in parts if _is_free(present, part)],
        target,
        slack,
    )


def _is_free(present: Present, span: Span) -> bool:
    """Tell whether a span alone may be deleted: no scorer names it, and it stands there once."""
    try:
        text = present.data[span[0] : span[1]].decode()
    except UnicodeDecodeError:
        return False
    once = present.data.count(text.encode()) == 1
    return bool(text.strip()) and once and not clash(TextEdit(find=text), present.named)


def _near(choices: Iterable[tuple[Span, ...]], target: int) -> list[tuple[Span, ...]]:
    """Return the choices near the target's size, a new place preferred to a known one."""
    slack = target * TOLERANCE_PERCENT // 100
    fit = [spans for spans in choices if abs(_size(spans) - target) <= slack]
    fit.sort(key=lambda spans: (abs(_size(spans) - target), spans))
    seen: set[int] = set()
    first: list[tuple[Span, ...]] = []
    second: list[tuple[Span, ...]] = []
    for spans in fit[:_MOST_TRIED]:
        (second if spans[0][0] in seen else first).append(spans)
        seen.add(spans[0][0])
    return first + second


def _size(spans: tuple[Span, ...]) -> int:
    return sum(end - start for start, end in spans)


def _segments(present: Present) -> list[list[Span]]:
    """Return the stretches of prose lines that neither the rule nor its fix touches."""
    taken = [(finding.start, finding.end) for finding in present.findings]
    taken += [(edit.start, edit.end) for edit in present.fixed.edits]
    segments: list[list[Span]] = [[]]
    at = 0
    fenced = False
    for line in present.data.splitlines(keepends=True):
        start, at = at, at + len(line)
        fence = line.lstrip().startswith((b"```", b"~~~"))
        fenced ^= fence
        touched = any(start < end and begin < at for begin, end in taken)
        if touched or fence or fenced or _KEPT.match(line):
            segments.append([])
        else:
            segments[-1].append((start, at))
    return [segment for segment in segments if segment]


def _parts(data: bytes, line: Span, boundary: re.Pattern[bytes]) -> Iterator[Span]:
    """Yield every part of a line between cuts at `boundary`, but not all of it."""
    start, end = line
    text = data[start:end].rstrip()
    marker = _MARKER.match(text)
    first, last = start + (marker.end() if marker else 0), start + len(text)
    inner = {start + found.end() for found in boundary.finditer(text)}
    cuts = sorted(cut for cut in {first, last, *inner} if first <= cut <= last)
    return (part for part in combinations(cuts, 2) if part != (first, last))


def _proposal(spans: tuple[Span, ...], present: Present) -> Proposal | None:
    line = present.data.count(b"\n", 0, spans[0][0]) + 1
    size = _size(spans)
    try:
        texts = [present.data[start:end].decode() for start, end in spans]
        edits = tuple(TextEdit(find=text) for text in texts)
        candidate = ControlCandidate(id=f"line-{line}-{size}-bytes", edits=edits)
        build_control(candidate, present)
    except (CompileRefusal, UnicodeDecodeError):
        return None
    return Proposal(candidate=candidate, shrinks_by=size)
