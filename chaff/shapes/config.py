"""`eval.config.json`: everything an experiment depends on, and the three hashes that name it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from chaff.canonical import digest
from chaff.shapes.base import Digest, Shape, to_json
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.edit import Edit
from chaff.shapes.head import RuleId
from chaff.shapes.program import Admission, Model
from chaff.shapes.rule import (
    CommandResult,
    ControlCandidate,
    Delivery,
    ItemId,
    RepoPath,
    ToolDefinition,
)
from chaff.shapes.scorer import NonEmpty, Scorer

Arm = Literal["present", "removed", "control"]
ARMS: tuple[Arm, Arm, Arm] = ("present", "removed", "control")


class ConfigItem(Shape, frozen=True, kw_only=True):
    """An item as the model and the scorer see it: the author's notes are left out."""

    id: ItemId
    prompt: NonEmpty
    tools: tuple[NonEmpty, ...]
    max_turns: int
    scorer: Scorer


class Wrapper(Shape, frozen=True, kw_only=True):
    """The text put before and after the instruction file when it is delivered."""

    before: str
    after: str


class ConfigBattery(Shape, frozen=True, kw_only=True):
    """The hashed part of a battery."""

    delivery: Delivery
    wrapper: Wrapper
    path: RepoPath
    file: NonEmpty
    """The instruction file in its *present* state."""
    repository: dict[RepoPath, str]
    tool_definitions: dict[NonEmpty, ToolDefinition]
    """Battery-declared tools; the built-in ones are named by the items and versioned below."""
    builtin_tools: dict[NonEmpty, dict[str, Any]]
    """The built-in tools that the items offer, exactly as they are sent."""
    commands: tuple[CommandResult, ...]
    items: tuple[ConfigItem, ...]
    control_candidates: tuple[ControlCandidate, ...]


class ArmState(Shape, frozen=True, kw_only=True):
    """One arm: edits to the present file, the digest they lead to, and files that differ."""

    edits: tuple[Edit, ...]
    digest: Digest
    repository: dict[RepoPath, str] = {}
    """Files of the repository that this arm adds or changes, with their whole content."""


class ControlState(Shape, frozen=True, kw_only=True):
    """One control candidate, built."""

    id: ItemId
    edits: tuple[Edit, ...]
    digest: Digest


class Arms(Shape, frozen=True, kw_only=True):
    """The three states of the file; which candidate is *the* control is chosen per model."""

    present: ArmState
    removed: ArmState
    controls: Annotated[tuple[ControlState, ...], Meta(min_length=1)]


class EvalConfig(Shape, frozen=True, kw_only=True):
    """A pre-registered experiment. The hashes are recomputed by whoever relies on them."""

    schema: Literal["chaff.eval-config/1"]
    rule: RuleId
    practice: bool
    battery_hash: Digest
    config_hash: Digest
    request_hash: dict[Model, Digest]
    battery: ConfigBattery
    detect: Detect
    fix: Fix
    arms: Arms
    repeats: int
    admission: Admission
    requests: dict[Model, dict[str, Any]]


def battery_hash(battery: ConfigBattery) -> str:
    """Return the digest of items, tools, delivery, file, repository, scorers, candidates."""
    return digest(to_json(battery))


def config_hash(
    battery: ConfigBattery,
    detect: Detect,
    fix: Fix,
    arms: Arms,
    repeats: int,
    admission: Admission,
) -> str:
    """Return the digest of the whole experiment, whichever model is asked."""
    return digest(
        {
            "battery": to_json(battery),
            "detect": to_json(detect),
            "fix": to_json(fix),
            "arms": to_json(arms),
            "repeats": repeats,
            "admission": to_json(admission),
        }
    )


def request_hash(settings: dict[str, Any]) -> str:
    """Return the digest of one model's request settings."""
    return digest(settings)


def hashes_hold(config: EvalConfig) -> bool:
    """Tell whether the hashes that a config states are those of its content."""
    return (
        config.battery_hash == battery_hash(config.battery)
        and config.config_hash
        == config_hash(
            config.battery,
            config.detect,
            config.fix,
            config.arms,
            config.repeats,
            config.admission,
        )
        and config.request_hash
        == {model: request_hash(settings) for model, settings in config.requests.items()}
    )
