"""The one place that puts a measured effect into words: model, numbers, date, attempt, run.

What was measured on one model is said of that model, and of no other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from chaff.shapes.evidence import Evidence
from chaff.shapes.rule import Tier

UNMEASURED: Final = "heuristic: not measured"
_UNSEEN: Final = "enforced: its evidence is not at hand; `chaff check` shows and verifies it"
_SHOWN_DIGEST: Final = len("sha256:") + 12


def label(tier: Tier, evidence: Sequence[Evidence] = ()) -> str:
    """Return the label of a rule: what it was admitted by, each time with the model's name."""
    if not evidence:
        return UNMEASURED if tier == "heuristic" else _UNSEEN
    measured = "; ".join(run_label(one, admitted=True) for one in evidence)
    return measured if tier == "enforced" else f"heuristic: {measured}"


def run_label(one: Evidence, *, admitted: bool, practice: bool = False) -> str:
    """Return the label of one complete run."""
    kind = f"{one.model} (practice)" if practice else one.model
    return (
        f"{kind}: {'admitted' if admitted else 'failed'}, {points(one.effect)} "
        f"[{points(one.lower)}, {points(one.upper)}], {one.n_items} prompts x {one.repeats}, "
        f"{one.date}, attempt {one.attempt}, run {one.run[:_SHOWN_DIGEST]}"
    )


def points(fraction: float) -> str:
    """Return a signed difference of pass rates, e.g. +0.15."""
    return f"{fraction:+.2f}"


def holds_on(models: Collection[str], evidence: Sequence[Evidence]) -> bool:
    """Tell whether a rule was measured on one of `models`; where none are named, on any."""
    return not models or any(one.model in models for one in evidence)
