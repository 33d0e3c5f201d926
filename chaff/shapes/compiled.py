"""What the compile writes beside the hashed configs: a rule for readers, and what it came from."""

# Annotations are values here: msgspec would make them from their texts, one by one, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Digest, Shape
from chaff.shapes.head import Head
from chaff.shapes.rule import Invalid, ItemId, Rationale, Valid
from chaff.shapes.scorer import NonEmpty


class ItemNotes(Shape, frozen=True, kw_only=True):
    """What an item is about, for people; it is in no hash."""

    misled: NonEmpty
    required: NonEmpty


class CompiledRule(Head, frozen=True, kw_only=True):
    """`generated/<rule>/rule.json`: a rule as the linter, the pages and `explain` read it."""

    rationale: Rationale
    valid: Annotated[tuple[Valid, ...], Meta(min_length=1)]
    invalid: Annotated[tuple[Invalid, ...], Meta(min_length=1)]
    items: dict[ItemId, ItemNotes]
    practice_items: dict[ItemId, ItemNotes]


class Sources(Shape, frozen=True, kw_only=True):
    """`sources.json`: the digest of every file that outputs were made from, and of the outputs.

    Paths are relative to the project.
    """

    schema: Literal["chaff.sources/1"]
    chaff: NonEmpty
    """The version that compiled."""
    sources: dict[NonEmpty, Digest]
    outputs: dict[NonEmpty, Digest]
