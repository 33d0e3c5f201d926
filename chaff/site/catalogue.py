"""The rows of the catalogue: each rule once, with what is known of it, as a forest plot."""

from __future__ import annotations

from typing import Any, Final

from chaff.check.report import RuleRow, RunRow
from chaff.lint.trust import trust
from chaff.shapes.base import Shape
from chaff.shapes.compiled import CompiledRule
from chaff.site import plots
from chaff.site.gather import Source

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
    numbers: str
    """Effect and interval in words, or ''."""
    strip: str
    """The row of the forest plot, or ''."""
    label: str
    holds: str
    """What the run came to, in a word or two."""

    @property
    def classes(self) -> str:
        """What the filters look at."""
        tier = "buried" if self.buried else self.rule.tier
        return f"row e-{self.group} t-{tier} {'d-on' if self.on else 'd-off'}"


def rows(source: Source) -> list[Row]:
    """Return every rule's row, largest effect first within each group."""
    known = {row.rule: row for row in source.report.rules}
    made = [_row(rule, known.get(rule.id), source) for rule in source.rules]
    return sorted(made, key=lambda row: row.rule.id)


def grouped(made: list[Row], primary: str) -> list[dict[str, Any]]:
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
    kind = "counts" if basis else "practice"
    return Row(
        rule=rule,
        group="measured" if basis else "practice" if practice else "unmeasured",
        on=trust(rule.readings).on and not rule.buried,
        buried=rule.buried or bool(known and known.buried),
        numbers=f"{plots.points(facts['effect'])} ({plots.span(facts)})" if facts else "",
        strip=plots.forest_row(facts, kind) if facts else "",
        label=known.label if known else "",
        holds=_outcome(shown),
    )


def _outcome(run: RunRow | None) -> str:
    if run is None or run.outcome is None:
        return ""
    words = {"admitted": "admitted", "failed": "not admitted", "held back": "held back by guards"}
    return f"{words[run.outcome]} on {run.model}"
