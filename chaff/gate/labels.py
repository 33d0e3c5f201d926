"""The honest labels: what a window can detect, how often it errs, beside every threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from chaff.gate.autocorrelation import (
    ASSUMED,
    adjusted_welch,
    effective_days,
    gls_step,
    lag_one,
)
from chaff.gate.decide import Decision
from chaff.gate.power import (
    Threshold,
    Window,
    binding,
    chances,
    days_needed,
    smallest_effect_sd,
)
from chaff.gate.special import t_quantile
from chaff.gate.welch import variance
from chaff.shapes.base import Shape

DAYS_A_YEAR: Final = 365
POWER: Final = 0.80
"""The chance that "would usually catch" means."""


class Detectable(Shape, frozen=True, kw_only=True):
    """What a window detects at one standard deviation of the daily score."""

    mde_sd: float
    """Smallest effect found with the wanted power: in SD, points, per cent of the baseline."""
    mde_points: float
    mde_percent: float
    days_needed: int | None
    """Days a side for p < alpha at the configured lift; null beyond a million."""
    power: float
    """The chance of p < alpha if an edit delivers exactly the configured lift."""
    p_kept: float
    p_revert: float
    binding: Literal["test", "lift"]


class Spurious(Shape, frozen=True, kw_only=True):
    """Verdicts a year that edits without any effect would get."""

    autocorrelation: float
    kept: float
    revert: float


class Volume(Shape, frozen=True, kw_only=True):
    """What so many times the conversations a day would buy."""

    factor: int
    sd: float
    mde_percent: float
    days_needed: int | None


class Dependence(Shape, frozen=True, kw_only=True):
    """What the resemblance of neighbouring days leaves of a window."""

    autocorrelation: float
    effective_days: float
    mde_percent: float | None
    """With a p that allows for it; null where fewer than two effective days are left."""


class AdjustedP(Shape, frozen=True, kw_only=True):
    """The p-values that autocorrelation would leave."""

    lag_one: float | None
    """As estimated within the two windows; null if that cannot be done."""
    used: float
    welch_p: float | None
    gls_p: float | None


def detectable(
    window: Window, threshold: Threshold, *, sd: float, baseline: float, power: float = POWER
) -> Detectable:
    """Return what the window detects, days being independent."""
    effect = smallest_effect_sd(window, alpha=threshold.alpha, power=power)
    outcome = chances(
        window, threshold, sd=sd, baseline=baseline, true_lift_percent=threshold.lift_percent
    )
    return Detectable(
        mde_sd=effect,
        mde_points=effect * sd,
        mde_percent=100 * effect * sd / baseline,
        days_needed=_days(threshold, sd, baseline, power),
        power=outcome.significant,
        p_kept=outcome.kept,
        p_revert=outcome.revert,
        binding=binding(window, threshold, sd=sd, baseline=baseline),
    )


def spurious(
    window: Window, threshold: Threshold, *, sd: float, baseline: float, cadence_days: float
) -> Spurious:
    """Return the false verdicts a year with an edit every so many days."""
    outcome = chances(window, threshold, sd=sd, baseline=baseline, true_lift_percent=0)
    verdicts = DAYS_A_YEAR / cadence_days
    return Spurious(
        autocorrelation=window.autocorrelation,
        kept=verdicts * outcome.kept,
        revert=verdicts * outcome.revert,
    )


def more_conversations(
    window: Window,
    threshold: Threshold,
    *,
    sd: float,
    baseline: float,
    between_day_share: float,
    power: float = POWER,
    factors: Sequence[int] = (2, 3, 5),
) -> tuple[Volume, ...]:
    """Return what more conversations a day would buy.

    `between_day_share` is the part of the daily variance that lies between days, which no number of
    conversations shrinks; the rest falls with their number.
    """
    effect = smallest_effect_sd(window, alpha=threshold.alpha, power=power)
    bought = []
    for factor in factors:
        less = sd * math.sqrt(between_day_share + (1 - between_day_share) / factor)
        bought.append(
            Volume(
                factor=factor,
                sd=less,
                mde_percent=100 * effect * less / baseline,
                days_needed=_days(threshold, less, baseline, power),
            )
        )
    return tuple(bought)


def dependence(
    days: int,
    threshold: Threshold,
    autocorrelation: float,
    *,
    sd: float,
    baseline: float,
    power: float = POWER,
) -> Dependence:
    """Return what a window of autocorrelated days detects with a p that allows for them."""
    left = effective_days(days, autocorrelation)
    percent = None
    if left >= 2:
        effective = Window(n_pre=left, n_post=left)
        effect = smallest_effect_sd(effective, alpha=threshold.alpha, power=power)
        percent = 100 * effect * sd / baseline
    return Dependence(autocorrelation=autocorrelation, effective_days=left, mde_percent=percent)


def adjusted_p(decision: Decision) -> AdjustedP:
    """Return the p-values left by the autocorrelation within the windows, 0.3 if unknown."""
    if decision.test is None:
        return AdjustedP(lag_one=None, used=ASSUMED, welch_p=None, gls_p=None)
    pre, post = decision.pre, decision.post
    estimated = lag_one([pre.scores, post.scores])
    used = ASSUMED if estimated is None else estimated
    welch = adjusted_welch(pre.values, post.values, used)
    days = [*pre.scores, *post.scores]
    step = gls_step(
        [(day - days[0]).days for day in days], [*pre.values, *post.values], len(pre.scores), used
    )
    return AdjustedP(
        lag_one=estimated,
        used=used,
        welch_p=welch.p_value if welch else None,
        gls_p=step.p_value if step else None,
    )


def pooled_sd(decision: Decision) -> float | None:
    """Return the standard deviation of a day's score around its window's mean, or None."""
    if decision.test is None:
        return None
    sides = (decision.pre.values, decision.post.values)
    squares = math.fsum(variance(side) * (len(side) - 1) for side in sides)
    return math.sqrt(squares / (sum(map(len, sides)) - 2))


def lift_interval(decision: Decision) -> tuple[float, float] | None:
    """Return the 1 − alpha interval of the lift, in per cent of the mean before, or None.

    Welch's interval of the difference, over the observed mean before as if it were known.
    """
    test, before, after = decision.test, decision.pre.mean, decision.post.mean
    if test is None or not before or after is None:
        return None
    sides = (decision.pre.values, decision.post.values)
    error = math.sqrt(math.fsum(variance(side) / len(side) for side in sides))
    reach = t_quantile(1 - decision.rule.alpha / 2, test.df) * error
    return 100 * (after - before - reach) / before, 100 * (after - before + reach) / before


def _days(threshold: Threshold, sd: float, baseline: float, power: float) -> int | None:
    shift = baseline * threshold.lift_percent / 100 / sd
    return days_needed(shift_sd=shift, alpha=threshold.alpha, power=power)
