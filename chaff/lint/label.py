"""The one place that says in a finding what is known about its rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from chaff.shapes.evidence import Evidence
from chaff.shapes.rule import Tier

UNMEASURED: Final = "heuristic: not measured"
_UNSEEN: Final = "enforced: its evidence is not at hand; `chaff check` shows and verifies it"


def label(tier: Tier, evidence: Sequence[Evidence] = ()) -> str:
    """Return the evidence label: what was measured, each time with the model it was measured on."""
    if not evidence:
        return UNMEASURED if tier == "heuristic" else _UNSEEN
    measured = "; ".join(map(_measured, evidence))
    return measured if tier == "enforced" else f"heuristic: {measured}"


def holds_on(models: Collection[str], evidence: Sequence[Evidence]) -> bool:
    """Tell whether a rule was measured on one of `models`; where none are named, on any."""
    return not models or any(one.model in models for one in evidence)


def _measured(one: Evidence) -> str:
    return (
        f"{one.model}: {one.effect:+.2f} [{one.lower:+.2f}, {one.upper:+.2f}], "
        f"{one.n_items} items x {one.repeats}, {one.date}, attempt {one.attempt}"
    )
