"""Makes the report's rows: for each run whether anything may rest on it, for each rule on what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from chaff.check.ledger import Starts
from chaff.check.report import RuleRow, RunRow
from chaff.check.runs import Assessed
from chaff.check.standing import (
    Measured,
    RuleFacts,
    age_limit,
    is_current,
    measures,
    newest,
)
from chaff.label import run_label
from chaff.shapes.base import Shape
from chaff.shapes.evidence import Evidence as Shown
from chaff.shapes.evidence import Outcome
from chaff.shapes.program import CompiledProgram, Role
from chaff.shapes.record import Header
from chaff.stats.facts import facts
from chaff.stats.guards import apply_guards
from chaff.stats.holm import holm

_UNREGISTERED = {
    "not-registered": "not registered",
    "not-committed": "not registered: not committed yet",
    "no-git": "not registered: the project is not in git",
    "unknown": "registration unknown: this clone lacks the history",
}


class Index(Shape, frozen=True, kw_only=True):
    """Runs and rules by what ties them together: a name, or the hash of an experiment.

    A thousand rules are not compared with two thousand runs, each with each.
    """

    runs: dict[str, tuple[Assessed, ...]]
    rules: dict[str, tuple[RuleFacts, ...]]

    @classmethod
    def of(cls, rules: Sequence[RuleFacts], runs: Sequence[Assessed]) -> Index:
        """Return the index of rules and runs."""
        by_run: dict[str, list[Assessed]] = {}
        by_rule: dict[str, list[RuleFacts]] = {}
        for run in runs:
            for key in _keys_of_run(run):
                by_run.setdefault(key, []).append(run)
        for rule in rules:
            for key in _keys_of_rule(rule):
                by_rule.setdefault(key, []).append(rule)
        return cls(
            runs={key: tuple(found) for key, found in by_run.items()},
            rules={key: tuple(found) for key, found in by_rule.items()},
        )

    def runs_near(self, rule: RuleFacts) -> list[Assessed]:
        """Return every run that may be one of a rule, by path."""
        found = {run.path: run for key in _keys_of_rule(rule) for run in self.runs.get(key, ())}
        return [found[path] for path in sorted(found)]

    def rules_near(self, header: Header) -> list[RuleFacts]:
        """Return every rule that a run may have measured, by id."""
        keys = (header.rule, header.config_hash)
        found = {rule.id: rule for key in keys for rule in self.rules.get(key, ())}
        return [found[rule] for rule in sorted(found)]


def _keys_of_run(run: Assessed) -> set[str]:
    header = run.header
    named = {run.path.split("/")[1]}
    return named if header is None else named | {header.rule, header.config_hash}


def _keys_of_rule(rule: RuleFacts) -> set[str]:
    practice = {rule.practice.config_hash} if rule.practice else set()
    return {*rule.names, rule.config.config_hash, *practice}


class Evidence(Shape, frozen=True, kw_only=True):
    """All that is known, before it is told."""

    index: Index
    program: CompiledProgram
    rules: tuple[RuleFacts, ...]
    runs: tuple[Assessed, ...]
    seconds: dict[str, str]
    """Second complete runs, with the run that counts instead."""
    starts: Starts

    def role_of(self, model: str) -> Role | Literal["former"]:
        """Return a model's part in the program as it is."""
        models = self.program.program.models
        if model == models.primary:
            return "primary"
        if model == models.confirmation:
            return "confirmation"
        return "practice" if model in models.practice else "former"

    def rule_of(self, header: Header) -> RuleFacts | None:
        """Return the rule that a run measured, if it still exists."""
        near = self.index.rules_near(header)
        return next((r for r in near if measures(header, r, practice=header.practice)), None)

    def basis_of(self, rule: RuleFacts) -> Measured | None:
        """Return what a rule's tier rests on: its newest run that counts and may move a tier."""
        moving = (
            run
            for run in self.index.runs_near(rule)
            if run.header and self._moves(run.header, rule) and not self.why_not(run)
        )
        return newest([one for one in map(self.measured, moving) if one])

    def measured(self, run: Assessed) -> Measured | None:
        """Return a complete run with its verdict, guards and attempt."""
        header = run.header
        if header is None or run.verdict is None:
            return None
        starts = self.starts.of(header.rule, header.model, practice=header.practice)
        return Measured(
            run=run,
            header=header,
            verdict=run.verdict,
            guards=apply_guards(
                run.verdict, self.program.program.guards, attempts=max(1, len(starts))
            ),
            attempt=max(1, sum(start <= header.started_at for start in starts)),
        )

    def why_not(self, run: Assessed) -> str:
        """Return why a run is no evidence, or ''."""
        if not run.is_sound:
            return "it has faults"
        if not run.examined.complete:
            return "not complete"
        if run.registration.state != "registered":
            return _UNREGISTERED[run.registration.state]
        if run.path in self.seconds:
            return f"a second run: {self.seconds[run.path]} counts"
        return ""

    def has_faulty_run(self, rule: RuleFacts) -> bool:
        """Tell whether a run that could be the basis has faults of its own."""
        return any(
            self._moves(run.header, rule) if run.header else run.path.split("/")[1] in rule.names
            for run in self.index.runs_near(rule)
            if not run.is_sound
        )

    def _moves(self, header: Header, rule: RuleFacts) -> bool:
        return (
            measures(header, rule, practice=False)
            and self.role_of(header.model) == "primary"
            and header.endpoint in self.program.program.counting_endpoints
        )


