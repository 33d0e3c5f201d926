"""How often a rule's hits are right: the share of readings, with its exact interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

CONFIDENCE = 0.95
_HALVINGS = 60


class Precision(NamedTuple):
    """Hits that were right among those read, with the bounds of their share."""

    right: int
    read: int
    lower: float
    upper: float


def precision(right: int, read: int) -> Precision:
    """Return the two-sided 95 % interval of Clopper and Pearson (1934, Biometrika 26, 404-413).

    The lower bound is the share at which `right` or more hits would have a chance of 2.5 %, the
    upper one that at which `right` or fewer would. Without readings it is everything: 0 to 1.
    Raises ValueError unless 0 <= right <= read.
    """
    if not 0 <= right <= read:
        raise ValueError(f"{right} of {read} is no share")
    tail = (1 - CONFIDENCE) / 2
    lower = 0.0 if right == 0 else _root(lambda p: _at_least(right, read, p) - tail)
    upper = 1.0 if right == read else _root(lambda p: tail - _at_least(read - right, read, 1 - p))
    return Precision(right, read, lower, upper)


def _root(rising: Callable[[float], float]) -> float:
    """Return where a rising function of a share crosses 0, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _at_least(least: int, n: int, p: float) -> float:
    """Return P(X >= least) of a binomial X of `n` trials, each with chance `p`."""
    if p in {0.0, 1.0}:
        return float(least == 0 or p == 1.0)
    return math.fsum(
        math.exp(
            math.lgamma(n + 1)
            - math.lgamma(k + 1)
            - math.lgamma(n - k + 1)
            + k * math.log(p)
            + (n - k) * math.log1p(-p)
        )
        for k in range(least, n + 1)
    )
