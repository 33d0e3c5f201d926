"""The honest label of a gate: what its thresholds can detect, and how often they err."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from chaff.cli.plain import ascii_only, to_ascii
from chaff.errors import UsageError
from chaff.shapes.gate import CompiledGate
from chaff.shapes.gate_day import DayScore

_UP_TO_PROJECT: Final = 3
"""From generated/gates/NAME/gate.config.json."""


def print_label(config: Path, out: TextIO) -> None:
    """Print the label of a gate compiled in a project, with what its stored days show."""
    from chaff.gate.home import read_home
    from chaff.gate.inputs import read_days

    home = read_home(config, base=config.parents[_UP_TO_PROJECT])
    plain = ascii_only(out)
    for line in label_lines(home.compiled, read_days(home.state)):
        print(to_ascii(line) if plain else line, file=out)


def label_lines(compiled: CompiledGate, days: Sequence[DayScore] = ()) -> list[str]:
    """Return the label; one line that says why there is none where SciPy is not installed.

    Of scored days only the share of variance between days is taken, which a spec has no guess at.
    """
    from chaff.cli.gate_text import power_lines
    from chaff.gate.between import between_day_share

    gate = compiled.gate
    head = [f"gate {gate.id}: {gate.title}", f"  {compiled.gate_hash}", ""]
    try:
        facts = _facts(compiled, between_day_share(days))
    except UsageError as error:
        return [*head, f"what it can detect is not shown: {error}", ""]
    own = f"chaff gate status --gate {gate.id} shows your own"
    return [
        *head,
        *power_lines(facts),
        "",
        *_preset_lines(compiled, facts),
        f"SD, mean and autocorrelation are the spec's guess; {own}.",
        "",
    ]


def _facts(compiled: CompiledGate, share: float | None) -> dict[str, Any]:
    from chaff.gate.facts import power_facts
    from chaff.gate.power import Threshold

    gate, rule = compiled.gate, compiled.gate.thresholds
    return power_facts(
        rule.window_days,
        Threshold(alpha=level_of(compiled), lift_percent=rule.lift_percent),
        sd=gate.expected.sd,
        baseline=gate.expected.baseline,
        power=0.8,
        cadence_days=cadence_of(compiled),
        between_day_share=share,
        autocorrelation=gate.expected.autocorrelation,
    )


def level_of(compiled: CompiledGate) -> float:
    """Return the level of a test: the article's, or an even share of a fresh year's budget."""
    from chaff.gate.budget import fresh_budget

    gate = compiled.gate
    if gate.preset == "article":
        return gate.thresholds.alpha
    return fresh_budget(gate.false_verdicts_a_year, gate.thresholds.window_days).alpha


def cadence_of(compiled: CompiledGate) -> float:
    """Return the days between edits, at most one of which is judged at a time in a queue."""
    gate = compiled.gate
    if gate.preset == "article":
        return max(1, gate.cooldowns.low_risk_days)
    return gate.thresholds.window_days + 1


def _preset_lines(compiled: CompiledGate, facts: dict[str, Any]) -> list[str]:
    gate, cadence = compiled.gate, cadence_of(compiled)
    if gate.preset == "article":
        between = 2 * (gate.thresholds.window_days // cadence)
        return [
            f"Preset article: with an edit every {cadence:g} days a verdict's windows hold about",
            f"{between:.0f} others, so that little of what they show is the edit's own doing.",
            f"A REVERT with another edit in its windows: {gate.on_overlap}.",
        ]
    alpha, budget = facts["alpha"], gate.false_verdicts_a_year
    return [
        "Preset attributable: one edit at a time, judged by generalised least squares, which",
        f"allows for autocorrelation. At most {budget:g} false a year: each needs p < {alpha:.3g}.",
        "The rows above are Welch's test at that level.",
    ]
