"""What a rubric is worth on turns that somebody labelled: precision and recall, with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from chaff.canonical import digest_bytes, line_bytes, parse
from chaff.errors import BadInputError
from chaff.gate.rubric import CLASSES, hits, judge
from chaff.shapes.base import Digest, Shape, convert, to_json
from chaff.shapes.gate import PatternClass, Rubric, rubric_hash

_Z: Final = 1.959963984540054
"""Normal quantile of a 95 % interval."""


class Labelled(Shape, frozen=True, kw_only=True):
    """A turn, and the classes that a person says it shows; or the language that it is in."""

    text: str
    labels: tuple[PatternClass, ...] = ()
    language: str = "English"
    note: str = ""
    line: int = 0
    """Of its file, from 1."""


class Share(Shape, frozen=True, kw_only=True):
    """So many of so many, as a share with Wilson's interval (1927) at 95 %; None of none."""

    n: int
    of: int

    @property
    def value(self) -> float | None:
        """The share."""
        return self.n / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Lower and upper bound."""
        if not self.of:
            return None
        share, squared = self.n / self.of, _Z**2 / self.of
        centre = (share + squared / 2) / (1 + squared)
        spread = share * (1 - share) / self.of + squared / (4 * self.of)
        half = _Z * math.sqrt(spread) / (1 + squared)
        return max(0.0, centre - half), min(1.0, centre + half)


class Worth(Shape, frozen=True, kw_only=True):
    """How a class is told: of its matches, how many are right; of its turns, how many match."""

    shows: PatternClass
    precision: Share
    recall: Share


class FirstSight(Shape, frozen=True, kw_only=True):
    """What a rubric was worth on turns before any of its phrases was fitted to them.

    Only these figures tell what to expect of turns that nobody has seen; they are taken once.
    """

    day: date
    rubric_hash: Digest
    turns: Digest
    """Of the file."""
    n_turns: int
    classes: tuple[Worth, ...]


class Miss(Shape, frozen=True, kw_only=True):
    """A turn of which a class is said that a person does not say, or the other way round."""

    line: int
    shows: PatternClass
    matched: bool
    patterns: tuple[str, ...] = ()
    """What matched."""


class Measured(Shape, frozen=True, kw_only=True):
    """What a rubric is worth."""

    n_turns: int
    classes: tuple[Worth, ...]
    misses: tuple[Miss, ...]
    taken_for_other: tuple[int, ...]
    """Lines of English turns that are taken for another language."""
    left_out: Share
    """Of the turns in other languages, how many are not scored."""


def read_labelled(data: bytes, *, where: str) -> tuple[Labelled, ...]:
    """Return the turns of a file of JSON objects, one a line, each with `text` and `labels`.

    `language` stands instead of `labels` for a turn that is not English; `note` is for people.
    Raises BadInputError naming the line.
    """
    found = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        place = f"{where}:{number}"
        value = parse(line, where=place)
        if not isinstance(value, dict) or not {"labels", "language"} & value.keys():
            raise BadInputError("must be an object with text and labels", where=place)
        found.append(convert({**value, "line": number}, Labelled, where=place))
    if not found:
        raise BadInputError("has no turns", where=where)
    return tuple(found)


def first_sight_bytes(turns: bytes, rubric: Rubric, measured: Measured, day: date) -> bytes:
    """Return the record of a first sight of the turns in a file, as it is stored."""
    record = FirstSight(
        day=day,
        rubric_hash=rubric_hash(rubric),
        turns=digest_bytes(turns),
        n_turns=measured.n_turns,
        classes=measured.classes,
    )
    return line_bytes(to_json(record)) + b"\n"


def read_first_sight(data: bytes, turns: bytes, *, where: str) -> FirstSight:
    """Return the record of a first sight; raises BadInputError if it is of other turns."""
    record = convert(parse(data, where=where), FirstSight, where=where)
    if record.turns != digest_bytes(turns):
        raise BadInputError(
            "is the first sight of other turns",
            where=where,
            remedy="labelled turns stay as they were first seen; put new ones into a new file",
        )
    return record


def measure(turns: Sequence[Labelled], rubric: Rubric) -> Measured:
    """Return what a rubric is worth on some turns."""
    own = [turn for turn in turns if turn.language == "English"]
    others = [turn for turn in turns if turn.language != "English"]
    shown = {turn.line: frozenset(judge(turn.text, rubric).shows) for turn in own}
    matched = Counter(name for names in shown.values() for name in names)
    labelled = Counter(name for turn in own for name in set(turn.labels))
    right = Counter(name for turn in own for name in shown[turn.line] & set(turn.labels))
    return Measured(
        n_turns=len(own),
        classes=tuple(
            Worth(
                shows=name,
                precision=Share(n=right[name], of=matched[name]),
                recall=Share(n=right[name], of=labelled[name]),
            )
            for name in CLASSES
        ),
        misses=tuple(miss for turn in own for miss in _misses(turn, shown[turn.line], rubric)),
        taken_for_other=tuple(
            turn.line for turn in own if judge(turn.text, rubric).language == "other"
        ),
        left_out=Share(
            n=sum(judge(turn.text, rubric).language == "other" for turn in others), of=len(others)
        ),
    )


def _misses(turn: Labelled, shown: Iterable[PatternClass], rubric: Rubric) -> Iterator[Miss]:
    wrong = set(shown) ^ set(turn.labels)
    for name in CLASSES:
        if name in wrong:
            patterns = dict.fromkeys(
                getattr(rubric.classes, name)[hit.phrase].any[hit.pattern]
                for hit in hits(turn.text, rubric)
                if hit.shows == name
            )
            yield Miss(
                line=turn.line, shows=name, matched=name in set(shown), patterns=tuple(patterns)
            )
