"""Turns a library into the pages of its site, by path; the same library gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from chaff.shapes.base import to_json
from chaff.shapes.config import EvalConfig
from chaff.shapes.program import Admission
from chaff.site import catalogue, gate_page, plots
from chaff.site.documents import document_pages
from chaff.site.gate import Dashboard
from chaff.site.gather import Source
from chaff.site.rule_page import rule_view
from chaff.site.sample import sample_year
from chaff.site.template import page
from chaff.site.verdicts import adjusted
from chaff.stats.power import Power, simulate_power

_STONES: Final = 24
"""Rules that the graveyard shows in full, of either kind; the rest get a line each."""

_FILTERS: Final = (
    (
        "e",
        "evidence",
        (("measured", "measured"), ("practice", "practice only"), ("unmeasured", "not measured")),
    ),
    ("t", "tier", (("enforced", "enforced"), ("heuristic", "heuristic"), ("buried", "graveyard"))),
    ("d", "by default", (("on", "on"), ("off", "off"))),
)


def site_pages(source: Source) -> dict[str, bytes]:
    """Return every page, by its path in the site."""
    made: dict[str, str] = {}
    made["index.html"] = _catalogue(source)
    library = adjusted(source.report.runs)
    for rule in source.rules:
        path = f"rules/{rule.id}.html"
        made[path] = page(path, "rule.html", rule_view(rule, source, power_of, library))
    made |= _graveyard(source)
    made["check.html"] = _check(source)
    made |= _gates(source.gates)
    made |= document_pages(source)
    return {path: text.encode() for path, text in sorted(made.items())}


def power_of(config: EvalConfig) -> Power:
    """Return what an experiment of this size can detect; the same for all of one size."""
    return _power(len(config.battery.items), config.repeats, config.admission)


@lru_cache(maxsize=256)
def _power(n_items: int, repeats: int, admission: Admission) -> Power:
    return simulate_power(n_items, repeats, admission)


def _catalogue(source: Source) -> str:
    rows = catalogue.rows(source)
    threshold = source.program.program.admission.effect_percent
    filters = [
        {
            "key": key,
            "title": title,
            "choices": [
                (value, words, sum(f" {key}-{value}" in f" {row.classes}" for row in rows))
                for value, words in choices
            ],
        }
        for key, title, choices in _FILTERS
    ]
    view = {
        "groups": catalogue.grouped(rows, source.report.primary),
        "rows": rows,
        "filters": filters,
        "axis": plots.forest_axis(threshold),
        "threshold": threshold,
        "primary": source.report.primary,
        "measured": sum(row.group == "measured" for row in rows),
    }
    return page("index.html", "index.html", view)


def _graveyard(source: Source) -> dict[str, str]:
    rules = {rule.id: rule for rule in source.rules}
    buried: list[dict[str, Any]] = []
    tried: list[dict[str, Any]] = []
    for name, rule in rules.items():
        lies_there = rule.buried or name in source.graves
        run = catalogue.newest_run(name, source, practice=not lies_there)
        facts = run.verdict if run else None
        if not lies_there and (run is None or run.outcome == "admitted"):
            continue
        config = source.configs.get(name)
        entry = {
            "rule": rule,
            "run": run,
            "facts": facts,
            "whole": len(buried if lies_there else tried) < _STONES,
            "plot": plots.intervals(f"interval-{name}", facts) if facts else "",
            "numbers": f"{plots.points(facts['effect'])} ({plots.span(facts)})" if facts else "",
            "power": power_of(config) if config else None,
            "grave": f"graveyard/{name}.html" if name in source.graves else "",
        }
        (buried if lies_there else tried).append(entry)
    gone = [name for name in source.graves if name not in rules and name != "index"]
    view = {"buried": buried, "tried": tried, "gone": gone, "primary": source.report.primary}
    return {"graveyard.html": page("graveyard.html", "graveyard.html", view)}


def _check(source: Source) -> str:
    report = source.report
    remedies: Mapping[str, Any] = {one.code: one.remedy for one in report.faults}
    view = {"report": report, "remedies": remedies, "program": to_json(source.program.program)}
    return page("check.html", "check.html", view)


def _gates(gates: Sequence[Dashboard]) -> dict[str, str]:
    views = [*gates, sample_year()]
    made = {
        f"gate/{view.name}.html": gate_page.dashboard(view, path=f"gate/{view.name}.html")
        for view in views
    }
    made["gate.html"] = page("gate.html", "gates.html", {"gates": views, "real": list(gates)})
    return made
