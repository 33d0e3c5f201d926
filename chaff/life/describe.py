"""The text of the second pull request, ready to be sent: what changes, and the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chaff.check.measured import measured_lines
from chaff.check.report import RunRow
from chaff.life.allowed import Basis, Step

_TITLES = {
    "promote": "Enforce {rule} on {model}",
    "bury": "Bury {rule}: not shown on {model}",
    "demote": "Demote {rule} to a heuristic",
}


def title(step: Step, basis: Basis, primary: str) -> str:
    """Return the title of the pull request."""
    return _TITLES[step].format(rule=basis.rule.rule, model=primary)


def description(
    step: Step, basis: Basis, primary: str, others: Sequence[RunRow], reasons: Sequence[str]
) -> str:
    """Return title and text; `others` are further runs of the rule, `reasons` why it is demoted."""
    return "\n".join(_lines(step, basis, primary, others, reasons)) + "\n"


def _lines(
    step: Step, basis: Basis, primary: str, others: Sequence[RunRow], reasons: Sequence[str]
) -> Iterator[str]:
    yield title(step, basis, primary)
    yield ""
    if basis.run is not None and basis.run.verdict is not None:
        yield from _run_lines(basis.run)
    if reasons:
        yield ""
        yield from (f"- {reason}" for reason in reasons)
    if others:
        yield ""
        yield "Other runs of this rule, which move nothing:"
        yield ""
        yield from (f"- {run.label}" for run in others)
    yield ""
    yield "`chaff check` recomputes every number above from the raw answers in this repository."


def _run_lines(run: RunRow) -> Iterator[str]:
    verdict = run.verdict or {}
    yield from measured_lines(run, verdict)
    yield ""
    yield f"{verdict['label']}."


def changelog_line(step: Step, basis: Basis) -> str:
    """Return the line for the changelog."""
    rule, label = basis.rule.rule, basis.run.label if basis.run else "no run counts"
    says = {
        "promote": f"`{rule}` is enforced: {label}.",
        "bury": f"`{rule}` lies in the graveyard: {label}.",
        "demote": f"`{rule}` is a heuristic again.",
    }
    return says[step]
