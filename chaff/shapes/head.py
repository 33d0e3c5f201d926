"""The head of a rule: what the linter needs of it, without what only people read."""

# Annotations are values here, see `chaff.shapes.detect`.

from typing import Annotated, Literal

from msgspec import Meta, Raw

from chaff.shapes.base import Shape
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.scorer import NonEmpty

RuleId = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Tier = Literal["heuristic", "enforced"]
FixSafety = Literal["safe", "unsafe"]


class Reading(Shape, frozen=True, kw_only=True):
    """One finding on a text that was not written for the rule, judged by reading it."""

    corpus: Literal["wild", "planted"]
    """`wild`: public instruction files; `planted`: little repositories with look-alikes."""
    file: Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
    """Digest of the file's bytes."""
    path: NonEmpty
    line: Annotated[int, Meta(ge=1)]
    right: bool
    why: NonEmpty


class Head(Shape, frozen=True, kw_only=True):
    """What decides about findings, and is said of them."""

    schema: Literal["chaff.rule/1"]
    id: RuleId
    title: NonEmpty
    tier: Tier
    detect: Detect
    fix: Fix
    message: str = ""
    buried: bool = False
    fix_safety: FixSafety = "safe"
    readings: tuple[Reading, ...] = ()
    screens: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """For each pattern of which one must match, sets of words of each of which it needs one."""


class HeadOnly(Head, frozen=True, kw_only=True):
    """A whole `rule.json` of which the rest was not read."""

    rationale: Raw
    valid: Raw
    invalid: Raw
    items: Raw
    practice_items: Raw
