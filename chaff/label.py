"""The one place that puts a measured effect into words: model, numbers, date, attempt, run.

What was measured on one model is said of that model, and of no other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chaff.shapes.evidence import Evidence, Outcome
    from chaff.shapes.head import Tier

UNMEASURED: Final = "heuristic: not measured"
_CHANGED: Final = "buried: changed since it was measured (see the graveyard)"
_UNSEEN: Final = "enforced: its evidence is not at hand; `chaff check` shows and verifies it"
_SHOWN_DIGEST: Final = len("sha256:") + 12


_OUTCOMES: Final[dict[Outcome, str]] = {
    "admitted": "admitted",
    "failed": "failed",
    "held back": "admitted, but held back by the guards",
}


def label(tier: Tier, evidence: Sequence[Evidence] = (), *, buried: bool = False) -> str:
    """Return the label of a rule: what was measured, each time with the model's name."""
    if not evidence:
        if buried:
            return _CHANGED
        return UNMEASURED if tier == "heuristic" else _UNSEEN
    measured = "; ".join(map(run_label, evidence))
    if tier == "enforced":
        return measured
    return f"{'buried' if buried else 'heuristic'}: {measured}"


def run_label(one: Evidence, *, practice: bool = False) -> str:
    """Return the label of one complete run."""
    kind = f"{one.model} (practice)" if practice else one.model
    return (
        f"{kind}: {_OUTCOMES[one.outcome]}, {points(one.effect)} "
        f"[{points(one.lower)}, {points(one.upper)}], {one.n_items} prompts x {one.repeats}, "
        f"{one.date}, attempt {one.attempt}, run {one.run[:_SHOWN_DIGEST]}"
    )


def points(fraction: float) -> str:
    """Return a signed difference of pass rates, e.g. +0.15."""
    return f"{fraction:+.2f}"


def holds_on(models: Collection[str], evidence: Sequence[Evidence]) -> bool:
    """Tell whether a rule was measured on one of `models`; where none are named, on any."""
    return not models or any(one.model in models for one in evidence)
