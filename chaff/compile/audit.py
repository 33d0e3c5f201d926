"""Audits a battery before it may judge anyone: items, tools, patterns, and scorers by example.

Refused, each with its own code: bad-pattern, bad-repository, too-few-items, too-few-repeats,
repeated-id, unknown-tool, example-unknown-item, scorer-audit.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from chaff.battery.score import patterns_of, score
from chaff.battery.tools import BUILTIN_TOOLS, unknown_tools
from chaff.errors import BadInputError, CompileRefusal
from chaff.pattern import require_valid
from chaff.shapes.program import Admission
from chaff.shapes.rule import Battery, ExampleResponse, Item
from chaff.shapes.scorer import (
    AllOf,
    AnyOf,
    ReadOnDemand,
    RequiredAction,
    Scorer,
    ToolSelected,
)

EXAMPLES_EACH_WAY: Final = 3
"""Passes, and failures, that a kind of scorer must be shown on in a battery that uses it."""


def audit(battery: Battery, admission: Admission) -> None:
    """Raise CompileRefusal for the first thing that makes a battery unfit to judge."""
    _audit_patterns(battery)
    _audit_repository(battery)
    _audit_items(battery, admission)
    _audit_tools(battery)
    _audit_examples(battery)


def example_responses(example: ExampleResponse) -> tuple[dict[str, Any], ...]:
    """Return an example's turns as the API would have answered them."""
    last = len(example.turns)
    return tuple(
        {
            "type": "message",
            "role": "assistant",
            "content": list(turn),
            "stop_reason": example.stop_reason if place == last else "tool_use",
        }
        for place, turn in enumerate(example.turns, start=1)
    )


def require_pattern(pattern: str, *, where: str) -> None:
    """Raise CompileRefusal unless RE2 takes the pattern."""
    try:
        require_valid(pattern)
    except BadInputError as error:
        raise CompileRefusal(
            "bad-pattern", error.problem, where=where, remedy=error.remedy
        ) from None


def parts_of(scorer: Scorer) -> Iterator[Scorer]:
    """Yield a scorer and all that it is made of."""
    yield scorer
    if isinstance(scorer, AllOf | AnyOf):
        for part in scorer.scorers:
            yield from parts_of(part)


def kind_of(scorer: Scorer) -> str:
    """Return the name that a spec gives to this kind of scorer."""
    return str(type(scorer).__struct_config__.tag)


def _audit_patterns(battery: Battery) -> None:
    for item in battery.items:
        for pattern in patterns_of(item.scorer):
            require_pattern(pattern, where=f"item {item.id}: scorer")
    for command in battery.commands:
        require_pattern(command.command, where="commands")


def _audit_repository(battery: Battery) -> None:
    paths = [battery.path, *battery.repository]
    for path in paths:
        leaves = path.startswith("../") or path in (".", "..")
        if leaves or posixpath.normpath(path) != path or not path.isprintable():
            _refuse_path(f"{path!r} is not a plain path inside the repository")
    if battery.path in battery.repository:
        _refuse_path(f"the repository holds {battery.path!r} too, which is the instruction file")
    folders = {parent for path in paths for parent in _parents(path)}
    for path in paths:
        if path in folders:
            _refuse_path(f"{path!r} is both a file and a folder")


