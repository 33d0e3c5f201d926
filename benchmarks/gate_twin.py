"""The gate's two decisions for many years at once: arrays of a row a year, for simulations.

Each function is the twin of one in chaff/gate, which tests/gate/test_error_rate.py holds it to.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from chaff.gate.autocorrelation import _LARGEST, _MIN_PAIRS, ASSUMED
from chaff.gate.history import _CAUTION, _MIN_SEGMENT, _PRIOR_DAYS, _PRIOR_WEEKS


@dataclass(frozen=True)
class Tested:
    """What a test says of each row: p of the change, its size in per cent of the mean before."""

    p_value: np.ndarray
    lift_percent: np.ndarray

    def outcomes(self, alpha: float, lift_percent: float) -> np.ndarray:
        """Return 1 for KEPT, −1 for REVERT, 0 for INCONCLUSIVE."""
        counts = (self.p_value < alpha) & (np.abs(self.lift_percent) >= lift_percent)
        return np.where(counts, np.sign(self.lift_percent), 0).astype(int)


def welch_rows(pre: np.ndarray, post: np.ndarray) -> Tested:
    """Return Welch's test of each row; twin of `chaff.gate.decide`."""
    parts = [side.var(axis=1, ddof=1) / side.shape[1] for side in (pre, post)]
    total = parts[0] + parts[1]
    df = total**2 / sum(
        part**2 / (side.shape[1] - 1) for part, side in zip(parts, (pre, post), strict=True)
    )
    before = pre.mean(axis=1)
    change = post.mean(axis=1) - before
    return Tested(2 * stdtr(df, -np.abs(change) / np.sqrt(total)), 100 * change / before)


def learn_rows(
    scores: np.ndarray, runs: np.ndarray, weekdays: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return each row's autocorrelation and its seven weekday offsets; twin of `history.learn`.

    `runs` numbers the stretches of days with one text, from 0 in each row; −1 is a day without.
    `weekdays` has an entry a day.
    """
    n_rows = len(scores)
    known = runs >= 0
    n_runs = int(runs.max(initial=0)) + 1
    key = np.where(known, runs, 0) + n_runs * np.arange(n_rows)[:, None]
    length = np.bincount(key[known], minlength=n_rows * n_runs)

    def centred(values: np.ndarray) -> np.ndarray:
        sums = np.bincount(key[known], weights=values[known], minlength=n_rows * n_runs)
        return np.where(known, values - (sums / np.maximum(length, 1))[key], 0.0)

    rest = centred(scores)
    offsets = np.stack(
        [
            rest[:, weekdays == n].sum(axis=1)
            / (known[:, weekdays == n].sum(axis=1) + _PRIOR_WEEKS)
            for n in range(7)
        ],
        axis=1,
    )
    smooth = centred(rest - offsets[:, weekdays])
    long = known & (length[key] >= _MIN_SEGMENT)
    smooth = np.where(long, smooth, 0.0)
    pairs = long[:, 1:] & long[:, :-1] & (runs[:, 1:] == runs[:, :-1])
    n_pairs, days = pairs.sum(axis=1), long.sum(axis=1)
    products = (smooth[:, 1:] * smooth[:, :-1] * pairs).sum(axis=1) / np.maximum(n_pairs, 1)
    squares = (smooth**2).sum(axis=1) / np.maximum(days, 1)
    usable = (n_pairs >= _MIN_PAIRS) & (squares > 0)
    raw = products / np.where(usable, squares, 1.0)
    n_long = ((length >= _MIN_SEGMENT).reshape(n_rows, n_runs)).sum(axis=1)
    each = days / np.maximum(n_long, 1)
    estimated = np.clip((each * raw + 1) / np.where(usable, each - 3, 1.0), 0.0, _LARGEST)
    weight = days + _PRIOR_DAYS
    likely = (days * estimated + _PRIOR_DAYS * ASSUMED) / weight
    careful = np.minimum(likely + _CAUTION * np.sqrt((1 - likely**2) / weight), _LARGEST)
    return np.where(usable, careful, ASSUMED), offsets


def gls_rows(
    positions: np.ndarray, scores: np.ndarray, n_pre: int, autocorrelation: np.ndarray
) -> Tested:
    """Return each row's step; twin of `autocorrelation.gls_step`, and of the lift made of it.

    An AR(1) series is whitened day by day: (x_t − ρ^g·x_(t−g)) / √(1 − ρ^2g), g days apart.
    """
    n_days = scores.shape[1]
    gaps = np.diff(positions, axis=1)
    carry = autocorrelation[:, None] ** gaps
    scale = np.sqrt(1 - carry**2)

    def whitened(values: np.ndarray) -> np.ndarray:
        rest = (values[:, 1:] - carry * values[:, :-1]) / scale
        return np.concatenate([values[:, :1], rest], axis=1)

    level = whitened(np.ones_like(scores))
    step = whitened(np.broadcast_to(np.arange(n_days) >= n_pre, scores.shape).astype(float))
    values = whitened(scores)
    a, b, c = ((x * y).sum(axis=1) for x, y in ((level, level), (level, step), (step, step)))
    u, v = (level * values).sum(axis=1), (step * values).sum(axis=1)
    determinant = a * c - b * b
    base, estimate = (c * u - b * v) / determinant, (a * v - b * u) / determinant
    residual = values - base[:, None] * level - estimate[:, None] * step
    error = np.sqrt((residual**2).sum(axis=1) / (n_days - 2) * a / determinant)
    before = scores[:, :n_pre].mean(axis=1)
    p_value = 2 * stdtr(n_days - 2, -np.abs(estimate) / error)
    return Tested(p_value, 100 * estimate / before)
