"""`evidence.json`: what an experiment showed about a rule, one entry a model."""

# Annotations are values here: msgspec would make them from their texts, one by one, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import NonEmpty

Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
RunDigest = Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
Difference = Annotated[float, Meta(ge=-1, le=1)]
Outcome = Literal["admitted", "failed", "held back"]
"""`held back`: the conditions hold, but not the guards that this library enforces."""


class Evidence(Shape, frozen=True, kw_only=True):
    """The measured effect of removing what a rule flags, on one named model."""

    model: NonEmpty
    effect: Difference
    """Pass rate of removed minus that of control."""
    lower: Difference
    upper: Difference
    """The 95 % interval of the effect."""
    date: Day
    """Of the run's start, UTC."""
    attempt: Annotated[int, Meta(ge=1)]
    run: RunDigest
    n_items: Annotated[int, Meta(ge=1)]
    repeats: Annotated[int, Meta(ge=1)]
    outcome: Outcome = "admitted"
