"""What a before/after window can detect: power, smallest effect, days needed, false verdicts.

The model: daily scores are normal with one standard deviation, before and after; the edit shifts
their mean. With independent days the chance of p < alpha is the noncentral t's, exactly. With
autocorrelated days (AR(1)) the means' variances and the mean of the pooled variance are exact; its
distribution is taken as a scaled chi-square with the right first two moments (Satterthwaite 1946).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from chaff.gate.special import chi_square_quantile, log_gamma, normal_cdf, t_quantile
from chaff.shapes.base import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_DAYS: Final = 1_000_000
"""Where the search for the days needed gives up."""

_NODES: Final = 96
_TAIL: Final = 1e-13
_REACH: Final = 9.0
"""Integrals end this many standard deviations out, where less than 1e-18 is left."""


class Window(Shape, frozen=True, kw_only=True):
    """A comparison: scored days before and after, and how the days depend on each other.

    Days may be effective ones, no whole numbers, where `autocorrelation` is 0.
    """

    n_pre: float
    n_post: float
    autocorrelation: float = 0.0

    @property
    def df(self) -> float:
        """Degrees of freedom of the t-test, n_pre + n_post − 2."""
        return self.n_pre + self.n_post - 2

    @property
    def unit_error(self) -> float:
        """The standard error of a difference of means, in SD, if days were independent."""
        return math.sqrt(1 / self.n_pre + 1 / self.n_post)


class Threshold(Shape, frozen=True, kw_only=True):
    """When a difference counts: two-sided alpha, and the least lift in per cent of the mean."""

    alpha: float = 0.10
    lift_percent: float = 5.0


class Chances(Shape, frozen=True, kw_only=True):
    """The chances of each outcome at one true lift."""

    significant: float
    """p < alpha, in either direction."""
    kept: float
    """p < alpha and lift >= the threshold."""
    revert: float
    """p < alpha and lift <= minus the threshold."""


class Moments(Shape, frozen=True, kw_only=True):
    """Variances in units of the day's variance; the pooled variance's mean and its df."""

    pre: float
    post: float
    covariance: float
    pooled: float
    pooled_df: float


def chances(
    window: Window, threshold: Threshold, *, sd: float, baseline: float, true_lift_percent: float
) -> Chances:
    """Return the chances of p < alpha, KEPT and REVERT for an edit of this true lift.

    `sd` is of a day's score, `baseline` the true mean before. Lift is measured against the
    observed mean before, as the gate does, so an edit of exactly the threshold lift is KEPT at most
    half the time. Absolute error about 1e-9 with independent days.
    """
    before = baseline / sd
    shift = before * true_lift_percent / 100
    return Chances(
        significant=significance(window, threshold.alpha, shift_sd=shift),
        kept=_chance_beyond(window, threshold, before, shift),
        # A fall of the mean is a rise of its negative.
        revert=_chance_beyond(window, threshold, before, shift, falling=True),
    )


def significance(window: Window, alpha: float, *, shift_sd: float) -> float:
    """Return the chance of p < alpha in either direction for a shift of so many SD."""
    spread, weights = _pooled_sd(window)
    least = _critical(window, alpha) * spread
    moments = _moments(window)
    error = math.sqrt(moments.pre + moments.post - 2 * moments.covariance)
    beyond = normal_cdf((shift_sd - least) / error) + normal_cdf((-shift_sd - least) / error)
    return _clip(float(weights @ beyond))


def smallest_effect_sd(window: Window, *, alpha: float, power: float) -> float:
    """Return the shift, in SD, that gives p < alpha with this chance (alpha < power < 1)."""
    low, high = 0.0, 1.0
    while significance(window, alpha, shift_sd=high) < power:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if significance(window, alpha, shift_sd=middle) < power:
            low = middle
        else:
            high = middle
    return high


def days_needed(*, shift_sd: float, alpha: float, power: float) -> int | None:
    """Return the days a window needs to find a shift of so many SD, or None beyond a million.

    The same number before and after, independent from day to day.
    """

    def enough(days: int) -> bool:
        window = Window(n_pre=days, n_post=days)
        return significance(window, alpha, shift_sd=shift_sd) >= power

    high = 2
    while not enough(high):
        if high >= MAX_DAYS:
            return None
        high = min(2 * high, MAX_DAYS)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def binding(
    window: Window, threshold: Threshold, *, sd: float, baseline: float
) -> Literal["test", "lift"]:
    """Return which threshold decides: `test` if p < alpha asks for more, with s equal to the SD."""
    percent = 100 * _critical(window, threshold.alpha) * sd / baseline
    return "test" if percent >= threshold.lift_percent else "lift"


def _critical(window: Window, alpha: float) -> float:
    return t_quantile(1 - alpha / 2, window.df) * window.unit_error


def _chance_beyond(
    window: Window, threshold: Threshold, before: float, shift: float, *, falling: bool = False
) -> float:
    """Return the chance of p < alpha and a rise (or fall) of the threshold lift or more.

    In SD units, with u what the observed mean before is off by: the difference of means must reach
    a(s), for the test at pooled SD s, and lift·(before + u). Given s and u it is normal; the
    integral over u is split where the two bounds cross, so that each part is smooth.
    """
    import numpy as np

    sign = -1.0 if falling else 1.0
    lift = threshold.lift_percent / 100
    moments = _moments(window)
    spread, weights = _pooled_sd(window)
    least = (_critical(window, threshold.alpha) * spread)[:, None, None]
    deviation = math.sqrt(moments.pre)
    reach = _REACH * deviation
    crossing = np.clip(least[:, 0, 0] / lift - before, -reach, reach)
    edges = np.stack([np.full_like(crossing, -reach), crossing, np.full_like(crossing, reach)])
    nodes, node_weights = _legendre()
    half = (np.diff(edges, axis=0) / 2).T[:, :, None]
    u = (edges[:-1] + edges[1:]).T[:, :, None] / 2 + half * nodes
    needed = np.maximum(least, lift * (before + u))
    slope = moments.covariance / moments.pre
    rise = shift + (slope - 1) * u
    rest = math.sqrt(moments.post - slope * moments.covariance)
    density = np.exp(-((u / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))
    inner = (half * node_weights * density * normal_cdf((sign * rise - needed) / rest)).sum((1, 2))
    return _clip(float(weights @ inner))


def _pooled_sd(window: Window) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return nodes of the pooled SD (in SD) and weights that integrate over its distribution."""
    import numpy as np

    moments = _moments(window)
    df = moments.pooled_df
    low, high = (math.sqrt(chi_square_quantile(tail, df)) for tail in (_TAIL, 1 - _TAIL))
    nodes, weights = _legendre()
    chi = (low + high) / 2 + (high - low) / 2 * nodes
    log_density = (df - 1) * np.log(chi) - chi**2 / 2 - (df / 2 - 1) * math.log(2)
    density = np.exp(log_density - log_gamma(df / 2))
    return chi * math.sqrt(moments.pooled / df), weights * (high - low) / 2 * density


