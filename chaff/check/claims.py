"""What a rule says of itself in findings: `evidence.json`, made from the runs and compared.

An enforced rule names the runs that admitted it, a buried one the run that buried it. A heuristic
has no such file: nothing was shown of it, and a file beside the rule must not look as if it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from chaff.canonical import readable_bytes
from chaff.check.faults import Fault, fault
from chaff.check.report import RuleRow, RunRow
from chaff.check.tree import read_file
from chaff.errors import BadInputError
from chaff.shapes.base import to_json
from chaff.shapes.evidence import Evidence

Standing = Literal["enforced", "buried", "heuristic"]


def claims(rule: str, standing: Standing, runs: Sequence[RunRow]) -> tuple[Evidence, ...]:
    """Return what was measured of a rule as it is, a model each: the primary one first.

    Only runs that count. An enforced rule claims no model that it failed on; a buried one names
    the run on the primary model, and that alone.
    """
    newest: dict[str, RunRow] = {}
    for run in sorted(runs, key=lambda one: one.started_at):
        if run.is_of == rule and _may_be_claimed(run):
            newest[run.model] = run
    ordered = sorted(newest.values(), key=lambda run: (not run.moves_tier, run.model))
    if standing == "buried":
        return tuple(_evidence(run) for run in ordered if run.moves_tier)
    if standing == "heuristic":
        return ()
    return tuple(_evidence(run) for run in ordered if run.outcome == "admitted")


def claims_bytes(rule: str, standing: Standing, runs: Sequence[RunRow]) -> bytes | None:
    """Return what `evidence.json` must hold; None if there must be none."""
    made = claims(rule, standing, runs)
    if not made and standing != "enforced":
        return None
    return readable_bytes(to_json(made))


def standing_of(rule: RuleRow) -> Standing:
    """Return what a rule's claims follow from."""
    if rule.tier == "enforced":
        return "enforced"
    return "buried" if rule.buried else "heuristic"


def claims_path(rule: str) -> str:
    """Return where a rule's `evidence.json` lies."""
    return f"generated/{rule}/evidence.json"


def claim_faults(root: Path, rule: RuleRow, runs: Sequence[RunRow]) -> Iterator[Fault]:
    """Yield if the committed claims of a rule are not what its runs show."""
    path = claims_path(rule.rule)
    standing = standing_of(rule)
    expected = claims_bytes(rule.rule, standing, runs)
    try:
        found = read_file(root, path)
    except BadInputError as error:
        yield fault("evidence-differs", path, error.problem)
        return
    if found == expected:
        return
    if expected is None:
        problem = f"the rule is {standing} and no run allows it to claim anything"
    else:
        problem = "is missing" if found is None else "is not what the runs show"
    yield fault("evidence-differs", path, problem)


def _may_be_claimed(run: RunRow) -> bool:
    return run.counts and run.current and (run.moves_tier or run.role == "confirmation")


def _evidence(run: RunRow) -> Evidence:
    assert run.verdict is not None  # noqa: S101 - a run that counts is complete
    assert run.outcome is not None  # noqa: S101
    return Evidence(
        model=run.model,
        effect=run.verdict["effect"],
        lower=run.verdict["lower"],
        upper=run.verdict["upper"],
        date=run.started_at[:10],
        attempt=run.attempt,
        run=run.digest,
        n_items=run.verdict["n_items"],
        repeats=run.verdict["repeats"],
        outcome=run.outcome,
    )
