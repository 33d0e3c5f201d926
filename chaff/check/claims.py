"""What an enforced rule may say of itself: `evidence.json`, made from the runs and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from chaff.canonical import readable_bytes
from chaff.check.faults import Fault, fault
from chaff.check.report import RuleRow, RunRow
from chaff.check.tree import read_file
from chaff.errors import BadInputError
from chaff.shapes.base import to_json
from chaff.shapes.evidence import Evidence


def claims(rule: str, runs: Sequence[RunRow]) -> tuple[Evidence, ...]:
    """Return what was measured of a rule as it is, a model each: the primary one first.

    Only runs that count and were admitted: what failed on a model is not claimed of it.
    """
    newest: dict[str, RunRow] = {}
    for run in sorted(runs, key=lambda one: one.started_at):
        if run.is_of == rule and _may_be_claimed(run):
            newest[run.model] = run
    ordered = sorted(newest.values(), key=lambda run: (not run.moves_tier, run.model))
    return tuple(_evidence(run) for run in ordered if run.verdict and run.verdict["admitted"])


def claims_bytes(rule: str, runs: Sequence[RunRow]) -> bytes:
    """Return `evidence.json` of an enforced rule."""
    return readable_bytes(to_json(claims(rule, runs)))


def claims_path(rule: str) -> str:
    """Return where a rule's `evidence.json` lies."""
    return f"generated/{rule}/evidence.json"


def claim_faults(root: Path, rule: RuleRow, runs: Sequence[RunRow]) -> Iterator[Fault]:
    """Yield if the committed claims of a rule are not what its runs show."""
    path = claims_path(rule.rule)
    expected = claims_bytes(rule.rule, runs) if rule.tier == "enforced" else None
    try:
        found = read_file(root, path)
    except BadInputError as error:
        yield fault("evidence-differs", path, error.problem)
        return
    if found == expected:
        return
    if expected is None:
        problem = "the rule is a heuristic and may claim nothing"
    else:
        problem = "is missing" if found is None else "is not what the runs show"
    yield fault("evidence-differs", path, problem)


def _may_be_claimed(run: RunRow) -> bool:
    return run.counts and run.current and (run.moves_tier or run.role == "confirmation")


def _evidence(run: RunRow) -> Evidence:
    assert run.verdict is not None  # noqa: S101 - only runs with a verdict come here
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
    )
