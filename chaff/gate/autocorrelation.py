"""How much a day's score resembles the day before's, and what that leaves of a p-value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from chaff.gate.special import t_two_sided_p
from chaff.gate.welch import TTest, from_moments, mean, variance
from chaff.shapes.base import Shape

ASSUMED: Final = 0.3
"""Lag-1 autocorrelation where it is unknown."""

_MIN_PAIRS: Final = 8
_LARGEST: Final = 0.95


class Step(Shape, frozen=True, kw_only=True):
    """A level shift estimated by generalised least squares."""

    estimate: float
    standard_error: float
    p_value: float


def lag_one(segments: Sequence[Mapping[date, float]]) -> float | None:
    """Return the lag-1 autocorrelation of daily scores around each segment's own mean.

    Only pairs of neighbouring days count; None with fewer than 8 of them or no variance. Corrected
    for the bias of an estimated mean, (n·r + 1)/(n − 3) with n days a segment (Marriott and Pope
    1954), and kept within 0 and 0.95: so few days cannot vouch for a negative one.
    """
    products: list[float] = []
    squares: list[float] = []
    for segment in segments:
        if not segment:
            continue
        centre = mean(tuple(segment.values()))
        rest = {day: score - centre for day, score in segment.items()}
        squares.extend(value * value for value in rest.values())
        products.extend(
            value * rest[day + timedelta(days=1)]
            for day, value in rest.items()
            if day + timedelta(days=1) in rest
        )
    if len(products) < _MIN_PAIRS or max(squares) == 0:
        return None
    raw = mean(products) / mean(squares)
    days = len(squares) / sum(bool(segment) for segment in segments)
    return min(max((days * raw + 1) / (days - 3), 0.0), _LARGEST)


def effective_days(days: int, autocorrelation: float) -> float:
    """Return n/(1 + 2·Σ(1 − k/n)·ρ^k): how many independent days have as precise a mean."""
    inflation = 1 + 2 * sum((1 - k / days) * autocorrelation**k for k in range(1, days))
    return days / inflation


def adjusted_welch(
    pre: Sequence[float], post: Sequence[float], autocorrelation: float
) -> TTest | None:
    """Return Welch's test with effective days for days, or None if they are too few.

    An autocorrelated window also understates its variance, by (n − n/n_eff)/(n − 1).
    """
    sizes = []
    variances = []
    for window in (pre, post):
        days = len(window)
        size = effective_days(days, autocorrelation) if days > 1 else 1.0
        if size <= 1:
            return None
        sizes.append(size)
        variances.append(variance(window) * (days - 1) / (days * (1 - 1 / size)))
    if not any(variances):
        return None
    return from_moments(mean(post) - mean(pre), (variances[0], variances[1]), (sizes[0], sizes[1]))


def gls_step(
    positions: Sequence[int], scores: Sequence[float], n_pre: int, autocorrelation: float
) -> Step | None:
    """Return the shift after the first `n_pre` days by generalised least squares, or None.

    AR(1) errors: days at positions i and j correlate by ρ^|i − j|, so missing days are no problem.
    `positions` (in days) and `scores` have one entry a scored day, in order. p is from Student's t
    with n − 2 degrees of freedom; None where that is undefined.
    """
    import numpy as np

    n_days = len(scores)
    if not 0 < n_pre < n_days or n_days < 3:
        return None
    at = np.asarray(positions, dtype=np.float64)
    lags = np.abs(np.subtract.outer(at, at))
    whiten = np.linalg.inv(np.linalg.cholesky(np.power(autocorrelation, lags)))
    design = whiten @ np.column_stack([np.ones(n_days), np.arange(n_days) >= n_pre])
    values = whiten @ np.asarray(scores, dtype=np.float64)
    inverse = np.linalg.inv(design.T @ design)
    coefficients = inverse @ design.T @ values
    residual = values - design @ coefficients
    error = float(np.sqrt(residual @ residual / (n_days - 2) * inverse[1, 1]))
    estimate = float(coefficients[1])
    if error == 0:
        return None
    return Step(
        estimate=estimate,
        standard_error=error,
        p_value=t_two_sided_p(estimate / error, n_days - 2),
    )
