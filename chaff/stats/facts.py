"""A verdict as one JSON value: what `chaff admit`, run files and reports print."""

from __future__ import annotations

from typing import Any

from chaff.shapes.base import to_json
from chaff.shapes.config import ARMS
from chaff.stats.admission import Verdict
from chaff.stats.bootstrap import Bounds
from chaff.stats.guards import GuardResult
from chaff.stats.reading import honest_label, seed_note


def facts(verdict: Verdict, guards: GuardResult | None = None) -> dict[str, Any]:
    """Return a verdict's numbers: counts of passes as integers, the rest as fractions of 1."""
    cells = verdict.matrix.cells
    return {
        "admitted": verdict.admitted,
        "conditions": to_json(verdict.conditions),
        "effect": verdict.effect,
        "lower": verdict.lower,
        "upper": verdict.upper,
        "sum_difference": verdict.sum_difference,
        "lower_count": verdict.lower_count,
        "upper_count": verdict.upper_count,
        "exact": _interval(verdict.exact, cells),
        "hangs_on_seed": verdict.hangs_on_seed,
        "seed_note": seed_note(verdict),
        "sign_flip_p": verdict.sign_flip_p,
        "n_items": verdict.matrix.n_items,
        "repeats": verdict.matrix.repeats,
        "cells": cells,
        "passes": {arm: verdict.passes(arm) for arm in ARMS},
        "item_passes": {arm: list(verdict.matrix.passes(arm)) for arm in ARMS},
        "effect_percent": verdict.admission.effect_percent,
        "items_not_negative": verdict.items_not_negative,
        "items_needed": verdict.items_needed,
        "removed_minus_present": {
            "sum_difference": verdict.passes("removed") - verdict.passes("present"),
            **_interval(verdict.removed_minus_present, cells),
        },
        "control_minus_present": {
            "sum_difference": verdict.passes("control") - verdict.passes("present"),
            **_interval(verdict.control_minus_present, cells),
        },
        "guards": _guards(guards),
        "reading": verdict.reading,
        "reading_kinds": list(verdict.reading_kinds),
        "label": honest_label(verdict),
    }


def _interval(bounds: Bounds, cells: int) -> dict[str, float]:
    return {
        "lower_count": bounds.lower,
        "upper_count": bounds.upper,
        "lower": bounds.lower / cells,
        "upper": bounds.upper / cells,
    }


def _guards(guards: GuardResult | None) -> dict[str, Any] | None:
    if guards is None:
        return None
    return {
        "mode": guards.mode,
        "attempts": guards.attempts,
        "alpha": guards.alpha,
        "adjusted_p": guards.adjusted_p,
        "gain_above_present": guards.gain_above_present,
        "sign_flip_over_attempts": guards.sign_flip_over_attempts,
        "hold": guards.hold,
    }
