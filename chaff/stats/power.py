"""What an experiment of a given size can detect: a seeded simulation of the admission test.

The item model is stated and simple. Each item's pass rate under present and control is drawn from
Beta(2, 2); under removed it is that rate plus the true effect, clipped to [0, 1]; repeats are
independent. Real items differ from it, so read the figures as a design aid, not as a promise.
All four conditions are applied, with the same bootstrap draws as a real verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission
from chaff.stats.bootstrap import draw_items

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS: Final = (0.0, 0.10, 0.15, 0.20, 0.25, 0.30, 0.40)
"""True effects (removed minus control, fraction of 1) at which the chance is simulated."""

TARGET: Final = 0.80
_BLOCK: Final = 250
"""Simulated experiments at a time: 250 x 10,000 draws of 4 bytes are 10 MB."""


class Power(Shape, frozen=True, kw_only=True):
    """The chance to be admitted, by true effect."""

    n_items: int
    repeats: int
    simulations: int
    seed: int
    admitted: dict[float, float]
    """True effect to the fraction of simulated experiments that were admitted."""

    @property
    def useless_admitted(self) -> float:
        """The chance that a rule without any effect is admitted."""
        return self.admitted[0.0]

    @property
    def detectable_80(self) -> float | None:
        """The least effect admitted 80 % of the time (linear between points), if any is."""
        points = sorted(self.admitted.items())
        for (low, p_low), (high, p_high) in pairwise(points):
            if p_low < TARGET <= p_high:
                return low + (high - low) * (TARGET - p_low) / (p_high - p_low)
        return None

    @property
    def monte_carlo_se(self) -> float:
        """The largest standard error a simulated chance can have, at 0.5."""
        return float((0.25 / self.simulations) ** 0.5)


def simulate_power(
    n_items: int, repeats: int, admission: Admission, *, simulations: int = 2000, seed: int = 1
) -> Power:
    """Return the chance of admission at each of `EFFECTS`, from one seed."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    weights = _draw_weights(n_items, admission)
    chances = {
        effect: _chance(effect, (simulations, n_items), repeats, admission, weights, generator)
        for effect in EFFECTS
    }
    return Power(
        n_items=n_items, repeats=repeats, simulations=simulations, seed=seed, admitted=chances
    )


def _draw_weights(n_items: int, admission: Admission) -> NDArray[np.int64]:
    """Return how often each draw takes each item, shape (n_items, draws)."""
    import numpy as np

    chosen = draw_items(np.random.PCG64(admission.seed), admission.draws, n_items)
    places = chosen + n_items * np.arange(admission.draws)[:, None]
    counts = np.bincount(places.ravel(), minlength=admission.draws * n_items)
    return np.ascontiguousarray(counts.reshape(admission.draws, n_items).T)


def _chance(
    effect: float,
    shape: tuple[int, int],
    repeats: int,
    admission: Admission,
    weights: NDArray[np.int64],
    generator: np.random.Generator,
) -> float:
    import numpy as np

    rate = generator.beta(2, 2, size=shape)
    present = generator.binomial(repeats, rate)
    control = generator.binomial(repeats, rate)
    removed = generator.binomial(repeats, np.clip(rate + effect, 0, 1))
    difference = removed - control
    needed = -(-admission.sign_numerator * shape[1] // admission.sign_denominator)
    admitted = (
        (100 * difference.sum(axis=1) >= admission.effect_percent * repeats * shape[1])
        & ((difference >= 0).sum(axis=1) >= needed)
        & (present.sum(axis=1) <= removed.sum(axis=1))
    )
    # Only experiments that pass the cheap conditions need the bootstrap; the effect condition
    # makes their difference positive, so excluding 0 means a lower bound above it.
    hopeful = difference[admitted]
    return _lower_bounds_above_zero(hopeful, admission, weights) / shape[0]


def _lower_bounds_above_zero(
    difference: NDArray[np.int64], admission: Admission, weights: NDArray[np.int64]
) -> int:
    """Return in how many experiments the interval's lower end, an order statistic, is above 0.

    It is above 0 if fewer draws than its rank have a total of 0 or less.
    """
    import numpy as np

    most = int(np.abs(difference).max(initial=0)) * len(weights)
    count = _short_counts if most <= np.iinfo(np.int8).max else _long_counts
    return sum(found < admission.lower_rank for found in count(difference, weights))


def _short_counts(difference: NDArray[np.int64], weights: NDArray[np.int64]) -> Iterator[int]:
    """Yield how many draws of each experiment have a total of 0 or less, where bytes hold them.

    One row of draws, a byte each, stays in the processor's cache: a quarter of the time of the
    product of matrices.
    """
    import numpy as np

    taken = weights.astype(np.int8)
    total = np.empty_like(taken[0])
    multiples: dict[tuple[int, int], NDArray[np.int8]] = {}
    for experiment in difference.tolist():
        total.fill(0)
        for place in enumerate(experiment):
            if place not in multiples:
                multiples[place] = taken[place[0]] * np.int8(place[1])
            np.add(total, multiples[place], out=total)
        yield int(np.count_nonzero(total <= 0))


def _long_counts(difference: NDArray[np.int64], weights: NDArray[np.int64]) -> Iterator[int]:
    """Yield the same for any totals below 2^24, which 4 bytes hold exactly."""
    import numpy as np

    taken = weights.astype(np.float32)
    for start in range(0, len(difference), _BLOCK):
        totals = difference[start : start + _BLOCK].astype(np.float32) @ taken
        yield from np.count_nonzero(totals <= 0, axis=1).tolist()
