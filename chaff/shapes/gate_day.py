"""One day of a gate's series: its score, and what it was made from. Numbers and names, no words."""

from __future__ import annotations

from datetime import date

from chaff.shapes.base import Digest, Shape
from chaff.shapes.gate import Dimension, PatternClass
from chaff.shapes.record import Count


class DayScore(Shape, frozen=True, kw_only=True):
    """A line of `days.jsonl`; a day that was not scored has no score, which is no score of 0."""

    day: date
    score: float | None
    rubric: Digest
    conversations: Count = 0
    turns: Count = 0
    friction: Count = 0
    """Turns that lowered a score."""
    models: tuple[str, ...] = ()
    """Models that answered on that day, in order of name."""
    programs: tuple[str, ...] = ()
    """Versions of the agent's program that were in use."""
    dimensions: dict[Dimension, float] = {}
    """The five parts of the score, each the mean of the day's conversations."""
    matched: dict[PatternClass, Count] = {}
    """Turns that showed each class."""
    not_covered: Count = 0
    """Turns in another language than the rubric's; they are in no other number."""
    texts: tuple[Digest, ...] = ()
    """Digests of the instruction file's text, as far as the transcripts say what they loaded."""
    sd_within: float | None = None
    """Standard deviation of the conversations' scores, weighted; None for fewer than two."""
    effective_conversations: float | None = None
    """So many conversations of equal length would weigh as much."""
