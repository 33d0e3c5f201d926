"""A library for pages: rules and runs as the checker would report them, without any files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from chaff.check.report import Report, RuleRow, RunRow, make_report
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.evidence import Outcome
from chaff.site.gather import Source
from chaff.stats.admission import DEFAULT_ADMISSION, Verdict, admit
from chaff.stats.facts import facts
from chaff.stats.guards import DEFAULT_GUARDS, GuardResult, apply_guards
from tests.support.configs import PRACTICE, PRIMARY, tiny_config, tiny_program
from tests.support.library import compiled
from tests.support.matrices import matrix_with

NOW = datetime(2027, 3, 1, tzinfo=UTC)


def run_row(rule: str, differences: Sequence[int], **fields: Any) -> RunRow:
    """Return a complete run that counts; of the primary model unless `practice`."""
    practice = fields.get("practice", False)
    verdict = admit(matrix_with(differences), DEFAULT_ADMISSION)
    guards = apply_guards(verdict, DEFAULT_GUARDS, attempts=1)
    model = PRACTICE if practice else PRIMARY
    values: dict[str, Any] = {
        "rule": rule,
        "is_of": rule,
        "model": model,
        "role": "practice" if practice else "primary",
        "practice": practice,
        "endpoint": "embedded" if practice else "anthropic",
        "file": f"runs/{rule}/{model}/20261202T101500Z.jsonl",
        "digest": "sha256:" + "0" * 64,
        "config_hash": tiny_config().config_hash,
        "started_at": "2026-12-02T10:15:00Z",
        "state": "complete",
        "registration": "registered",
        "current": True,
        "counts": True,
        "moves_tier": not practice,
        "why_not": "practice: shown, moves no tier" if practice else "",
        "attempt": 1,
        "attempts": 1,
        "outcome": _outcome(verdict, guards),
        "verdict": facts(verdict, guards),
        "label": f"{model}: measured",
        "n_turns": 180,
        "cost_nano_usd": 0 if practice else 1_234_000_000,
        **fields,
    }
    return RunRow(**values)


def _outcome(verdict: Verdict, guards: GuardResult) -> Outcome:
    if not verdict.admitted:
        return "failed"
    return "admitted" if guards.hold else "held back"


def source_of(rules: Sequence[CompiledRule], runs: Sequence[RunRow] = (), **fields: Any) -> Source:
    """Return what pages are made of."""
    config = tiny_config()
    values: dict[str, Any] = {
        "report": report_of(rules, runs),
        "program": tiny_program(),
        "rules": tuple(rules),
        "configs": {rule.id: config for rule in rules},
        "practice": {rule.id: config for rule in rules},
        "graves": {},
        "documents": {},
        **fields,
    }
    return Source(**values)


def report_of(rules: Sequence[CompiledRule], runs: Sequence[RunRow]) -> Report:
    """Return a report without faults."""
    rows = tuple(
        RuleRow(
            rule=rule.id,
            title=rule.title,
            tier=rule.tier,
            attempts=0,
            buried=rule.buried,
            evidence=None,
            holm_p=None,
            days_left=None,
            label=f"{PRIMARY}: not measured",
        )
        for rule in rules
    )
    return make_report([], [], now=NOW, primary=PRIMARY, rules=rows, runs=tuple(runs))


def many(n_rules: int) -> Source:
    """Return a library in which every rule was measured on the primary model, and in practice."""
    rules = [
        compiled(f"rule-{n:03}", title=f"Rule number {n} about what agents misread")
        for n in range(n_rules)
    ]
    runs = []
    for n, rule in enumerate(rules):
        differences = tuple((n + item) % 5 - 1 for item in range(12))
        runs += [run_row(rule.id, differences), run_row(rule.id, differences[::-1], practice=True)]
    return source_of(rules, runs)
