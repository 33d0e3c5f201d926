"""Holds the page of a buried rule against the run that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chaff.check.faults import Fault, fault
from chaff.check.measured import identity_lines, measured_lines
from chaff.check.report import RunRow
from chaff.check.standing import RuleFacts


def grave_faults(rule: RuleFacts, runs: Sequence[RunRow]) -> Iterator[Fault]:
    """Yield if the page of a buried rule says other numbers than its run shows.

    What stands around the numbers (the rationale, the power of the design) may be reworded.
    """
    page = rule.grave
    if not rule.buried or page is None:
        return
    path = f"graveyard/{rule.id}.md"
    named = [run for run in runs if run.verdict is not None and f"`{run.file}`" in page]
    if not named:
        yield fault("grave-differs", path, "names no complete run of this rule")
    elif not any(_tells(page, run) for run in named):
        yield fault("grave-differs", path, f"does not say what {named[0].file} shows")


def _tells(page: str, run: RunRow) -> bool:
    verdict = run.verdict or {}
    parts = (measured_lines(run, verdict), identity_lines(run, verdict))
    return all("\n" + "\n".join(lines) + "\n" in page for lines in parts)
