"""How much of a daily score's variance lies between days: more conversations do not shrink it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chaff.gate.welch import mean, variance
from chaff.shapes.gate_day import DayScore

MIN_DAYS: Final = 10
"""Days with a score, and days with two conversations or more, that an estimate needs."""


def between_day_share(days: Iterable[DayScore]) -> float | None:
    """Return the share of the variance of daily scores that lies between days, or None.

    A day's score is a mean of conversations, so σ²/n_eff of its variance comes from them, with σ²
    pooled over all days with at least two, weighted by their n_eff − 1 (one-way random effects by
    the method of moments). What is left of the variance of the scores lies between days; steps and
    trends count to it. None if days are too few or all alike.
    """
    scored = [day for day in days if day.score is not None]
    several = [
        (day.sd_within**2, day.effective_conversations - 1)
        for day in scored
        if day.sd_within is not None
        and day.effective_conversations is not None
        and day.effective_conversations > 1
    ]
    if min(len(scored), len(several)) < MIN_DAYS:
        return None
    total = variance([day.score for day in scored if day.score is not None])
    if total == 0:
        return None
    pooled = sum(square * weight for square, weight in several) / sum(w for _, w in several)
    within = mean([pooled / (day.effective_conversations or 1) for day in scored])
    return min(max(1 - within / total, 0.0), 1.0)