def _parents(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _refuse_path(problem: str) -> NoReturn:
    raise CompileRefusal("bad-repository", problem, where="repository", remedy="rename it")


def _audit_items(battery: Battery, admission: Admission) -> None:
    if len(battery.items) < admission.min_items:
        raise CompileRefusal(
            "too-few-items",
            f"{len(battery.items)} items, fewer than {admission.min_items}",
            where="items",
            remedy="write more: the item is the unit of evidence",
        )
    if battery.repeats < admission.min_repeats:
        raise CompileRefusal(
            "too-few-repeats",
            f"{battery.repeats} repeats, fewer than {admission.min_repeats}",
            where="repeats",
            remedy=f"use {admission.min_repeats} or more",
        )
    for item_id, times in Counter(item.id for item in battery.items).items():
        if times > 1:
            raise CompileRefusal(
                "repeated-id",
                f"{times} items are called {item_id!r}",
                where="items",
                remedy="give each one its own id",
            )


def _audit_tools(battery: Battery) -> None:
    for name in battery.tools:
        if name in BUILTIN_TOOLS:
            _refuse_tool(f"declares {name!r}, which is built in", "tools", "give it another name")
    for item in battery.items:
        where = f"item {item.id}"
        for name in unknown_tools(item.tools, battery.tools):
            known = ", ".join(sorted({*BUILTIN_TOOLS, *battery.tools}))
            _refuse_tool(f"offers {name!r}, which no one declares", where, f"there are: {known}")
        for name in needed_tools(item.scorer):
            if name not in item.tools:
                problem = f"the scorer looks for {name!r}, which the item does not offer"
                _refuse_tool(problem, where, "offer it")
        if len(set(item.tools)) != len(item.tools):
            _refuse_tool("offers a tool twice", where, "name each tool once")


def needed_tools(scorer: Scorer) -> tuple[str, ...]:
    """Return the tools without which a scorer could not be satisfied as written."""
    match scorer:
        case RequiredAction():
            return tuple(action.tool for action in scorer.require)
        case ToolSelected():
            return scorer.tools
        case ReadOnDemand():
            return ("read_file",)
        case AllOf() | AnyOf():
            return tuple(tool for part in scorer.scorers for tool in needed_tools(part))
        case _:
            return ()


def _refuse_tool(problem: str, where: str, remedy: str) -> NoReturn:
    raise CompileRefusal("unknown-tool", problem, where=where, remedy=remedy)


def _audit_examples(battery: Battery) -> None:
    items = {item.id: item for item in battery.items}
    for place, example in enumerate(battery.examples, start=1):
        if example.item not in items:
            raise CompileRefusal(
                "example-unknown-item",
                f"there is no item {example.item!r}",
                where=f"example {place}",
                remedy="name one of the battery's items",
            )
        where = f"example {place}, item {example.item}"
        if len(example.turns) > items[example.item].max_turns:
            problem = f"{len(example.turns)} turns, more than the item's max_turns"
            _refuse_audit(problem, where, "shorten the example or raise max_turns")
        given = score(items[example.item].scorer, example_responses(example))
        if given.score != example.score:
            _refuse_audit(
                f"must {example.score} ({example.why}), but does not: {given.reason}",
                where,
                "mend the scorer or the example",
            )
    _require_both_ways(battery)
    _require_coverage(battery, items)


def _require_both_ways(battery: Battery) -> None:
    shown = {(example.item, example.score) for example in battery.examples}
    for item in battery.items:
        for wanted in ("pass", "fail"):
            if (item.id, wanted) not in shown:
                _refuse_audit(
                    f"no example response that must {wanted}",
                    f"item {item.id}",
                    "write one that looks plausible",
                )


def _require_coverage(battery: Battery, items: Mapping[str, Item]) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for example in battery.examples:
        responses = example_responses(example)
        parts = parts_of(items[example.item].scorer)
        seen.update({(kind_of(part), score(part, responses).score) for part in parts})
    kinds = {kind_of(part) for item in battery.items for part in parts_of(item.scorer)}
    for kind in sorted(kinds):
        for way, name in (("pass", "passing"), ("fail", "failing")):
            if seen[kind, way] < EXAMPLES_EACH_WAY:
                _refuse_audit(
                    f"{seen[kind, way]} {name} examples for {kind}, fewer than {EXAMPLES_EACH_WAY}",
                    "examples",
                    "write more that look plausible",
                )


def _refuse_audit(problem: str, where: str, remedy: str) -> NoReturn:
    raise CompileRefusal("scorer-audit", problem, where=where, remedy=remedy)
