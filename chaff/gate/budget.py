"""How small a p must be so that a year holds no more false verdicts than it may."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from chaff.gate.lookup import of_kind
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Line, Verdict

LARGEST_ALPHA: Final = 0.05
_YEAR: Final = timedelta(days=365)


class Budget(Shape, frozen=True, kw_only=True):
    """What is left of a year's false verdicts, and of its slots for verdicts."""

    left: float
    slots: int

    @property
    def alpha(self) -> float:
        """The level of the next test: an even share of what is left."""
        return min(LARGEST_ALPHA, max(self.left, 0.0) / max(self.slots, 1))


def budget_on(lines: Iterable[Line], day: date, *, a_year: float, window_days: int) -> Budget:
    """Return the budget for a test on a day.

    Under no effect a test at level α is false with a chance of at most α, whatever the days have
    to do with each other, so that the α's of any 365 days add up to at most the budget. A verdict
    that looked at no test spent nothing.
    """
    spent = [
        verdict.numbers.alpha
        for verdict in of_kind(lines, Verdict)
        if verdict.numbers.test == "gls"
        and verdict.numbers.p_value is not None
        and day - _YEAR < verdict.day <= day
    ]
    fresh = fresh_budget(a_year, window_days)
    return Budget(left=fresh.left - math.fsum(spent), slots=fresh.slots - len(spent))


def fresh_budget(a_year: float, window_days: int) -> Budget:
    """Return the budget of a year in which nothing was tested yet."""
    return Budget(left=a_year, slots=math.ceil(_YEAR.days / (window_days + 1)))
