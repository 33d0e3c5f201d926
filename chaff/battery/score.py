"""The closed set of scorers: recorded responses in, pass or fail with its reason out.

Rules that hold for every scorer:
- an answer that was refused, cut off or left empty fails, whatever it holds;
- blocks are taken by type, unknown ones are passed over;
- only calls and text count: no model, no repository, no clock is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple, assert_never

from chaff.battery.responses import Call, as_text, calls_of, text_of, why_unusable
from chaff.pattern import found_in
from chaff.shapes.base import Shape
from chaff.shapes.scorer import (
    Action,
    AllOf,
    AnswerStates,
    AnyOf,
    ReadOnDemand,
    RequiredAction,
    Scorer,
    ToolSelected,
)

Responses = Sequence[Mapping[str, Any]]

LOOKING: Final = ("read_file", "list_files", "search")
"""Tools that only look; a call of any other tool acts."""

_SHOWN: Final = 80


class Score(Shape, frozen=True, kw_only=True):
    """Pass or fail, and what decided it."""

    score: Literal["pass", "fail"]
    reason: str

    @property
    def passed(self) -> bool:
        """Whether the cell passed."""
        return self.score == "pass"


def score(scorer: Scorer, responses: Responses) -> Score:
    """Return the score of a cell from its recorded responses, in order.

    Raises BadInputError only if the scorer itself holds a pattern that is not RE2.
    """
    found = _found(scorer, responses)
    return Score(score="pass" if found.passed else "fail", reason=found.why())


def passes(scorer: Scorer, responses: Responses) -> bool:
    """Tell whether a cell passed: `score` without the words for it, which take half the time."""
    return _found(scorer, responses).passed


class _Found(NamedTuple):
    """Whether a cell passed, and how to say why, once somebody asks."""

    passed: bool
    why: Callable[[], str]


class _Cell(NamedTuple):
    """What a cell's responses are, and all calls that they make, in order."""

    responses: Responses
    calls: Sequence[Call]


def _found(scorer: Scorer, responses: Responses) -> _Found:
    if not responses:
        return _fail(lambda: "no answer")
    calls: list[Call] = []
    for turn, response in enumerate(responses, start=1):
        made = calls_of(response)
        if problem := why_unusable(response, made):
            place = "" if len(responses) == 1 else f"turn {turn}: "
            return _fail(partial("{}{}".format, place, problem))
        calls += made
    return _judge(scorer, _Cell(responses, calls))


def patterns_of(scorer: Scorer) -> tuple[str, ...]:
    """Return every pattern that a scorer holds: what no control edit may touch."""
    match scorer:
        case RequiredAction():
            actions = (*scorer.require, *scorer.forbid)
            return tuple(pattern for action in actions for pattern in action.where.values())
        case ToolSelected():
            return ()
        case ReadOnDemand():
            return (scorer.path,)
        case AnswerStates():
            return (scorer.states, scorer.denies) if scorer.denies else (scorer.states,)
        case AllOf() | AnyOf():
            return tuple(pattern for part in scorer.scorers for pattern in patterns_of(part))
        case _:
            assert_never(scorer)


def _judge(scorer: Scorer, cell: _Cell) -> _Found:
    match scorer:
        case RequiredAction():
            return _required_action(scorer, cell.calls)
        case ToolSelected():
            return _tool_selected(scorer, cell.calls)
        case ReadOnDemand():
            return _read_on_demand(scorer, cell.calls)
        case AnswerStates():
            return _answer_states(scorer, text_of(cell.responses[-1]))
        case AllOf():
            return _all_of(scorer, cell)
        case AnyOf():
            return _any_of(scorer, cell)
        case _:
            assert_never(scorer)


def _required_action(scorer: RequiredAction, calls: Sequence[Call]) -> _Found:
    for call in calls:
        for action in scorer.forbid:
            if _is(call, action):
                return _fail(partial(_said, "forbidden", call))
    for call in calls:
        for action in scorer.require:
            if _is(call, action):
                return _pass(partial(_said, "required", call))
    return _fail(lambda: f"not required: {_shown(calls[0])}" if calls else "no tool was called")


def _tool_selected(scorer: ToolSelected, calls: Sequence[Call]) -> _Found:
    if not calls:
        return _fail(lambda: "no tool was called")
    chosen = calls[0].tool
    return _Found(chosen in scorer.tools, lambda: f"first tool: {_excerpt(chosen)}")


def _read_on_demand(scorer: ReadOnDemand, calls: Sequence[Call]) -> _Found:
    for call in calls:
        if call.tool == "read_file" and found_in(scorer.path, as_text(call.arguments.get("path"))):
            return _pass(partial(_said, "opened first", call))
        if call.tool not in LOOKING:
            return _fail(partial(_said, "acted before opening the file", call))
    return _fail(lambda: "never opened the file" if calls else "no tool was called")


def _answer_states(scorer: AnswerStates, text: str) -> _Found:
    if scorer.denies is not None and found_in(scorer.denies, text):
        return _fail(lambda: f"states the other value: {_excerpt(text)}")
    if found_in(scorer.states, text):
        return _pass(lambda: f"states the value: {_excerpt(text)}")
    return _fail(lambda: f"does not state the value: {_excerpt(text)}")


def _all_of(scorer: AllOf, cell: _Cell) -> _Found:
    parts = [_judge(part, cell) for part in scorer.scorers]
    failed = [part for part in parts if not part.passed]
    return failed[0] if failed else _pass(lambda: "; ".join(part.why() for part in parts))


def _any_of(scorer: AnyOf, cell: _Cell) -> _Found:
    parts = [_judge(part, cell) for part in scorer.scorers]
    passed = [part for part in parts if part.passed]
    return passed[0] if passed else _fail(lambda: "; ".join(part.why() for part in parts))


def _is(call: Call, action: Action) -> bool:
    if call.tool != action.tool:
        return False
    # A plain loop, as in the callers: a library has hundreds of thousands of answers.
    for field, pattern in action.where.items():
        if field not in call.arguments or not found_in(pattern, as_text(call.arguments[field])):
            return False
    return True


def _said(what: str, call: Call) -> str:
    return f"{what}: {_shown(call)}"


def _shown(call: Call) -> str:
    return f"{_excerpt(call.tool)} {_excerpt(as_text(call.arguments))}"


def _excerpt(text: str) -> str:
    """Return the start of `text` in ASCII on one line, the same on every Python version."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    if short.isascii() and short.isprintable() and "\\" not in short:
        return short
    return json.dumps(short)[1:-1].replace('\\"', '"')


def _pass(why: Callable[[], str]) -> _Found:
    return _Found(passed=True, why=why)


def _fail(why: Callable[[], str]) -> _Found:
    return _Found(passed=False, why=why)
