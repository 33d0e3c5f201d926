"""What a rule spec and its batteries evaluate to, before anything is compiled."""

# Annotations are values here: msgspec would make them from their texts, one by one, at every start.

from typing import Annotated, Any, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.head import FixSafety, Reading, RuleId, Tier
from chaff.shapes.scorer import NonEmpty, Pattern, Scorer

ItemId = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Delivery = Literal["reminder", "system"]
RepoPath = Annotated[str, Meta(pattern=r"^[^/\\\x00][^\\\x00]*$", max_length=300)]


class Claim(Shape, frozen=True, kw_only=True):
    """One piece of evidence for or against a rule, and where it stands."""

    claim: NonEmpty
    source: NonEmpty


class Rationale(Shape, frozen=True, kw_only=True):
    """Why the rule might be right: a hypothesis until it is measured."""

    hypothesis: NonEmpty
    supports: Annotated[tuple[Claim, ...], Meta(min_length=1)]
    against: Annotated[tuple[Claim, ...], Meta(min_length=1)]


class ExpectedFinding(Shape, frozen=True, kw_only=True):
    """A finding that an invalid example must give."""

    line: Annotated[int, Meta(ge=1)]


class Valid(Shape, frozen=True, kw_only=True):
    """Text in which the rule must find nothing."""

    title: NonEmpty
    text: str
    path: RepoPath = "CLAUDE.md"
    repository: dict[RepoPath, str] = {}


class Invalid(Shape, frozen=True, kw_only=True):
    """Text in which the rule must find exactly `findings`, and what its fix must make of it."""

    title: NonEmpty
    text: str
    findings: Annotated[tuple[ExpectedFinding, ...], Meta(min_length=1)]
    fixed: str
    path: RepoPath = "CLAUDE.md"
    repository: dict[RepoPath, str] = {}
    fixed_files: dict[RepoPath, str] = {}
    """Other files that the fix writes, with their whole content."""


class ToolDefinition(Shape, frozen=True, kw_only=True):
    """A tool beyond the built-in ones: what the model is told, and the fixed text it answers."""

    description: NonEmpty
    input_schema: dict[str, Any]
    answers: str


class CommandResult(Shape, frozen=True, kw_only=True):
    """What the simulated shell prints for a command line that matches `command` in full."""

    command: Pattern
    output: str
    exit_status: int = 0


class Item(Shape, frozen=True, kw_only=True):
    """A prompt that tempts, the tools on offer, and the scorer that tells right from wrong."""

    id: ItemId
    prompt: NonEmpty
    tools: tuple[NonEmpty, ...]
    scorer: Scorer
    misled: NonEmpty
    """What an agent does here if the flagged pattern misleads it."""
    required: NonEmpty
    """What the instruction in force requires."""
    max_turns: Annotated[int, Meta(ge=1, le=20)] = 1


class TextEdit(Shape, frozen=True, kw_only=True):
    """Deletes `find` from the file, or replaces it; `find` must occur exactly once."""

    find: NonEmpty
    replace: str = ""


class ControlCandidate(Shape, frozen=True, kw_only=True):
    """An unrelated edit of about the size of the fix, to be chosen by recorded token counts."""

    id: ItemId
    edits: Annotated[tuple[TextEdit, ...], Meta(min_length=1)]


class ExampleResponse(Shape, frozen=True, kw_only=True):
    """A hand-written response with the score it must get: the audit of a scorer."""

    item: ItemId
    score: Literal["pass", "fail"]
    why: NonEmpty
    turns: Annotated[tuple[tuple[dict[str, Any], ...], ...], Meta(min_length=1)]
    """Content blocks of each turn, as the API gives them (`text`, `tool_use`)."""
    stop_reason: NonEmpty = "end_turn"


class Battery(Shape, frozen=True, kw_only=True):
    """The items of a rule, the file they are asked under, and the repository around it."""

    delivery: Delivery
    path: RepoPath
    file: NonEmpty
    repository: dict[RepoPath, str]
    items: Annotated[tuple[Item, ...], Meta(max_length=200)]
    """At most 200: beyond that the exact arithmetic beside a verdict takes too long."""
    control_candidates: tuple[ControlCandidate, ...]
    examples: tuple[ExampleResponse, ...]
    tools: dict[NonEmpty, ToolDefinition] = {}
    commands: tuple[CommandResult, ...] = ()
    repeats: Annotated[int, Meta(ge=3, le=20)] = 5


class Rule(Shape, frozen=True, kw_only=True):
    """A rule: what it flags, how it is fixed, why it is believed, how it is measured."""

    id: RuleId
    title: NonEmpty
    rationale: Rationale
    tier: Tier
    detect: Detect
    fix: Fix
    valid: Annotated[tuple[Valid, ...], Meta(min_length=1)]
    invalid: Annotated[tuple[Invalid, ...], Meta(min_length=1)]
    battery: Battery
    practice: Battery | None = None
    message: str = ""
    """What a reader of a finding is told: what is wrong and what to do about it."""
    buried: bool = False
    """It lies in the graveyard: off unless selected by name."""
    fix_safety: FixSafety = "safe"
    """`unsafe`: the fix may take away what somebody needs, and is made only when asked for."""
    readings: tuple[Reading, ...] = ()
    """Every hit of the rule on real text, judged; they decide whether it is on by default."""
