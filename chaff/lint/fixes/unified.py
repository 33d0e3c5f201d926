"""Makes unified diffs in time that grows with the files, however much of them has changed.

`difflib` alone takes the square of the number of changes. What a fix leaves keeps its order, so
lines that stand once in either file can be paired first, and only what lies between is compared.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

_CONTEXT: Final = 3


def unified_diff(
    old: Sequence[str], new: Sequence[str], *, source: str, target: str
) -> Iterator[str]:
    """Yield the lines of a unified diff; nothing if there is no difference."""
    groups = _Matcher(None, old, new).get_grouped_opcodes(_CONTEXT)
    for number, group in enumerate(groups):
        if not number:
            yield f"--- {source}\n"
            yield f"+++ {target}\n"
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@\n"
        for kind, first, stop, other_first, other_stop in group:
            if kind == "equal":
                yield from (f" {line}" for line in old[first:stop])
            else:
                yield from (f"-{line}" for line in old[first:stop])
                yield from (f"+{line}" for line in new[other_first:other_stop])


def _range(first: int, stop: int) -> str:
    """Return lines as a hunk names them: of none, the line before."""
    length = stop - first
    return str(stop) if length == 1 else f"{first + bool(length)},{length}"


class _Matcher(difflib.SequenceMatcher[str]):
    """Compares what lies between the lines that are paired for sure."""

    a: Sequence[str]
    b: Sequence[str]

    def get_matching_blocks(self) -> list[difflib.Match]:
        """Return the runs of equal lines, in order, and an empty one at the end."""
        ends = (len(self.a), len(self.b))
        runs: list[tuple[int, int, int]] = []
        at = other = 0
        for first, second in (*_pairs(self.a, self.b), ends):
            between = difflib.SequenceMatcher(None, self.a[at:first], self.b[other:second])
            for place, other_place, size in between.get_matching_blocks():
                _add(runs, (at + place, other + other_place, size))
            _add(runs, (first, second, int(first < len(self.a))))
            at, other = first + 1, second + 1
        return [difflib.Match(*run) for run in (*runs, (*ends, 0))]


def _add(runs: list[tuple[int, int, int]], run: tuple[int, int, int]) -> None:
    """Add a run of equal lines to those before, or to the last of them if it goes on there."""
    first, second, size = run
    if not size:
        return
    if runs and (runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]) == (first, second):
        first, second, size = runs[-1][0], runs[-1][1], runs.pop()[2] + size
    runs.append((first, second, size))


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of lines that stand once in either, as far as they keep their order."""
    once = {line for line, count in Counter(new).items() if count == 1}
    once &= {line for line, count in Counter(old).items() if count == 1}
    places = {line: place for place, line in enumerate(new) if line in once}
    last = -1
    for place, line in enumerate(old):
        if line in once and places[line] > last:
            last = places[line]
            yield place, last
