"""What a gate spec evaluates to, and the compiled gate with its hashes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from chaff.canonical import digest
from chaff.shapes.base import Digest, Shape, to_json
from chaff.shapes.head import RuleId
from chaff.shapes.scorer import NonEmpty, Pattern

Preset = Literal["attributable", "article"]
Dimension = Literal[
    "goal_clarity", "rework_rate", "context_hit_rate", "scope_discipline", "response_density"
]
PatternClass = Literal["correction", "rework", "scope_drift", "missed_context", "praise"]
FRICTION: tuple[PatternClass, ...] = ("correction", "rework", "scope_drift", "missed_context")
"""The classes that lower a score."""

Days = Annotated[int, Meta(ge=2, le=366)]
Percent = Annotated[float, Meta(gt=0, le=1000)]


class Phrases(Shape, frozen=True, kw_only=True):
    """Ways to say one thing: RE2, searched in each sentence of a turn of the person's own words.

    Patterns see the words as `chaff.gate.spoken` leaves them: without quotes, code and pasted text,
    in lower case, without apostrophes.
    """

    any: Annotated[tuple[Pattern, ...], Meta(min_length=1)]
    unless: tuple[Pattern, ...] = ()
    """A sentence that matches one of these does not count."""
    unless_turn: tuple[Pattern, ...] = ()
    """Nor does any sentence of a turn that matches one of these."""
    opening: bool = False
    """Only the turn's first sentence is looked at."""


PhraseList = Annotated[tuple[Phrases, ...], Meta(min_length=1)]


class Classes(Shape, frozen=True, kw_only=True):
    """The five classes of remarks."""

    correction: PhraseList
    rework: PhraseList
    scope_drift: PhraseList
    missed_context: PhraseList
    praise: PhraseList


class Moves(Shape, frozen=True, kw_only=True):
    """Points by which one matched turn moves each dimension."""

    goal_clarity: float = 0.0
    rework_rate: float = 0.0
    context_hit_rate: float = 0.0
    scope_discipline: float = 0.0
    response_density: float = 0.0


class Weights(Shape, frozen=True, kw_only=True):
    """What each class moves."""

    correction: Moves
    rework: Moves
    scope_drift: Moves
    missed_context: Moves
    praise: Moves


class Rubric(Shape, frozen=True, kw_only=True):
    """How a conversation is scored: five dimensions that friction lowers and praise raises."""

    base: float
    """Where each dimension starts."""
    scale: Annotated[float, Meta(gt=0)]
    """The highest score; the lowest is 0."""
    language: Annotated[str, Meta(pattern=r"^[a-z]{2}$")]
    """The language that the phrases are in; others are not covered."""
    classes: Classes
    weights: Weights


class Thresholds(Shape, frozen=True, kw_only=True):
    """When a before/after comparison counts."""

    window_days: Days = 14
    min_days: Days = 10
    """Scored days that a side must have."""
    alpha: Annotated[float, Meta(ge=0.0001, le=0.5)] = 0.10
    """The article's; the attributable preset spends its budget of false verdicts instead."""
    lift_percent: Percent = 5.0


class Cooldowns(Shape, frozen=True, kw_only=True):
    """How many days lie between two edits that nobody approved, and between two proposals."""

    low_risk_days: Annotated[int, Meta(ge=0, le=366)] = 3
    high_risk_days: Annotated[int, Meta(ge=0, le=366)] = 7


class Plateau(Shape, frozen=True, kw_only=True):
    """When editing is mostly a way to add variance."""

    percent: Annotated[float, Meta(ge=0, le=1000)] = 2.0
    """Less of a rise over the window before is a plateau."""
    window_days: Days = 14
    friction_days: Annotated[int, Meta(ge=1, le=366)] = 3
    """Friction in so many days up to yesterday is firing."""


class Expected(Shape, frozen=True, kw_only=True):
    """A guess at the daily score, for honest labels before there is a series of one's own."""

    baseline: Annotated[float, Meta(gt=0)] = 7.0
    sd: Annotated[float, Meta(gt=0)] = 0.6
    autocorrelation: Annotated[float, Meta(ge=0, le=0.95)] = 0.3


class Gate(Shape, frozen=True, kw_only=True):
    """A gate: the file it guards, what it is scored from, and when an edit may stay."""

    id: RuleId
    title: NonEmpty
    target: NonEmpty
    """The instruction file; relative to the project, or below `~`."""
    transcripts: Annotated[tuple[NonEmpty, ...], Meta(min_length=1)]
    """Folders (or files) of transcripts."""
    state: str
    """The folder of ledger, backups and proposals; empty for runs/gates/<id>."""
    preset: Preset
    timezone: NonEmpty
    """An IANA name: whose midnight ends a day."""
    thresholds: Thresholds
    cooldowns: Cooldowns
    plateau: Plateau
    probation_days: Days
    """Days after an edit when a person is asked about one that proved nothing."""
    on_overlap: Literal["propose", "revert"]
    """What a REVERT does whose windows hold another edit."""
    on_hand_edit: Literal["propose", "revert"]
    """What a REVERT does to words that a person wrote into the file themselves."""
    dry_run: bool
    """Decide and record, but change nothing."""
    false_verdicts_a_year: Annotated[float, Meta(gt=0, le=100)]
    """The attributable preset's budget."""
    expected: Expected
    rubric: Rubric


class CompiledGate(Shape, frozen=True, kw_only=True):
    """`gate.config.json`: a gate with the digests that its records name."""

    schema: Literal["chaff.gate/1"]
    rubric_hash: Digest
    gate_hash: Digest
    gate: Gate


_NOT_HASHED = ("id", "title", "target", "transcripts", "state", "dry_run", "expected", "rubric")
"""What decides nothing: where files lie, what is shown. The rubric has a digest of its own."""


SCORER_VERSION: Final = 2
"""Raised when the code can give another score: chaff/gate/spoken.py, rubric.py and book.py, and how
the language of a turn is told, are part of the rubric."""


def rubric_hash(rubric: Rubric) -> str:
    """Return the digest of everything that can move a score."""
    return digest({"scorer": SCORER_VERSION, "rubric": to_json(rubric)})


def gate_hash(gate: Gate) -> str:
    """Return the digest of everything that can move a decision."""
    decides = {name: value for name, value in to_json(gate).items() if name not in _NOT_HASHED}
    return digest({**decides, "rubric_hash": rubric_hash(gate.rubric)})


def gate_hashes_hold(compiled: CompiledGate) -> bool:
    """Tell whether the digests in a compiled gate are those of its content."""
    gate = compiled.gate
    return (compiled.rubric_hash, compiled.gate_hash) == (rubric_hash(gate.rubric), gate_hash(gate))
