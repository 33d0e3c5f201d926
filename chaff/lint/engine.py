"""Lints one instruction file with a library of rules: findings with tier and label, and fixes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from chaff.errors import BadInputError
from chaff.lint.finding import Finding
from chaff.lint.fix import Fixed, fix
from chaff.lint.library import label
from chaff.lint.match import find
from chaff.shapes.base import Shape
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.rule import Tier

ANY_HEURISTIC: Final = "heuristic"
"""In `fail_on`: every heuristic rule fails."""

MAX_ROUNDS: Final = 20


class Reported(Shape, frozen=True, kw_only=True):
    """A finding with what a reader must know about the rule behind it."""

    path: str
    rule: str
    title: str
    tier: Tier
    label: str
    """The evidence."""
    fails: bool
    """It sets the exit status."""
    fixable: bool
    finding: Finding


class FixedFile(Shape, frozen=True, kw_only=True):
    """A file after the fixes of all rules, and the other files they write beside it."""

    data: bytes
    files: dict[str, str]


def lint(
    data: bytes,
    rules: Sequence[CompiledRule],
    *,
    path: str,
    fail_on: Collection[str] = (),
    existing: Collection[str] = (),
) -> tuple[Reported, ...]:
    """Return what the rules find in a file, by line, then rule.

    `fail_on` names rules that fail beside the enforced ones; `existing` files are never
    overwritten by a fix. Raises BadInputError, naming `path`, if the file is not UTF-8.
    """
    reported = [
        Reported(
            path=path,
            rule=rule.id,
            title=rule.title,
            tier=rule.tier,
            label=label(rule),
            fails=_fails(rule, fail_on),
            fixable=finding not in left,
            finding=finding,
        )
        for rule in rules
        if (found := _find(data, rule, path))
        for left in [set(_fix(data, rule, path, existing).left)]
        for finding in found
    ]
    return tuple(sorted(reported, key=lambda one: (one.finding.line, one.rule)))


def fix_file(
    data: bytes,
    rules: Sequence[CompiledRule],
    *,
    path: str,
    existing: Collection[str] = (),
) -> FixedFile:
    """Return a file with the fixes of all rules made, until none has anything left to do."""
    files: dict[str, str] = {}
    for _ in range(MAX_ROUNDS):
        before = data
        for rule in rules:
            fixed = _fix(data, rule, path, {*existing, *files})
            data = fixed.data
            files |= fixed.files
        if data == before:
            break
    return FixedFile(data=data, files=files)


def _fails(rule: CompiledRule, fail_on: Collection[str]) -> bool:
    chosen = rule.id in fail_on
    return rule.tier == "enforced" or chosen or ANY_HEURISTIC in fail_on


def _find(data: bytes, rule: CompiledRule, path: str) -> tuple[Finding, ...]:
    try:
        return find(data, rule.detect)
    except BadInputError as error:
        raise _placed(error, path) from None


def _fix(data: bytes, rule: CompiledRule, path: str, existing: Collection[str]) -> Fixed:
    try:
        return fix(data, rule.detect, rule.fix, existing=existing)
    except BadInputError as error:
        raise _placed(error, path) from None


def _placed(error: BadInputError, path: str) -> BadInputError:
    error.where = path
    return error
