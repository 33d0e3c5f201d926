"""The catalogue: each rule once, with what is known of it, as a forest plot with filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chaff.check.report import RuleRow, RunRow
from chaff.lint.trust import trust
from chaff.shapes.base import Shape
from chaff.shapes.compiled import CompiledRule
from chaff.site import plots
from chaff.site.gather import Source
from chaff.site.template import page

PER_PAGE: Final = 400
"""So many rules stay below 200 kB; more go on to another page."""
_FILTERS: Final = (
    (
        "e",
        "evidence",
        (("measured", "measured"), ("practice", "practice only"), ("unmeasured", "not measured")),
    ),
    ("t", "tier", (("enforced", "enforced"), ("heuristic", "heuristic"), ("buried", "graveyard"))),
    ("d", "by default", (("on", "on"), ("off", "off"))),
)
GROUPS: Final = {
    "measured": "Measured on {primary}",
    "practice": "Practice results only",
    "unmeasured": "Not measured yet",
}


class Row(Shape, frozen=True, kw_only=True):
    """One rule in the catalogue."""

    rule: CompiledRule
    group: str
    on: bool
    buried: bool
    strip: str
    """The row of the forest plot, or ''."""
    about: str
    """Effect, interval, size, and what the run came to; or ''."""

    @property
    def classes(self) -> str:
        """What the filters look at."""
        tier = "buried" if self.buried else self.rule.tier
        return f"e-{self.group} t-{tier} {'d-on' if self.on else 'd-off'}"


def pages(source: Source) -> dict[str, str]:
    """Return the pages of the catalogue, by path."""
    made = rows(source)
    parts = [made[at : at + PER_PAGE] for at in range(0, len(made), PER_PAGE)] or [[]]
    paths = [f"index-{n}.html" if n else "index.html" for n in range(len(parts))]
    threshold = source.program.program.admission.effect_percent
    view = {
        "axis": plots.forest_axis(threshold),
        "lines": plots.forest_lines(threshold),
        "threshold": threshold,
        "primary": source.report.primary,
        "n_rules": len(made),
        "measured": sum(row.group == "measured" for row in made),
        "others": [
            (target, f"{part[0].rule.id} to {part[-1].rule.id}")
            for target, part in zip(paths, parts, strict=True)
            if len(parts) > 1
        ],
    }
    return {
        path: page(
            path,
            "index.html",
            {
                **view,
                "rows": part,
                "groups": grouped(part, source.report.primary),
                "filters": _filters(part),
            },
        )
        for path, part in zip(paths, parts, strict=True)
    }


def _filters(made: Sequence[Row]) -> list[dict[str, Any]]:
    return [
        {
            "key": key,
            "title": title,
            "choices": [
                (value, words, sum(f"{key}-{value}" in row.classes.split() for row in made))
                for value, words in choices
            ],
        }
        for key, title, choices in _FILTERS
    ]


def rows(source: Source) -> list[Row]:
    """Return every rule's row, by id: sorted by effect, luck would stand on top."""
    known = {row.rule: row for row in source.report.rules}
    made = [_row(rule, known.get(rule.id), source) for rule in source.rules]
    return sorted(made, key=lambda row: row.rule.id)


def grouped(made: Sequence[Row], primary: str) -> list[dict[str, Any]]:
    """Return the rows by group, in the order of the page."""
    return [
        {
            "name": name,
            "title": title.format(primary=primary),
            "rows": [row for row in made if row.group == name],
        }
        for name, title in GROUPS.items()
    ]


def newest_run(rule: str, source: Source, *, practice: bool) -> RunRow | None:
    """Return a rule's newest run with a verdict that counts: of the primary model, or practice."""
    runs = [
        run
        for run in source.report.runs
        if run.verdict
        and run.counts
        and (run.is_of or run.rule) == rule
        and (run.practice if practice else run.role == "primary" and not run.practice)
    ]
    return max(runs, key=lambda run: run.started_at, default=None)


def _row(rule: CompiledRule, known: RuleRow | None, source: Source) -> Row:
    basis = newest_run(rule.id, source, practice=False)
    practice = newest_run(rule.id, source, practice=True)
    shown = basis or practice
    facts = (shown.verdict if shown else None) or {}
    return Row(
        rule=rule,
        group="measured" if basis else "practice" if practice else "unmeasured",
        on=trust(rule.readings).on and not rule.buried,
        buried=rule.buried or bool(known and known.buried),
        strip=plots.forest_row(facts) if facts else "",
        about=_about(shown) if shown else "",
    )


def _about(run: RunRow) -> str:
    facts = run.verdict or {}
    words = {"admitted": "admitted", "failed": "not admitted", "held back": "held back by guards"}
    # The primary model stands above its group; practice models differ.
    where = f" on {run.model}" if run.practice else ""
    return (
        f"{plots.points(facts['effect'])} ({plots.span(facts)}), n = {facts['n_items']}, "
        f"k = {facts['repeats']}; {words[run.outcome or 'failed']}{where}"
    )
