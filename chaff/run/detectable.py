"""Says in one line what an experiment of a given size can tell from chance."""

from __future__ import annotations

from functools import cache
from typing import Final

from chaff.shapes.base import Shape
from chaff.shapes.program import Admission
from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.power import simulate_power


class Chances(Shape, frozen=True, kw_only=True):
    """What the simulation says of one design."""

    detectable_80: float | None
    """The least effect that is admitted 80 % of the time, if any is."""
    at_threshold: float | None
    """The chance of an effect as large as the threshold; None if it was not simulated."""
    useless: float
    """The chance of a rule without any effect."""


USUAL: Final = (12, 5)
USUAL_CHANCES: Final = Chances(
    detectable_80=0.24068493150684933, at_threshold=0.447, useless=0.0265
)
"""Of the usual design under the usual admission: half a second that no run need spend again. It is
what the seeded simulation gives, and a test holds it against that."""


def detectable(n_items: int, repeats: int, admission: Admission) -> str:
    """Return what an experiment of this size can tell from chance, as one line."""
    usual = (n_items, repeats) == USUAL and admission == DEFAULT_ADMISSION
    chances = USUAL_CHANCES if usual else simulated(n_items, repeats, admission)
    least = chances.detectable_80
    parts = [
        "no effect that was simulated 80 % of the time"
        if least is None
        else f"a true effect of +{100 * least:.0f} points 80 % of the time"
    ]
    if chances.at_threshold is not None:
        parts.append(f"+{admission.effect_percent} points {100 * chances.at_threshold:.0f} %")
    useless = f"admits a useless rule {100 * chances.useless:.0f} %"
    return f"{', '.join(parts)}; {useless} (simulated, see `chaff power`)"


@cache
def simulated(n_items: int, repeats: int, admission: Admission) -> Chances:
    """Return the chances of a design."""
    power = simulate_power(n_items, repeats, admission)
    return Chances(
        detectable_80=power.detectable_80,
        at_threshold=power.admitted.get(admission.effect_percent / 100),
        useless=power.useless_admitted,
    )
