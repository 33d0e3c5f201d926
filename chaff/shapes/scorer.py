"""Scorers as data: what an item's responses must show. `chaff.battery.score` applies them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chaff.shapes.base import Shape

NonEmpty = Annotated[str, Meta(min_length=1)]
Pattern = Annotated[str, Meta(min_length=1, max_length=2000)]
"""RE2 syntax, searched anywhere unless it carries its own `^` and `$`."""


class Action(Shape, frozen=True, kw_only=True):
    """A tool call to look for: the tool's name, and patterns its input fields must match."""

    tool: NonEmpty
    where: dict[str, Pattern] = {}
    """Input field to RE2 pattern; all must match. Fields that are not strings match as JSON."""


class RequiredAction(Shape, frozen=True, kw_only=True, tag_field="kind", tag="required_action"):
    """Passes if some call matches one of `require` and no call matches one of `forbid`."""

    require: Annotated[tuple[Action, ...], Meta(min_length=1)]
    forbid: tuple[Action, ...] = ()


class ToolSelected(Shape, frozen=True, kw_only=True, tag_field="kind", tag="tool_selected"):
    """Passes if the first tool called is one of `tools`."""

    tools: Annotated[tuple[NonEmpty, ...], Meta(min_length=1)]


class ReadOnDemand(Shape, frozen=True, kw_only=True, tag_field="kind", tag="read_on_demand"):
    """Passes if `read_file` opened a path matching `path` before any call that acts.

    Calls to `read_file`, `list_files` and `search` look; all others act.
    """

    path: Pattern


class AnswerStates(Shape, frozen=True, kw_only=True, tag_field="kind", tag="answer_states"):
    """Passes if the last response's text matches `states` and not `denies`."""

    states: Pattern
    denies: Pattern | None = None


class AllOf(Shape, frozen=True, kw_only=True, tag_field="kind", tag="all_of"):
    """Passes if every one of `scorers` passes."""

    scorers: Annotated[tuple[Scorer, ...], Meta(min_length=1)]


class AnyOf(Shape, frozen=True, kw_only=True, tag_field="kind", tag="any_of"):
    """Passes if at least one of `scorers` passes."""

    scorers: Annotated[tuple[Scorer, ...], Meta(min_length=1)]


Scorer = RequiredAction | ToolSelected | ReadOnDemand | AnswerStates | AllOf | AnyOf
"""The closed set of scorers: pure functions of recorded responses, no model among them."""
