"""What the days before an edit teach about scores: how neighbours resemble, what weekdays do."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Final

from chaff.gate.autocorrelation import ASSUMED, lag_one
from chaff.gate.welch import mean
from chaff.shapes.base import Shape

LONGEST_DAYS: Final = 84
"""Scores older than this teach nothing about now."""
_MIN_SEGMENT: Final = 10
_PRIOR_DAYS: Final = 4
"""The assumed autocorrelation weighs as much as so many days of one's own."""
_CAUTION: Final = 0.5
"""So many standard errors are added, √((1 − ρ²)/n) each: too low a guess makes false verdicts."""
_LARGEST: Final = 0.95
_PRIOR_WEEKS: Final = 4
"""A weekday's offset is drawn towards 0 as if so many of it had shown none."""


class History(Shape, frozen=True, kw_only=True):
    """What is known before an edit; nothing after it can change it."""

    autocorrelation: float = ASSUMED
    weekdays: tuple[float, ...] = (0.0,) * 7
    """What a Monday, a Tuesday … is above or below other days, in points."""

    def adjusted(self, day: date, score: float) -> float:
        """Return a score without its weekday's part."""
        return score - self.weekdays[day.weekday()]


def learn(texts: Mapping[date, str | None], scores: Mapping[date, float]) -> History:
    """Return what scored days teach; `texts` says which text was in force on which of them.

    Scores are taken around the mean of their stretch of days with one text, so that an edit that
    worked passes for no trend. Days of an unknown text teach nothing.
    """
    segments = _segments(texts, scores)
    centred = [{day: score - mean(tuple(part.values())) for day, score in part.items()}
               for part in segments]  # fmt: skip
    offsets = _weekdays(centred)
    smooth = [{day: score - offsets[day.weekday()] for day, score in part.items()}
              for part in centred if len(part) >= _MIN_SEGMENT]  # fmt: skip
    return History(autocorrelation=_autocorrelation(smooth), weekdays=offsets)


def _segments(
    texts: Mapping[date, str | None], scores: Mapping[date, float]
) -> list[dict[date, float]]:
    """Return runs of scored days on which one text was in force."""
    segments: list[dict[date, float]] = []
    current: str | None = None
    for day in sorted(scores):
        text = texts.get(day)
        if text is None:
            current = None
            continue
        if text != current:
            segments.append({})
            current = text
        segments[-1][day] = scores[day]
    return segments


def _weekdays(centred: list[dict[date, float]]) -> tuple[float, ...]:
    found: dict[int, list[float]] = defaultdict(list)
    for part in centred:
        for day, score in part.items():
            found[day.weekday()].append(score)
    return tuple(sum(found[n]) / (len(found[n]) + _PRIOR_WEEKS) for n in range(7))


def _autocorrelation(smooth: list[dict[date, float]]) -> float:
    estimated = lag_one(smooth) if smooth else None
    if estimated is None:
        return ASSUMED
    days = sum(len(part) for part in smooth)
    weight = days + _PRIOR_DAYS
    likely = (days * estimated + _PRIOR_DAYS * ASSUMED) / weight
    return min(likely + _CAUTION * math.sqrt((1 - likely**2) / weight), _LARGEST)
