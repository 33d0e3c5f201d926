"""What more items or more repeats would buy: other designs of an experiment, at their price."""

from __future__ import annotations

from typing import Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission, Guards
from chaff.stats.guards import DEFAULT_GUARDS
from chaff.stats.item_models import DEFAULT_MODEL, ItemModel
from chaff.stats.matrix import MAX_ITEMS, MAX_REPEATS, MIN_REPEATS
from chaff.stats.power import Power, simulate_power

EFFECTS: Final = (0.0, 0.15, 0.20, 0.25, 0.30, 0.40)


class Design(Shape, frozen=True, kw_only=True):
    """A size of experiment, what it costs beside the one asked about, and what it detects."""

    what: str
    cost_ratio: float
    """Calls, of which each costs the same, over those of the design asked about."""
    power: Power


def designs(
    n_items: int,
    repeats: int,
    admission: Admission,
    *,
    model: ItemModel = DEFAULT_MODEL,
    guards: Guards = DEFAULT_GUARDS,
    simulations: int = 1000,
    seed: int = 1,
) -> tuple[Design, ...]:
    """Return the design asked about and its neighbours: as dear, and twice as dear."""
    found = []
    for what, (items, each) in _sizes(n_items, repeats).items():
        if items > MAX_ITEMS or each > MAX_REPEATS:
            continue
        power = simulate_power(
            items,
            each,
            admission,
            simulations=simulations,
            seed=seed,
            model=model,
            guards=guards,
            effects=EFFECTS,
        )
        ratio = items * each / (n_items * repeats)
        found.append(Design(what=what, cost_ratio=ratio, power=power))
    return tuple(found)


def _sizes(n_items: int, repeats: int) -> dict[str, tuple[int, int]]:
    sizes = {"this design": (n_items, repeats)}
    if repeats > MIN_REPEATS:
        as_many = round(n_items * repeats / MIN_REPEATS)
        sizes["the same money, fewest repeats"] = (as_many, MIN_REPEATS)
    sizes["twice the money on items"] = (2 * n_items, repeats)
    sizes["twice the money on repeats"] = (n_items, 2 * repeats)
    return sizes
