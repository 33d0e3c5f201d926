"""Asks a gate about edits that nobody made: how often it fires on nothing, and mirrored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final

import msgspec

from chaff.gate.article import judge_article
from chaff.gate.attributable import comparable, judge_attributable
from chaff.gate.judgement import Judgement
from chaff.gate.lookup import of_kind
from chaff.gate.series import Day, Series
from chaff.gate.situation import Situation
from chaff.gate.story import Story
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Done, Edit, Outcome, Start, Verdict

_ONE: Final = timedelta(days=1)
_BEFORE: Final = f"sha256:{0:064x}"
_AFTER: Final = f"sha256:{1:064x}"
_AT: Final = "2000-01-01T00:00:00Z"


class Tried(Shape, frozen=True, kw_only=True):
    """An edit that was not made, on a day, and what the gate would have said of it."""

    day: date
    outcome: Outcome
    swapped: Outcome
    """With the scores before and after exchanged."""
    lift_percent: float | None
    swapped_lift_percent: float | None


class SelfTest(Shape, frozen=True, kw_only=True):
    """What was tried. Neighbours share most of their days; `apart` share none."""

    tried: tuple[Tried, ...]
    apart: tuple[Tried, ...]
    stretches: tuple[tuple[date, date], ...]
    """First and last day of each run of days on which one text was in force."""
    n_unknown: int
    """Scored days of a text that is not known, or on which it changed: left out."""
    own: tuple[tuple[str, Outcome, Outcome], ...]
    """Verdicts that were given: id, outcome, outcome with the arms swapped."""

    @property
    def counts(self) -> Counter[Outcome]:
        """Outcomes of all that was tried."""
        return Counter(each.outcome for each in self.tried)

    @property
    def swapped(self) -> Counter[Outcome]:
        """Outcomes with the arms swapped."""
        return Counter(each.swapped for each in self.tried)


def selftest(situation: Situation, today: date) -> SelfTest:
    """Return what the gate says of edits that were not made; nothing is entered anywhere."""
    scores = comparable(situation, today)
    parts = list(_stretches(situation, scores))
    tried: list[Tried] = []
    apart: list[Tried] = []
    for part in parts:
        free = None
        for day in _days(part):
            found = _try(situation, part, day)
            if found is None:
                continue
            each, first, last = found
            tried.append(each)
            if free is None or first > free:
                apart.append(each)
                free = last
    return SelfTest(
        tried=tuple(tried),
        apart=tuple(apart),
        stretches=tuple((min(part), max(part)) for part in parts),
        n_unknown=len(scores) - sum(map(len, parts)),
        own=tuple(_own(situation)),
    )


def _stretches(situation: Situation, scores: Mapping[date, float]) -> Iterator[dict[date, float]]:
    """Yield runs of scored days on which one text was in force and none was changed."""
    part: dict[date, float] = {}
    text = None
    changed = {change.day for change in situation.story.changes}
    last = date.min
    for day, score in sorted(scores.items()):
        now = situation.story.text_on(day)
        broken = any(last < each <= day for each in changed)
        if part and (now != text or broken):
            yield part
            part = {}
        if now is not None:
            part[day] = score
        text, last = now, day
    if part:
        yield part


def _days(part: Mapping[date, float]) -> Iterator[date]:
    day, last = min(part), max(part)
    while day <= last:
        yield day
        day += _ONE


def _try(
    situation: Situation, part: Mapping[date, float], day: date
) -> tuple[Tried, date, date] | None:
    """Return what the gate says of an edit of a day; None if the stretch has no room for it."""
    judged = _judge(situation, part, day)
    if judged is None or not _is_full(situation, judged):
        return None
    numbers = judged.numbers
    mirrored = _judge(situation, swapped(part, numbers.pre_days, numbers.post_days), day)
    if mirrored is None:
        return None
    tried = Tried(
        day=day,
        outcome=judged.outcome,
        swapped=mirrored.outcome,
        lift_percent=numbers.lift_percent,
        swapped_lift_percent=mirrored.numbers.lift_percent,
    )
    return tried, numbers.pre_days[0], numbers.post_days[-1]


def swapped(
    scores: Mapping[date, float], pre: tuple[date, ...], post: tuple[date, ...]
) -> dict[date, float]:
    """Return scores with those of two windows exchanged, in their order.

    Where one has more days than the other, its surplus stays.
    """
    found = dict(scores)
    for before, after in zip(pre, post, strict=False):
        found[before], found[after] = scores[after], scores[before]
    return found


def _judge(situation: Situation, scores: Mapping[date, float], day: date) -> Judgement | None:
    """Judge an edit of a day as the gate would, on a series and a ledger made for it."""
    imagined = _imagined(situation, scores, day)
    edits = imagined.story.open_edits
    if situation.gate.preset == "article":
        return judge_article(imagined, edits[0], max(scores) + _ONE)
    return judge_attributable(imagined, edits, max(scores) + _ONE)


def _imagined(situation: Situation, scores: Mapping[date, float], day: date) -> Situation:
    hashes: dict[str, Any] = {
        "gate_hash": situation.compiled.gate_hash,
        "rubric_hash": situation.compiled.rubric_hash,
    }
    rubric = situation.compiled.rubric_hash
    edit = Edit(
        id="edit-0001", at=_AT, day=day, how="auto", risk="low",
        before=_BEFORE, after=_AFTER, **hashes,
    )  # fmt: skip
    return Situation(
        compiled=situation.compiled,
        story=Story(
            (
                Start(at=_AT, day=min(scores), since=min(scores), text=_BEFORE, **hashes),
                edit,
                Done(at=_AT, day=day, of=edit.id),
            )
        ),
        series=Series(
            days=tuple(Day(day=each, score=scores[each], rubric=rubric) for each in sorted(scores))
        ),
    )


def _is_full(situation: Situation, judged: Judgement) -> bool:
    """Tell whether both windows hold as many scored days as a verdict asks for."""
    numbers, least = judged.numbers, situation.gate.thresholds.min_days
    return (
        numbers.lift_percent is not None
        and min(len(numbers.pre_days), len(numbers.post_days)) >= least
    )


def _own(situation: Situation) -> Iterator[tuple[str, Outcome, Outcome]]:
    """Yield the verdicts that looked at a test, and what they would be with the arms swapped."""
    scores = situation.series.scores
    for verdict in of_kind(situation.story.lines, Verdict):
        numbers = verdict.numbers
        days = (*numbers.pre_days, *numbers.post_days)
        if numbers.p_value is None or not all(day in scores for day in days):
            continue
        mirrored = swapped({day: scores[day] for day in days}, numbers.pre_days, numbers.post_days)
        edit = situation.story.edit(verdict.edits[-1])
        day = edit.day if edit else numbers.post_days[0] - _ONE
        first = min(numbers.post_days[0] - _ONE, max(day, numbers.pre_days[-1] + _ONE))
        found = _judge(_level(situation, verdict), mirrored, first)
        if found is not None:
            yield verdict.id, verdict.outcome, found.outcome


def _level(situation: Situation, verdict: Verdict) -> Situation:
    """Return the situation with the preset by which a verdict was given."""
    preset = "article" if verdict.numbers.test == "welch" else "attributable"
    gate = msgspec.structs.replace(situation.gate, preset=preset)
    compiled = msgspec.structs.replace(situation.compiled, gate=gate)
    return msgspec.structs.replace(situation, compiled=compiled)
