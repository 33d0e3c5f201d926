"""Everything that the page of one rule shows, as one value for the template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chaff.check.measured import repeat_command
from chaff.check.report import RunRow
from chaff.lint.trust import MOST_WRONG_PERCENT, trust
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.config import EvalConfig
from chaff.site import plots, verdicts, wording
from chaff.site.diffs import diff
from chaff.site.gather import Source
from chaff.site.verdicts import Adjusted
from chaff.stats.power import Power
from chaff.stats.precision import precision

PowerOf = Callable[[EvalConfig], Power]


def rule_view(
    rule: CompiledRule, source: Source, power_of: PowerOf, library: Mapping[str, Adjusted]
) -> dict[str, Any]:
    """Return what the template of a rule's page needs; `library` are the adjusted p-values."""
    row = next((one for one in source.report.rules if one.rule == rule.id), None)
    config, practice = source.configs.get(rule.id), source.practice.get(rule.id)
    runs = [run for run in source.report.runs if (run.is_of or run.rule) == rule.id]
    runs.sort(key=lambda run: (run.practice, run.started_at))
    views = [_run_view(n, run, runs, source, library) for n, run in enumerate(runs, start=1)]
    return {
        "rule": rule,
        "row": row,
        "primary": source.report.primary,
        "kind": wording.kind(rule),
        "looks_for": wording.looks_for(rule),
        "fix_does": wording.fix_does(rule),
        "safety": wording.safety(rule),
        "examples": [(example, diff(example)) for example in rule.invalid],
        "trust": trust(rule.readings),
        "precision": _precision(rule),
        "wrong": [one for one in rule.readings if not one.right],
        "runs": [view for view in views if not view["run"].practice],
        "practice_runs": [view for view in views if view["run"].practice],
        "power": _power("power", config, power_of),
        "items": _items(config, rule, practice=False),
        "practice_items": _items(practice, rule, practice=True),
        "config": config,
        "practice": practice,
    }


def _run_view(
    number: int,
    run: RunRow,
    same_rule: Sequence[RunRow],
    source: Source,
    library: Mapping[str, Adjusted],
) -> dict[str, Any]:
    view: dict[str, Any] = {"run": run, "cost": verdicts.cost(run), "name": f"run-{number}"}
    facts = run.verdict
    if facts is None:
        return view
    configs = source.practice if run.practice else source.configs
    config = configs.get(run.is_of or run.rule)
    ids = [item.id for item in config.battery.items] if config and run.current else []
    return {
        **view,
        "facts": facts,
        "headline": verdicts.headline(run),
        "conditions": verdicts.conditions(facts),
        "guards": verdicts.guards(facts),
        "beside": verdicts.beside(run, same_rule, library),
        "arms": plots.arms(f"arms-{number}", facts),
        "intervals": plots.intervals(f"intervals-{number}", facts, practice=run.practice),
        "items": plots.items(f"items-{number}", facts, ids),
        "repeat": repeat_command(run),
    }


def _precision(rule: CompiledRule) -> str:
    known = trust(rule.readings)
    if not known.read:
        return ""
    share = precision(known.read - known.wrong, known.read)
    return plots.precision("precision", share, MOST_WRONG_PERCENT)


def _power(name: str, config: EvalConfig | None, power_of: PowerOf) -> dict[str, Any] | None:
    if config is None:
        return None
    power = power_of(config)
    return {"found": power, "plot": plots.power_curve(name, power)}


def _items(
    config: EvalConfig | None, rule: CompiledRule, *, practice: bool
) -> Sequence[dict[str, str]]:
    if config is None:
        return ()
    notes = rule.practice_items if practice else rule.items
    return [
        {
            "id": item.id,
            "prompt": item.prompt,
            "misled": notes[item.id].misled if item.id in notes else "",
            "required": notes[item.id].required if item.id in notes else "",
        }
        for item in config.battery.items
    ]
