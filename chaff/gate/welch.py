"""Welch's unequal-variance t-test of two windows, and when a window has no variance at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from chaff.gate.special import t_two_sided_p
from chaff.shapes.base import Shape

NOISE: Final = 1e-9
"""Spread below this part of the scale is rounding, not variance."""


class TTest(Shape, frozen=True, kw_only=True):
    """A t-test: its statistic, degrees of freedom, and two-sided p."""

    t: float
    df: float
    p_value: float


def mean(values: Sequence[float]) -> float:
    """Return the mean; the sum is rounded once."""
    return math.fsum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    """Return the sample variance (divisor n − 1) of at least two values."""
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values) / (len(values) - 1)


def is_constant(values: Sequence[float], *, scale: float) -> bool:
    """Tell whether values differ by no more than floating point leaves, relative to the scale.

    Weighted means of equal scores come out as 7.299999999999999 and 7.300000000000001; their
    variance of 1e-31 would make any difference "significant".
    """
    return max(values) - min(values) <= NOISE * scale


def welch(pre: Sequence[float], post: Sequence[float], *, scale: float) -> TTest | None:
    """Return the test of post − pre, or None where it is undefined.

    Undefined are a window of fewer than two days, and two constant windows. t is positive where
    the later mean is higher; degrees of freedom as in Welch (1947), by Satterthwaite.
    """
    if min(len(pre), len(post)) < 2:
        return None
    if is_constant(pre, scale=scale) and is_constant(post, scale=scale):
        return None
    return from_moments(
        mean(post) - mean(pre), (variance(pre), variance(post)), (len(pre), len(post))
    )


def from_moments(
    difference: float, variances: tuple[float, float], sizes: tuple[float, float]
) -> TTest:
    """Return Welch's test from a difference of means, two variances and two sizes.

    Sizes may be effective ones, of more than 1 but no whole numbers.
    """
    parts = [variance / size for variance, size in zip(variances, sizes, strict=True)]
    total = math.fsum(parts)
    df = total**2 / math.fsum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    t = difference / math.sqrt(total)
    return TTest(t=t, df=df, p_value=t_two_sided_p(t, df))
