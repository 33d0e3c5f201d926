"""Turns a library into the pages of its site, by path; the same library gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from chaff.shapes.config import EvalConfig
from chaff.shapes.program import Admission
from chaff.site import catalogue, gate_page, plots
from chaff.site.documents import document_pages, schemas
from chaff.site.gate import Dashboard
from chaff.site.gather import Source
from chaff.site.rule_page import rule_view
from chaff.site.sample import sample_year
from chaff.site.template import page
from chaff.site.verdicts import adjusted, headline
from chaff.stats.power import Power, simulate_power

_ROWS: Final = 100
"""Rows of each table on a page of the check."""
_STONES: Final = 24
"""Rules that the graveyard shows in full, of either kind; the rest get a line each."""


def site_pages(source: Source) -> dict[str, bytes]:
    """Return every page, by its path in the site."""
    made = catalogue.pages(source)
    library = adjusted(source.report.runs)
    for rule in source.rules:
        path = f"rules/{rule.id}.html"
        made[path] = page(path, "rule.html", rule_view(rule, source, power_of, library))
    made |= _graveyard(source)
    made |= _check(source)
    made |= _gates(source.gates)
    made |= document_pages(source)
    data = {path: text.encode() for path, text in made.items()} | schemas(source)
    return dict(sorted(data.items()))


def power_of(config: EvalConfig) -> Power:
    """Return what an experiment of this size can detect; the same for all of one size."""
    return _power(len(config.battery.items), config.repeats, config.admission)


@lru_cache(maxsize=256)
def _power(n_items: int, repeats: int, admission: Admission) -> Power:
    return simulate_power(n_items, repeats, admission)


def _graveyard(source: Source) -> dict[str, str]:
    rules = {rule.id: rule for rule in source.rules}
    buried: list[dict[str, Any]] = []
    tried: list[dict[str, Any]] = []
    n_run = n_practice = 0
    for name, rule in rules.items():
        lies_there = rule.buried or name in source.graves
        run = catalogue.newest_run(name, source, practice=not lies_there)
        n_run += catalogue.newest_run(name, source, practice=False) is not None
        n_practice += not lies_there and run is not None
        facts = run.verdict if run else None
        if not lies_there and (run is None or run.outcome == "admitted"):
            continue
        config = (source.configs if lies_there else source.practice).get(name)
        entry = {
            "rule": rule,
            "run": run,
            "facts": facts,
            "whole": len(buried if lies_there else tried) < _STONES,
            "headline": headline(run) if run else "",
            "plot": plots.intervals(f"interval-{name}", facts, practice=not lies_there)
            if facts
            else "",
            "numbers": f"{plots.points(facts['effect'])} ({plots.span(facts)})" if facts else "",
            "power": power_of(config) if config else None,
            "grave": f"graveyard/{name}.html" if name in source.graves else "",
        }
        (buried if lies_there else tried).append(entry)
    gone = [name for name in source.graves if name not in rules and name != "index"]
    view = {
        "buried": buried,
        "tried": tried,
        "gone": gone,
        "primary": source.report.primary,
        "n_run": n_run,
        "n_practice": n_practice,
    }
    return {"graveyard.html": page("graveyard.html", "graveyard.html", view)}


def _check(source: Source) -> dict[str, str]:
    """Return the check's report, so many rows of each table a page."""
    report = source.report
    tables = {name: getattr(report, name) for name in ("faults", "notes", "rules", "runs")}
    n_pages = max(1, *(-(-len(rows) // _ROWS) for rows in tables.values()))
    paths = [f"check-{n}.html" if n else "check.html" for n in range(n_pages)]
    return {
        path: page(
            path,
            "check.html",
            {
                "report": report,
                "others": paths if n_pages > 1 else (),
                **{name: rows[n * _ROWS : (n + 1) * _ROWS] for name, rows in tables.items()},
            },
        )
        for n, path in enumerate(paths)
    }


def _gates(gates: Sequence[Dashboard]) -> dict[str, str]:
    views = [*gates, sample_year()]
    made = {
        f"gate/{view.name}.html": gate_page.dashboard(view, path=f"gate/{view.name}.html")
        for view in views
    }
    made["gate.html"] = page("gate.html", "gates.html", {"gates": views, "real": list(gates)})
    return made
