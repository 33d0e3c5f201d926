"""Whether the evidence allows a rule to be enforced, buried, demoted; else the reason."""

from __future__ import annotations

from typing import Literal

from chaff.check.report import Report, RuleRow, RunRow
from chaff.errors import UsageError
from chaff.shapes.base import Shape

Step = Literal["promote", "bury", "demote"]


class Basis(Shape, frozen=True, kw_only=True):
    """A rule, and the run that its tier rests on, or would; None if there is none."""

    rule: RuleRow
    run: RunRow | None


def basis_of(report: Report, rule: str) -> Basis:
    """Return a rule with its basis; raises UsageError if there is no such rule."""
    rows = {row.rule: row for row in report.rules}
    if rule not in rows:
        remedy = f"there are: {', '.join(sorted(rows))}"
        raise UsageError(f"there is no rule {rule!r}", remedy=remedy)
    run = next((r for r in report.runs if r.file == rows[rule].evidence), None)
    return Basis(rule=rows[rule], run=run)


def require_allowed(step: Step, basis: Basis, report: Report) -> None:
    """Raise UsageError, with the reason, unless the evidence allows the step."""
    problem = {"promote": _against_promotion, "bury": _against_burial, "demote": _against_demotion}
    if reason := problem[step](basis, report):
        what, remedy = reason
        raise UsageError(f"{basis.rule.rule} cannot be {_DONE[step]}: {what}", remedy=remedy)


_DONE = {"promote": "enforced", "bury": "buried", "demote": "demoted"}
Reason = tuple[str, str] | None


def _against_promotion(basis: Basis, report: Report) -> Reason:
    run = basis.run
    if reason := _unsound(report) or _unmeasured(basis, report):
        return reason
    assert run is not None  # noqa: S101 - a rule that was measured has a run
    if run.outcome != "admitted":
        return f"{run.label}", f"`doit bury:{basis.rule.rule}`"
    if not run.current:
        return f"{run.file} measured another version of it", f"`doit run:{basis.rule.rule}`"
    if basis.rule.days_left is not None and basis.rule.days_left < 0:
        return f"{run.file} is too old", f"`doit run:{basis.rule.rule}`"
    return None


def _against_burial(basis: Basis, report: Report) -> Reason:
    run = basis.run
    if reason := _unsound(report) or _unmeasured(basis, report):
        return reason
    assert run is not None  # noqa: S101 - a rule that was measured has a run
    if run.outcome == "admitted":
        return f"{run.label}", f"`doit promote:{basis.rule.rule}`"
    if not run.current and not basis.rule.buried:
        return f"{run.file} measured another version of it", f"`doit run:{basis.rule.rule}`"
    return None


def _against_demotion(basis: Basis, _: Report) -> Reason:
    if basis.rule.buried:
        return _against_digging_up(basis)
    if basis.rule.tier != "enforced":
        return "it is a heuristic already", "nothing is to be done"
    return None


def _against_digging_up(basis: Basis) -> Reason:
    """A buried rule may be a heuristic again once it is another rule than the one that failed."""
    run = basis.run
    if run is not None and run.current and run.outcome != "admitted":
        return f"it lies in the graveyard: {run.label}", "change the rule, or leave it there"
    return None


def _unmeasured(basis: Basis, report: Report) -> Reason:
    if basis.run is not None and basis.run.verdict is not None:
        return None
    return (
        f"no complete, registered run on {report.primary} counts",
        f"`doit run:{basis.rule.rule}`, and commit the run",
    )


def _unsound(report: Report) -> Reason:
    """Return the first fault of integrity: nothing may rest on evidence that has one."""
    faults = [
        one
        for one in report.faults
        if one.category == "integrity" and one.code != "evidence-differs"
    ]
    if not faults:
        return None
    return f"{faults[0].file}: {faults[0].message} [{faults[0].code}]", "`doit check` shows all"
