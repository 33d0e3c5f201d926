"""A year of daily scores that nobody worked: made up, so that a dashboard can be shown.

What each edit really did is known here, as it never is in life, and stands beside the verdict.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Final

from chaff.gate.decide import Rule, decide
from chaff.gate.series import Day, Series
from chaff.site.gate import Dashboard, mark_of_decision

SEED: Final = 20261130
_START: Final = date(2026, 1, 1)
_DAYS: Final = 365
_BASE: Final = 7.0
_SD: Final = 0.55
_RESEMBLANCE: Final = 0.3
_TODAY: Final = date(2027, 1, 1)

EDITS: Final = (
    (32, "shorter list of commands", 0.0),
    (67, "asks for a plan before large changes", 9.0),
    (102, "house style in one sentence", 0.0),
    (137, "tells to answer at length", -12.0),
    (172, "points to the test layout", 4.0),
    (207, "removes the folder tree", 0.0),
    (242, "names the release branch", 6.0),
    (277, "a second persona line", 0.0),
    (312, "says which logs to read first", 10.0),
    (355, "drops two warnings", 0.0),
)
"""Day of the year, what was edited, and its true effect in per cent of the base."""


def sample_year() -> Dashboard:
    """Return the dashboard of the made-up year; the same on every machine.

    An edit that gets REVERT is taken back the day its window ends, as a gate would.
    """
    noise = _noise()
    level, marks = 0.0, []
    steps = [0.0] * _DAYS
    series = Series(days=())
    rule = Rule()
    for number, (at, title, percent) in enumerate(EDITS, start=1):
        steps[at:] = [level + percent] * (_DAYS - at)
        series = _series(steps, noise)
        day = _START + timedelta(days=at)
        decision = decide(series, day, rule, today=_TODAY)
        signed = f"{percent:+g}".replace("-", "−")
        truth = f"true effect {signed} %" if percent else "no effect in truth"
        name = f"edit-{number:04}"
        marks.append(mark_of_decision(decision, name=name, title=title, truth=truth))
        if decision.outcome == "REVERT":
            back = at + rule.window_days + 1
            steps[back:] = [level] * max(_DAYS - back, 0)
        else:
            level += percent
    return Dashboard(
        name="example",
        title="A made-up year",
        series=_series(steps, noise),
        marks=tuple(marks),
        rule=rule,
        cadence_days=35,
        generated=True,
    )


def _noise() -> list[float]:
    """Return days that resemble the day before; sums of uniforms stand for a normal."""
    source = random.Random(SEED)  # noqa: S311 - a picture, not a secret
    noise, last = [], 0.0
    for _ in range(_DAYS):
        shock = sum(source.random() for _ in range(12)) - 6.0
        last = _RESEMBLANCE * last + (1 - _RESEMBLANCE**2) ** 0.5 * shock
        noise.append(last)
    return noise


def _series(steps: list[float], noise: list[float]) -> Series:
    days = []
    for number, (step, error) in enumerate(zip(steps, noise, strict=True)):
        day = _START + timedelta(days=number)
        value = _BASE * (1 + step / 100) + _SD * error
        score = round(min(max(value, 0.0), 10.0), 2)
        # Sundays are off: not scored, which is no score of 0.
        days.append(Day(day=day, score=None if day.weekday() == 6 else score))
    return Series(days=tuple(days))
