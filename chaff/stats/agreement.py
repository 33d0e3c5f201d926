"""Whether two models say the same of a rule: direction, verdict, intervals, item by item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chaff.shapes.base import Shape


class Agreement(Shape, frozen=True, kw_only=True):
    """How far the verdicts of two models agree; what holds for one is never said of the other."""

    same_verdict: bool
    same_direction: bool
    """Both effects lie on the same side of 0; an effect of exactly 0 lies on neither."""
    overlap: bool
    """The two intervals have a point in common."""
    items_alike: int | None
    """Items on which both differences have the same sign; None if the items are not the same."""
    n_items: int

    @property
    def text(self) -> str:
        """One sentence."""
        parts = [
            "the same verdict" if self.same_verdict else "different verdicts",
            "effects in the same direction" if self.same_direction else "no common direction",
            "intervals that overlap" if self.overlap else "intervals that do not overlap",
        ]
        if self.items_alike is not None:
            parts.append(f"the same sign on {self.items_alike} of {self.n_items} items")
        return ", ".join(parts)


def agree(one: Mapping[str, Any], other: Mapping[str, Any], *, same_items: bool) -> Agreement:
    """Return how far two verdicts (chaff.stats.facts) agree.

    `same_items`: both runs measured the same registered experiment, so that items can be paired.
    """
    alike = None
    if same_items:
        pairs = zip(_signs(one), _signs(other), strict=True)
        alike = sum(a == b for a, b in pairs)
    return Agreement(
        same_verdict=one["admitted"] == other["admitted"],
        same_direction=one["sum_difference"] * other["sum_difference"] > 0,
        overlap=one["lower"] <= other["upper"] and other["lower"] <= one["upper"],
        items_alike=alike,
        n_items=one["n_items"],
    )


def _signs(facts: Mapping[str, Any]) -> list[int]:
    passes = facts["item_passes"]
    pairs = zip(passes["removed"], passes["control"], strict=True)
    return [(r > c) - (r < c) for r, c in pairs]
