"""Says what a rule's tier rests on, and what follows where it rests on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from chaff.check.faults import Fault, Note, fault, note
from chaff.check.lines import read_instant
from chaff.check.runs import Assessed
from chaff.label import points
from chaff.shapes.base import Shape
from chaff.shapes.config import EvalConfig
from chaff.shapes.program import CompiledProgram
from chaff.shapes.record import Header
from chaff.stats.admission import Verdict
from chaff.stats.guards import GuardResult


class RuleFacts(Shape, frozen=True, kw_only=True):
    """A rule as its specs compile now."""

    id: str
    title: str
    tier: Literal["heuristic", "enforced"]
    config: EvalConfig
    practice: EvalConfig | None
    names: frozenset[str]
    """Its own, and every former name under which it was started."""
    buried: bool
    grave: str | None
    """The text of its page in the graveyard."""

    @property
    def spec(self) -> str:
        """The file to change."""
        return f"specs/rules/{self.id}.jsonnet"


class Measured(Shape, frozen=True, kw_only=True):
    """A run that counts, with what its raw responses say."""

    run: Assessed
    header: Header
    verdict: Verdict
    guards: GuardResult
    attempt: int


def measures(header: Header, rule: RuleFacts, *, practice: bool) -> bool:
    """Tell whether a run is one of this rule: by its name, or by the experiment itself."""
    if header.practice != practice:
        return False
    config = rule.practice if practice else rule.config
    is_same = config is not None and header.config_hash == config.config_hash
    return header.rule in rule.names or is_same


def is_current(header: Header, rule: RuleFacts) -> bool:
    """Tell whether a run measured exactly what the specs compile to now."""
    config = rule.practice if header.practice else rule.config
    return (
        config is not None
        and header.config_hash == config.config_hash
        and header.battery_hash == config.battery_hash
        and header.request_hash == config.request_hash.get(header.model)
    )


def is_buried(header: Header, rule: RuleFacts) -> bool:
    """Tell whether a failed run needs no grave (any more): it has one, or the rule has changed."""
    if not is_current(header, rule):
        return True
    return rule.buried and header.config_hash in (rule.grave or "")


def newest(measured: Sequence[Measured]) -> Measured | None:
    """Return the run that started last."""
    return max(measured, key=lambda one: (one.header.started_at, one.run.path), default=None)


def age_limit(header: Header, program: CompiledProgram) -> datetime:
    """Return when a run becomes too old; the end of all dates if that is beyond them."""
    try:
        return read_instant(header.started_at) + timedelta(days=program.program.max_age_days)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def tier_faults(
    rule: RuleFacts, basis: Measured | None, program: CompiledProgram, now: datetime
) -> Iterator[Fault]:
    """Yield what is wrong with a rule's tier.

    `basis` is its newest complete run that counts, on the primary model and an endpoint that may
    move a tier; None if there is none.
    """
    if rule.tier == "enforced":
        yield from _enforced_faults(rule, basis, program, now)
    elif basis is not None and not basis.verdict.admitted and not is_buried(basis.header, rule):
        message = f"{basis.run.path} failed ({_numbers(basis.verdict)})"
        yield fault("failed-not-buried", rule.spec, message)
    elif rule.buried and rule.grave is None:
        yield fault("grave-missing", rule.spec, f"there is no graveyard/{rule.id}.md")


def due_notes(
    rule: RuleFacts, basis: Measured | None, program: CompiledProgram, now: datetime
) -> Iterator[Note]:
    """Yield if a heuristic's newest run says little about the rule as it is."""
    if rule.tier == "enforced" or basis is None:
        return
    if not is_current(basis.header, rule):
        message = f"{basis.run.path} measured another version of this rule"
        yield note("due", rule.spec, message)
    elif now > age_limit(basis.header, program):
        message = f"{basis.run.path} is older than {program.program.max_age_days} days"
        yield note("due", rule.spec, message)


def _enforced_faults(
    rule: RuleFacts, basis: Measured | None, program: CompiledProgram, now: datetime
) -> Iterator[Fault]:
    primary = program.program.models.primary
    if basis is None:
        message = f"no complete, registered run on {primary} counts"
        yield fault("enforced-without-evidence", rule.spec, message)
        return
    path = basis.run.path
    if not basis.verdict.admitted:
        message = f"{path} on {primary} failed ({_numbers(basis.verdict)})"
        yield fault("enforced-without-evidence", rule.spec, message)
    elif not basis.guards.allow:
        yield fault("guards-not-held", rule.spec, f"{path}: {_guard_problem(basis.guards)}")
    if not is_current(basis.header, rule):
        message = f"{path} measured {basis.header.config_hash}, now {rule.config.config_hash}"
        yield fault("evidence-drifted", rule.spec, message)
    if now > age_limit(basis.header, program):
        message = f"{path} is older than {program.program.max_age_days} days"
        yield fault("evidence-old", rule.spec, message)
    if basis.header.model not in program.prices:
        message = f"{basis.header.model} is not in the pricing manifest"
        yield fault("model-unpriced", rule.spec, message)


def _numbers(verdict: Verdict) -> str:
    held = verdict.conditions
    failed = [name for name in held.__struct_fields__ if not getattr(held, name)]
    interval = f"[{points(verdict.lower)}, {points(verdict.upper)}]"
    return f"{points(verdict.effect)} {interval}, not held: {', '.join(failed)}"


def _guard_problem(guards: GuardResult) -> str:
    problems = []
    if not guards.gain_above_present:
        problems.append("removing is not shown to beat the file as it is")
    if not guards.sign_flip_over_attempts:
        problems.append(
            f"p × {guards.attempts} attempts is {guards.adjusted_p:.4f}, above {guards.alpha}"
        )
    return "; ".join(problems)