@lru_cache(maxsize=1)
def _legendre() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    import numpy as np

    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


@lru_cache(maxsize=64)
def _moments(window: Window) -> Moments:
    if window.autocorrelation == 0:
        return Moments(
            pre=1 / window.n_pre,
            post=1 / window.n_post,
            covariance=0.0,
            pooled=1.0,
            pooled_df=window.df,
        )
    return _autocorrelated_moments(window)


def _autocorrelated_moments(window: Window) -> Moments:
    """Return exact moments under AR(1), with the edit day between the windows left out.

    The pooled variance is y'Ay/df with A centring each window, so its mean is tr(AΣ)/df and its
    variance 2·tr(AΣAΣ)/df², for normal y with covariance Σ.
    """
    import numpy as np

    n_pre, n_days = int(window.n_pre), int(window.n_pre) + int(window.n_post)
    at = np.arange(n_days) + (np.arange(n_days) >= n_pre)
    sigma = window.autocorrelation ** np.abs(np.subtract.outer(at, at))
    pre, post = slice(0, n_pre), slice(n_pre, n_days)
    centred = sigma.copy()
    for part in (pre, post):
        centred[part] -= centred[part].mean(axis=0)
    trace, square = float(np.trace(centred)), float(np.sum(centred * centred.T))
    return Moments(
        pre=float(sigma[pre, pre].mean()),
        post=float(sigma[post, post].mean()),
        covariance=float(sigma[pre, post].mean()),
        pooled=trace / window.df,
        pooled_df=trace**2 / square,
    )


def _clip(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)
