"""What stands beside a verdict on a page: conditions, guards, Holm, attempts, other models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from chaff.check.report import RunRow
from chaff.money import NANO
from chaff.site.plots import points, span
from chaff.stats.agreement import agree
from chaff.stats.holm import holm


class Condition(NamedTuple):
    """One of the four conditions, or a guard."""

    name: str
    holds: bool
    text: str


class Beside(NamedTuple):
    """A fact that stands beside the verdict and changes nothing of it."""

    name: str
    text: str


def headline(run: RunRow) -> str:
    """Return the verdict in a few words."""
    facts = run.verdict or {}
    if run.outcome == "held back":
        return "All four conditions hold, but the guards hold it back"
    if facts["admitted"]:
        return "Admitted: all four conditions hold"
    failed = [name for name, holds in facts["conditions"].items() if not holds]
    return f"Not admitted: {', '.join(failed)} {'does' if len(failed) == 1 else 'do'} not hold"


def conditions(facts: Mapping[str, Any]) -> list[Condition]:
    """Return the four conditions with the numbers that decided them."""
    held, cells, percent = facts["conditions"], facts["cells"], facts["effect_percent"]
    passes = facts["passes"]
    excludes = "excludes" if held["interval"] else "does not exclude"
    return [
        Condition(
            "effect",
            held["effect"],
            f"{points(facts['effect'])} points ({facts['sum_difference']} of {cells} passes); "
            f"at least +{percent} points ({-(-percent * cells // 100)} passes) needed",
        ),
        Condition("interval", held["interval"], f"{span(facts)} points {excludes} 0"),
        Condition(
            "sign",
            held["sign"],
            f"removed ≥ control on {facts['items_not_negative']} of {facts['n_items']} items; "
            f"{facts['items_needed']} needed",
        ),
        Condition(
            "direction",
            held["direction"],
            f"removed passes {passes['removed']}, present {passes['present']}; "
            "removed ≥ present needed",
        ),
    ]


def guards(facts: Mapping[str, Any]) -> list[Condition]:
    """Return the library's own guards, if they were applied."""
    found = facts["guards"]
    if found is None:
        return []
    gain = facts["removed_minus_present"]
    return [
        Condition(
            "gain",
            found["gain_above_present"],
            f"removed − present is {span(gain)} points; it must lie above 0, or a control edit "
            "that does harm could admit a useless rule",
        ),
        Condition(
            "attempts",
            found["sign_flip_over_attempts"],
            f"sign-flip p × attempts = {found['adjusted_p']:.3g}; at most {found['alpha']:g}",
        ),
    ]


def beside(
    run: RunRow, same_rule: Sequence[RunRow], library: Mapping[str, Adjusted]
) -> list[Beside]:
    """Return what stands beside a run's verdict.

    `same_rule` are all runs of the rule, `library` the p-values adjusted over all rules.
    """
    facts = run.verdict or {}
    gain = facts["removed_minus_present"]
    cells = facts["cells"]
    found = [
        Beside("Interval without draws", f"{span(facts['exact'])} points (exact bootstrap)"),
        Beside("Sign-flip p", f"{facts['sign_flip_p']:.3g} (exact, one-sided)"),
        Beside(
            "Removed − present",
            f"{points(gain['sum_difference'] / cells)} points, {span(gain)}",
        ),
        Beside("Holm over the library", _holm(run, library)),
        Beside("Attempt", f"{run.attempt} of {max(run.attempts, run.attempt)} started so far"),
        Beside("Other models", _others(run, same_rule)),
        Beside("What the arms say", facts["reading"]),
        Beside("How far it reaches", facts["label"]),
    ]
    if facts["seed_note"]:
        found.insert(0, Beside("Mind the seed", facts["seed_note"]))
    return found


def cost(run: RunRow) -> str:
    """Return what a run cost."""
    dollars = run.cost_nano_usd / NANO
    price = f"${dollars:,.2f}" if run.cost_nano_usd else "nothing (a model inside the process)"
    return f"{price}, {run.n_turns:,} calls"


class Adjusted(NamedTuple):
    """A p, adjusted over all rules that were measured on the same model in the same role."""

    p: Fraction
    n_rules: int


def adjusted(runs: Sequence[RunRow]) -> dict[str, Adjusted]:
    """Return the adjusted p of each rule's newest run that counts, by its file."""
    families: dict[tuple[str, bool], dict[str, RunRow]] = {}
    for run in runs:
        if run.counts and run.verdict:
            family = families.setdefault((run.model, run.practice), {})
            name = run.is_of or run.rule
            if name not in family or family[name].started_at < run.started_at:
                family[name] = run
    found: dict[str, Adjusted] = {}
    for family in families.values():
        p_values = {
            run.file: Fraction((run.verdict or {})["sign_flip_p"]) for run in family.values()
        }
        found |= {file: Adjusted(p, len(family)) for file, p in holm(p_values).items()}
    return found


def _holm(run: RunRow, library: Mapping[str, Adjusted]) -> str:
    found = library.get(run.file)
    if found is None:
        return "not adjusted: the run does not count"
    rules = "1 rule" if found.n_rules == 1 else f"{found.n_rules} rules"
    return f"p = {float(found.p):.3g} over {rules} measured on {run.model}"


def _others(run: RunRow, runs: Sequence[RunRow]) -> str:
    others = [
        one
        for one in runs
        if one.verdict
        and one.counts
        and one.model != run.model
        and (one.is_of or one.rule) == (run.is_of or run.rule)
    ]
    if not others:
        return "none has measured this rule: nothing is said of any but this one"
    return "; ".join(
        f"{one.model}{' (practice)' if one.practice else ''}: "
        + agree(
            run.verdict or {}, one.verdict or {}, same_items=one.config_hash == run.config_hash
        ).text
        for one in others
    )
