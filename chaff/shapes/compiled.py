"""What the compile writes beside the hashed configs: a rule for readers, and what it came from."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.config import Digest
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.rule import (
    FixSafety,
    Invalid,
    ItemId,
    Rationale,
    Reading,
    RuleId,
    Tier,
    Valid,
)
from chaff.shapes.scorer import NonEmpty


class ItemNotes(Shape, frozen=True, kw_only=True):
    """What an item is about, for people; it is in no hash."""

    misled: NonEmpty
    required: NonEmpty


class CompiledRule(Shape, frozen=True, kw_only=True):
    """`generated/<rule>/rule.json`: a rule as the linter, the pages and `explain` read it."""

    schema: Literal["chaff.rule/1"]
    id: RuleId
    title: NonEmpty
    rationale: Rationale
    tier: Tier
    detect: Detect
    fix: Fix
    valid: Annotated[tuple[Valid, ...], Meta(min_length=1)]
    invalid: Annotated[tuple[Invalid, ...], Meta(min_length=1)]
    items: dict[ItemId, ItemNotes]
    practice_items: dict[ItemId, ItemNotes]
    message: str = ""
    buried: bool = False
    fix_safety: FixSafety = "safe"
    readings: tuple[Reading, ...] = ()


class Sources(Shape, frozen=True, kw_only=True):
    """`sources.json`: the digest of every file that outputs were made from, and of the outputs.

    Paths are relative to the project.
    """

    schema: Literal["chaff.sources/1"]
    chaff: NonEmpty
    """The version that compiled."""
    sources: dict[NonEmpty, Digest]
    outputs: dict[NonEmpty, Digest]
