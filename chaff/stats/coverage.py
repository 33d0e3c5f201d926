"""How often the verdict's interval holds the true effect: by theory, and by item model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission
from chaff.stats.draws import draw_weights, resampled
from chaff.stats.item_models import DEFAULT_MODEL, ItemModel, draw_rates

if TYPE_CHECKING:
    import numpy as np

_Z: Final = 1.959963984540054
"""The normal quantile of 0.975."""
_MANY_ITEMS: Final = (1000, 400)
"""Items whose mean effect stands for the model's: its error is far below an interval's width."""
_INTERVALS: Final = 4001


class Coverage(Shape, frozen=True, kw_only=True):
    """The share of simulated intervals that hold the model's mean effect."""

    model: ItemModel
    n_items: int
    repeats: int
    effect: float
    """As added to an item's pass rate, before clipping."""
    simulations: int
    covered: float

    @property
    def monte_carlo_se(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.covered * (1 - self.covered) / self.simulations)


def normal_coverage(n_items: int) -> float:
    """Return the coverage of a nominal 95 % percentile bootstrap for the mean of normal values.

    Its half-width is z·s·√((n − 1)/n)/√n with s the sample's standard deviation, so that it holds
    the truth where |t| with n − 1 degrees of freedom is at most z·√((n − 1)/n): 0.91 at n = 12.
    """
    df = n_items - 1
    reach = _Z * math.sqrt(df / n_items)
    scale = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - math.log(df * math.pi) / 2
    width = reach / (_INTERVALS - 1)
    heights = [
        math.exp(scale - (df + 1) / 2 * math.log1p((i * width) ** 2 / df))
        for i in range(_INTERVALS)
    ]
    inner = 4 * math.fsum(heights[1:-1:2]) + 2 * math.fsum(heights[2:-1:2])
    return 2 * width / 3 * (heights[0] + inner + heights[-1])


def simulate_coverage(
    n_items: int,
    repeats: int,
    admission: Admission,
    *,
    model: ItemModel = DEFAULT_MODEL,
    effect: float = 0.0,
    simulations: int = 2000,
    seed: int = 1,
) -> Coverage:
    """Return how often the seeded interval of removed − control holds the model's mean effect."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    truth = _mean_effect(model, effect, generator) * n_items * repeats
    rates = draw_rates(model, effect, (simulations, n_items), generator)
    difference = generator.binomial(repeats, rates.removed) - generator.binomial(
        repeats, rates.control
    )
    covered = 0
    for totals in resampled(difference, draw_weights(n_items, admission)):
        # The lower bound is above the truth where fewer draws than its rank are not above it.
        above = np.count_nonzero(totals <= truth, axis=1) < admission.lower_rank
        below = np.count_nonzero(totals < truth, axis=1) >= admission.upper_rank
        covered += int(np.count_nonzero(~above & ~below))
    return Coverage(
        model=model,
        n_items=n_items,
        repeats=repeats,
        effect=effect,
        simulations=simulations,
        covered=covered / simulations,
    )


def _mean_effect(model: ItemModel, effect: float, generator: np.random.Generator) -> float:
    if effect == 0 and model != "harmful-control":
        return 0.0
    rates = draw_rates(model, effect, _MANY_ITEMS, generator)
    return float((rates.removed - rates.control).mean())
