"""Finds sets of spans whose sizes add up to about a target: for fixes longer than any one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

Span = tuple[int, int]

MOST_PIECES: Final = 24
"""A control edit of more pieces is one that nobody reads."""

_STRIDES: Final = (1, 2, 3, 5)


def subsets(
    wholes: Sequence[Span], parts: Sequence[Span], target: int, slack: int
) -> Iterator[tuple[Span, ...]]:
    """Yield sets of `wholes`, each closed by one of `parts`, within `slack` bytes of a target.

    Walks the wholes (in file order, not overlapping) from every start and in several strides, so
    that sets differ in where they lie; the part that closes a set is the one that fits best.
    """
    for stride in _STRIDES:
        for start in range(len(wholes)):
            yield from _walk(wholes, parts, target, slack, start, stride)


def _walk(
    wholes: Sequence[Span],
    parts: Sequence[Span],
    target: int,
    slack: int,
    start: int,
    stride: int,
) -> Iterator[tuple[Span, ...]]:
    taken: list[Span] = []
    size = 0
    for step in range(len(wholes)):
        span = wholes[(start + step * stride) % len(wholes)]
        length = span[1] - span[0]
        if span in taken or size + length > target + slack or len(taken) == MOST_PIECES:
            continue
        taken.append(span)
        size += length
    gap = target - size
    if abs(gap) <= slack:
        yield tuple(sorted(taken))
    free = [part for part in parts if not any(part[0] < e and s < part[1] for s, e in taken)]
    best = min(free, key=lambda part: abs(part[1] - part[0] - gap), default=None)
    if best is not None and abs(best[1] - best[0] - gap) <= slack // 8 + 1:
        yield tuple(sorted((*taken, best)))
