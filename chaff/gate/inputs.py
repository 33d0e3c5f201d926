"""Reads the daily series that a gate keeps: scores, friction, changes of model and program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from chaff.canonical import line_bytes, parse
from chaff.errors import BadInputError
from chaff.gate.series import Day, Series
from chaff.gate.situation import Outside, Situation
from chaff.gate.story import Story
from chaff.shapes.base import convert, to_json
from chaff.shapes.gate import CompiledGate
from chaff.shapes.gate_day import DayScore

DAYS: Final = "days.jsonl"
_GONE: Final = 3
"""Used days without a model that make its absence a change; fewer are chance."""


def read_days(state: Path) -> tuple[DayScore, ...]:
    """Return the stored days, in order; none if nothing was scored yet.

    Raises BadInputError naming the line that is damaged, or a day that stands twice.
    """
    path = state / DAYS
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(path)) from None
    return days_in(data, where=str(path))


def days_in(data: bytes, *, where: str) -> tuple[DayScore, ...]:
    """Return the days of a file of the gate's, in order; raises BadInputError as `read_days`."""
    found: dict[str, DayScore] = {}
    for number, line in enumerate(data.splitlines(), start=1):
        place = f"{where}:{number}"
        day = convert(parse(line, where=place), DayScore, where=place)
        if day.day.isoformat() in found:
            raise BadInputError(f"{day.day} stands twice", where=place)
        found[day.day.isoformat()] = day
    return tuple(found[name] for name in sorted(found))


def is_days(data: bytes) -> bool:
    """Tell whether a file is the gate's own series, with what each day was made from."""
    return b'"conversations":' in data.lstrip().partition(b"\n")[0]


def series_of(days: Sequence[DayScore]) -> Series:
    """Return the series that stored days are."""
    return Series(days=tuple(Day(day=day.day, score=day.score, rubric=day.rubric) for day in days))


def days_bytes(days: Sequence[DayScore]) -> bytes:
    """Return days as they are stored."""
    ordered = sorted(days, key=lambda day: day.day)
    return b"".join(line_bytes(to_json(day)) + b"\n" for day in ordered)


def situation_of(compiled: CompiledGate, story: Story, days: Sequence[DayScore]) -> Situation:
    """Return the situation that a ledger and stored days make."""
    return Situation(
        compiled=compiled,
        story=story,
        series=series_of(days),
        friction={day.day: day.friction for day in days if day.friction},
        outside=(
            *_changes(days, "model", lambda day: day.models),
            *_changes(days, "program", lambda day: day.programs),
        ),
    )


def _changes(
    days: Sequence[DayScore],
    what: Literal["model", "program"],
    names: Callable[[DayScore], tuple[str, ...]],
) -> Iterator[Outside]:
    """Yield each day on which something was used that was not used on the day before it.

    For models also the first of `_GONE` days or more on which one of the day before was not used.
    """
    used = [day for day in days if names(day)]
    for place, (last, day) in enumerate(pairwise(used), start=1):
        before, now = names(last), names(day)
        ahead = used[place : place + _GONE] if what == "model" else []
        later = {name for each in ahead for name in names(each)}
        if new := [name for name in now if name not in before]:
            then = "then" if set(before).isdisjoint(now) else "then also"
            yield Outside(
                day=day.day, what=what, text=f"{', '.join(before)}, {then} {', '.join(new)}"
            )
        elif len(ahead) == _GONE and (gone := [name for name in before if name not in later]):
            yield Outside(day=day.day, what=what, text=f"{', '.join(gone)} no longer used")
