"""What an experiment of a given size can detect: a seeded simulation of the admission test.

All four conditions are applied together, with the same bootstrap draws as a real verdict, and once
more with the guards at a first attempt. The items follow a stated model (chaff.stats.item_models).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission, Guards
from chaff.stats.bootstrap import draw_items
from chaff.stats.exact import sign_flip_cases
from chaff.stats.guards import DEFAULT_GUARDS
from chaff.stats.item_models import DEFAULT_MODEL, ItemModel, draw_rates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS: Final[tuple[float, ...]] = (0.0, 0.10, 0.15, 0.20, 0.25, 0.30, 0.40)
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
    guarded: dict[float, float] = {}
    """The same of those in which both guards held as well."""
    model: ItemModel = DEFAULT_MODEL
    mean_effects: dict[float, float] = {}
    """True effect to what clipping left of it: the mean of removed − control over items."""

    @property
    def useless_admitted(self) -> float:
        """The chance that a rule without any effect is admitted."""
        return self.admitted[0.0]

    @property
    def detectable_80(self) -> float | None:
        """The least effect admitted 80 % of the time (linear between points), if any is."""
        return _reached(self.admitted)

    @property
    def guarded_detectable_80(self) -> float | None:
        """The same with the guards."""
        return _reached(self.guarded)

    def standard_error(self, effect: float) -> float:
        """Return the Monte Carlo standard error of the chance at one of the effects."""
        chance = self.admitted[effect]
        return float((chance * (1 - chance) / self.simulations) ** 0.5)

    @property
    def monte_carlo_se(self) -> float:
        """The largest standard error a simulated chance can have, at 0.5."""
        return float((0.25 / self.simulations) ** 0.5)


class _Found(Shape, frozen=True, kw_only=True):
    """What became of the experiments at one true effect, as fractions of 1."""

    admitted: float
    guarded: float
    mean_effect: float


def simulate_power(
    n_items: int,
    repeats: int,
    admission: Admission,
    *,
    simulations: int = 2000,
    seed: int = 1,
    model: ItemModel = DEFAULT_MODEL,
    guards: Guards = DEFAULT_GUARDS,
    effects: Sequence[float] = EFFECTS,
) -> Power:
    """Return the chance of admission at each of the effects (0 among them), from one seed."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    weights = draw_weights(n_items, admission)
    shape = (simulations, n_items)
    found = {
        effect: _chance(effect, shape, repeats, model, (admission, guards), weights, generator)
        for effect in effects
    }
    return Power(
        n_items=n_items,
        repeats=repeats,
        simulations=simulations,
        seed=seed,
        admitted={effect: each.admitted for effect, each in found.items()},
        guarded={effect: each.guarded for effect, each in found.items()},
        model=model,
        mean_effects={effect: each.mean_effect for effect, each in found.items()},
    )


def _reached(chances: Mapping[float, float]) -> float | None:
    for (low, p_low), (high, p_high) in pairwise(sorted(chances.items())):
        if p_low < TARGET <= p_high:
            return low + (high - low) * (TARGET - p_low) / (p_high - p_low)
    return None


def draw_weights(n_items: int, admission: Admission) -> NDArray[np.int64]:
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
    model: ItemModel,
    rules: tuple[Admission, Guards],
    weights: NDArray[np.float32],
    generator: np.random.Generator,
) -> _Found:
    admission, guards = rules
    rates = draw_rates(model, effect, shape, generator)
    present = generator.binomial(repeats, rates.present)
    control = generator.binomial(repeats, rates.control)
    removed = generator.binomial(repeats, rates.removed)
    difference = removed - control
    needed = -(-admission.sign_numerator * shape[1] // admission.sign_denominator)
    hopeful = (
        (100 * difference.sum(axis=1) >= admission.effect_percent * repeats * shape[1])
        & ((difference >= 0).sum(axis=1) >= needed)
        & (present.sum(axis=1) <= removed.sum(axis=1))
    )
    # Only experiments that pass the cheap conditions need the bootstrap; the effect condition
    # makes their difference positive, so excluding 0 means a lower bound above it.
    gain, difference = (removed - present)[hopeful], difference[hopeful]
    admitted = _above_zero(difference, admission, weights)
    gain, difference = gain[admitted], difference[admitted]
    by_sign = _small_sign_flip_p(difference, guards)
    guarded = _above_zero(gain[by_sign], admission, weights)
    return _Found(
        admitted=len(difference) / shape[0],
        guarded=int(guarded.sum()) / shape[0],
        mean_effect=float((rates.removed - rates.control).mean()),
    )


def _small_sign_flip_p(difference: NDArray[np.int64], guards: Guards) -> NDArray[np.bool_]:
    """Tell of each row whether its sign-flip p is at most alpha.

    P(Σ±D >= z·√ΣD²) <= exp(−z²/2) (Hoeffding 1963, theorem 2), which decides most rows; the others
    are counted.
    """
    import numpy as np

    sums, squares = difference.sum(axis=1), (difference**2).sum(axis=1)
    alpha = guards.sign_flip_alpha_ppm / 1_000_000
    small = sums**2 >= -2 * math.log(alpha) * squares
    for row in np.flatnonzero(~small & (sums > 0)):
        cases = sign_flip_cases([int(d) for d in difference[row]])
        small[row] = cases * 1_000_000 <= guards.sign_flip_alpha_ppm << difference.shape[1]
    return small & (sums > 0)


def _above_zero(
    difference: NDArray[np.int64], admission: Admission, weights: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Tell of each row whether the seeded interval of its sum lies above 0.

    The bound at a rank is above 0 where fewer draws than that are not: nothing need be sorted.
    """
    import numpy as np

    above = np.empty(len(difference), dtype=np.bool_)
    for part, totals in resampled(difference, weights):
        above[part] = np.count_nonzero(totals <= 0, axis=1) < admission.lower_rank
    return above


def resampled(
    difference: NDArray[np.int64], weights: NDArray[np.float32]
) -> Iterator[tuple[slice, NDArray[np.float32]]]:
    """Yield, some rows at a time, the sums that the draws give, in passes (exact: below 2^24)."""
    import numpy as np

    for start in range(0, len(difference), _BLOCK):
        part = slice(start, start + _BLOCK)
        yield part, difference[part].astype(np.float32) @ weights
