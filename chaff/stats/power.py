"""What an experiment of a given size can detect: a seeded simulation of the admission test.

All four conditions are applied together, with the same bootstrap draws as a real verdict, and once
more with the guards at a first attempt. The items follow a stated model (chaff.stats.item_models).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission, Guards
from chaff.stats.draws import above_zero, draw_weights
from chaff.stats.exact import sign_flip_cases
from chaff.stats.guards import DEFAULT_GUARDS
from chaff.stats.item_models import DEFAULT_MODEL, ItemModel, draw_rates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS: Final[tuple[float, ...]] = (0.0, 0.10, 0.15, 0.20, 0.25, 0.30, 0.40)
"""True effects (removed minus control, fraction of 1) at which the chance is simulated."""

TARGET: Final = 0.80


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


def _chance(
    effect: float,
    shape: tuple[int, int],
    repeats: int,
    model: ItemModel,
    rules: tuple[Admission, Guards],
    weights: NDArray[np.int64],
    generator: np.random.Generator,
) -> _Found:
    rates = draw_rates(model, effect, shape, generator)
    present = generator.binomial(repeats, rates.present)
    control = generator.binomial(repeats, rates.control)
    removed = generator.binomial(repeats, rates.removed)
    admitted, guarded = judge_all((present, removed, control), repeats, rules, weights)
    return _Found(
        admitted=float(admitted.mean()),
        guarded=float(guarded.mean()),
        mean_effect=float((rates.removed - rates.control).mean()),
    )


def judge_all(
    passes: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    repeats: int,
    rules: tuple[Admission, Guards],
    weights: NDArray[np.int64],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which experiments are admitted, and which hold the guards too, at a first attempt.

    `passes` are those of present, removed and control, each of shape (experiments, items).
    """
    (present, removed, control), (admission, guards) = passes, rules
    difference, n_items = removed - control, control.shape[1]
    needed = -(-admission.sign_numerator * n_items // admission.sign_denominator)
    admitted = (
        (100 * difference.sum(axis=1) >= admission.effect_percent * repeats * n_items)
        & ((difference >= 0).sum(axis=1) >= needed)
        & (present.sum(axis=1) <= removed.sum(axis=1))
    )
    # Only experiments that pass the cheap conditions need the bootstrap; the effect condition
    # makes their difference positive, so excluding 0 means a lower bound above it.
    admitted[admitted] = above_zero(difference[admitted], admission, weights)
    guarded = admitted.copy()
    guarded[guarded] = _small_sign_flip_p(difference[guarded], guards)
    guarded[guarded] = above_zero((removed - present)[guarded], admission, weights)
    return admitted, guarded


def _small_sign_flip_p(difference: NDArray[np.int64], guards: Guards) -> NDArray[np.bool_]:
    """Tell of each row whether its sign-flip p is at most alpha.

    P(Σ±D >= z·√ΣD²) <= exp(−z²/2) (Hoeffding 1963, theorem 2), which decides most rows; the others
    are counted.
    """
    import numpy as np

    sums, squares = difference.sum(axis=1), (difference**2).sum(axis=1)
    alpha = guards.sign_flip_alpha_ppm / 1_000_000
    small: NDArray[np.bool_] = (sums > 0) & (sums**2 >= -2 * math.log(alpha) * squares)
    for row in np.flatnonzero(~small & (sums > 0)):
        cases = sign_flip_cases([int(d) for d in difference[row]])
        small[row] = cases * 1_000_000 <= guards.sign_flip_alpha_ppm << difference.shape[1]
    return small
