"""What else lay in the windows of a verdict: other edits, new models, days without a score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta

from chaff.gate.situation import Outside, Situation
from chaff.gate.story import span
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Edit


class Inside(Shape, frozen=True, kw_only=True):
    """What a verdict has to be read with."""

    others: tuple[str, ...]
    """Other changes of the text."""
    models: tuple[str, ...]
    rest: tuple[str, ...]
    """New programs, days off, days left out, settings that changed."""

    @property
    def told(self) -> tuple[str, ...]:
        """All of it, a line each."""
        return (*self.others, *self.models, *self.rest)


def inside(
    situation: Situation,
    edits: Collection[Edit],
    first: date,
    last: date,
    *,
    missing: Iterable[date],
    left_out: Iterable[date],
) -> Inside:
    """Return what lay between two days beside the edits that are judged."""
    day = max((edit.day for edit in edits), default=first)
    outside = [each for each in situation.outside if first < each.day <= last]
    return Inside(
        others=tuple(_others(situation, {edit.id for edit in edits}, day, first, last)),
        models=tuple(_told(each) for each in outside if each.what == "model"),
        rest=(
            *(_told(each) for each in outside if each.what == "program"),
            *_days("not scored", missing),
            *_days("left out, since they led to the edit", left_out),
            *_settings(situation, edits),
        ),
    )


def spans(days: Iterable[date]) -> str:
    """Return days as words: three or more in a row as a span."""
    rows: list[list[date]] = []
    for day in sorted(days):
        if rows and day - rows[-1][-1] == timedelta(days=1):
            rows[-1].append(day)
        else:
            rows.append([day])
    return ", ".join(
        f"{row[0]} to {row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows
    )


def missing_days(first: date, last: date, known: Collection[date]) -> tuple[date, ...]:
    """Return the days of a window that are not known."""
    return tuple(day for day in span(first, last) if day not in known)


def _others(
    situation: Situation, own: Collection[str], day: date, first: date, last: date
) -> Iterator[str]:
    for change in situation.story.changes:
        if change.id in own or not first <= change.day <= last:
            continue
        away = (change.day - day).days
        when = f"{abs(away)} days {'after' if away > 0 else 'before'}" if away else "the same day"
        yield f"{change.id} lies in the windows, {when}"


def _told(each: Outside) -> str:
    return f"{each.what} changed on {each.day}: {each.text}"


def _days(what: str, days: Iterable[date]) -> Iterator[str]:
    listed = tuple(days)
    if listed:
        yield f"{what}: {spans(listed)}"


def _settings(situation: Situation, edits: Collection[Edit]) -> Iterator[str]:
    own = [edit for edit in edits if edit.how != "retrospective"]
    if any(edit.gate_hash != situation.compiled.gate_hash for edit in own):
        yield SETTINGS


SETTINGS = "the gate's settings changed since the edit"