def rule_rows(
    evidence: Evidence, bases: Mapping[str, Measured | None], now: datetime
) -> tuple[RuleRow, ...]:
    """Return a row for each rule; `bases` holds what each one's tier rests on."""
    primary = evidence.program.program.models.primary
    p_values = {rule: b.verdict.sign_flip_exact for rule, b in bases.items() if b is not None}
    adjusted = holm(p_values)
    rows = []
    for rule in evidence.rules:
        basis = bases[rule.id]
        attempts = len(evidence.starts.of(rule.id, primary, practice=False))
        rows.append(
            RuleRow(
                rule=rule.id,
                title=rule.title,
                tier=rule.tier,
                attempts=attempts,
                buried=rule.buried,
                evidence=basis.run.path if basis else None,
                holm_p=float(adjusted[rule.id]) if basis else None,
                days_left=(age_limit(basis.header, evidence.program) - now).days if basis else None,
                label=_label(basis) if basis else _unmeasured(primary, attempts),
            )
        )
    return tuple(rows)


def run_rows(evidence: Evidence, bases: Mapping[str, Measured | None]) -> tuple[RunRow, ...]:
    """Return a row for each readable run, practice runs included."""
    moving = {basis.run.path for basis in bases.values() if basis is not None}
    return tuple(
        _run_row(evidence, run, run.header, moves_tier=run.path in moving)
        for run in evidence.runs
        if run.header is not None
    )


def _run_row(evidence: Evidence, run: Assessed, header: Header, *, moves_tier: bool) -> RunRow:
    measured = evidence.measured(run)
    rule = evidence.rule_of(header)
    why_not = evidence.why_not(run)
    starts = evidence.starts.of(header.rule, header.model, practice=header.practice)
    return RunRow(
        rule=header.rule,
        is_of=rule.id if rule else None,
        model=header.model,
        role=evidence.role_of(header.model),
        practice=header.practice,
        endpoint=header.endpoint,
        file=run.path,
        digest=run.examined.digest,
        config_hash=header.config_hash,
        started_at=header.started_at,
        state="complete" if run.examined.complete else "incomplete",
        registration=run.registration.state,
        current=rule is not None and is_current(header, rule),
        counts=not why_not,
        moves_tier=moves_tier,
        why_not=why_not or ("" if moves_tier else _why_not_tier(evidence, header, rule)),
        attempt=max(1, sum(start <= header.started_at for start in starts)),
        attempts=len(starts),
        outcome=outcome_of(measured) if measured else None,
        verdict=facts(measured.verdict, measured.guards) if measured else None,
        label=_label(measured) if measured else f"{header.model}: no verdict",
        n_turns=run.examined.n_answers,
        cost_nano_usd=run.examined.cost_nano_usd,
    )


def _why_not_tier(evidence: Evidence, header: Header, rule: RuleFacts | None) -> str:
    if header.practice:
        return "practice: shown, moves no tier"
    if rule is None:
        return "the rule is gone"
    if (role := evidence.role_of(header.model)) != "primary":
        return f"{role}: shown, moves no tier"
    if header.endpoint not in evidence.program.program.counting_endpoints:
        return "its endpoint may move no tier"
    return "a newer run counts"


def _label(measured: Measured) -> str:
    header, verdict = measured.header, measured.verdict
    shown = Shown(
        model=header.model,
        effect=verdict.effect,
        lower=verdict.lower,
        upper=verdict.upper,
        date=header.started_at[:10],
        attempt=measured.attempt,
        run=measured.run.examined.digest,
        n_items=verdict.matrix.n_items,
        repeats=verdict.matrix.repeats,
        outcome=outcome_of(measured),
    )
    return run_label(shown, practice=header.practice)


def _unmeasured(model: str, attempts: int) -> str:
    so_far = f", {attempts} {'attempt' if attempts == 1 else 'attempts'} so far" if attempts else ""
    return f"{model}: not measured{so_far}"


def outcome_of(measured: Measured) -> Outcome:
    """Return what a run comes to in this library: its verdict, and the guards where enforced."""
    if not measured.verdict.admitted:
        return "failed"
    return "admitted" if measured.guards.allow else "held back"


def responses_scored(runs: Sequence[Assessed]) -> int:
    """Return how many raw responses were scored again."""
    return sum(run.examined.n_answers for run in runs)
