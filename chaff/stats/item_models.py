"""What a battery's items may be like: the stated models that power is simulated over.

A model draws each item's pass rate under the three arms for a rule of a given true effect. Real
items follow none of them, so figures are a design aid, and the spread between models is part of
what they say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from chaff.shapes.base import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ItemModel = Literal["even", "low", "ceiling", "patchy", "harmful-control"]
ITEM_MODELS: Final[tuple[ItemModel, ...]] = get_args(ItemModel)
DEFAULT_MODEL: Final[ItemModel] = "even"

HARM: Final = 0.25
"""What a harmful control edit costs each item, as a fraction of 1."""

_BETA: Final[dict[ItemModel, tuple[float, float]]] = {
    "even": (2, 2),
    "low": (1, 4),
    "ceiling": (6, 1.5),
    "patchy": (2, 2),
    "harmful-control": (2, 2),
}
_REMOVED: Final = "removed adds the effect, clipped to [0, 1]"
MODEL_TEXTS: Final[dict[ItemModel, str]] = {
    "even": f"pass rates Beta(2, 2) under present and control; {_REMOVED}",
    "low": f"hard items: pass rates Beta(1, 4), mean 0.2, under present and control; {_REMOVED}",
    "ceiling": (
        f"easy items: pass rates Beta(6, 1.5), mean 0.8, under present and control; {_REMOVED}"
    ),
    "patchy": (
        "pass rates Beta(2, 2) under present and control; removed adds twice the effect to an "
        "item with chance 1/2, else nothing, clipped to [0, 1]"
    ),
    "harmful-control": (
        f"pass rates Beta(2, 2) under present; control takes {HARM:g} away; {_REMOVED}"
    ),
}


class PassRates(Shape, frozen=True, kw_only=True):
    """Pass rates by arm, each of shape (experiments, items)."""

    present: NDArray[np.float64]
    removed: NDArray[np.float64]
    control: NDArray[np.float64]


def draw_rates(
    model: ItemModel, effect: float, shape: tuple[int, int], generator: np.random.Generator
) -> PassRates:
    """Return the pass rates of so many experiments' items; `effect` is a fraction of 1."""
    import numpy as np

    rate = generator.beta(*_BETA[model], size=shape)
    gain = effect * (2 * generator.integers(0, 2, size=shape) if model == "patchy" else 1)
    control = np.clip(rate - HARM, 0, 1) if model == "harmful-control" else rate
    return PassRates(present=rate, removed=np.clip(rate + gain, 0, 1), control=control)
