"""A gate's dashboard from its ledger and its stored days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from chaff.gate.decide import Rule
from chaff.gate.home import CONFIG, Home, read_home
from chaff.gate.inputs import read_days, situation_of
from chaff.gate.situation import Situation
from chaff.gate.store import read_ledger
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Edit, Verdict
from chaff.site.gate import Dashboard, Mark, mark_of_verdict

_ONE = timedelta(days=1)


def dashboards(root: Path) -> Iterator[Dashboard]:
    """Yield those of the gates whose state lies in the project; personal ones are not shown."""
    for path in sorted((root / "generated" / "gates").glob(f"*/{CONFIG}")):
        home = read_home(path, base=root)
        if home.state.resolve().is_relative_to(root.resolve()):
            yield dashboard_of(home)


def dashboard_of(home: Home) -> Dashboard:
    """Return what is known of a gate that is set up; nothing is written."""
    story = Story(read_ledger(home.state))
    return dashboard_from(situation_of(home.compiled, story, read_days(home.state)))


def dashboard_from(situation: Situation) -> Dashboard:
    """Return the dashboard of a situation."""
    gate = situation.gate
    thresholds = gate.thresholds
    return Dashboard(
        name=gate.id,
        title=gate.title,
        series=situation.series,
        marks=tuple(sorted(_marks(situation), key=lambda mark: (mark.day, mark.id))),
        rule=Rule(
            window_days=thresholds.window_days,
            min_days=thresholds.min_days,
            alpha=thresholds.alpha,
            lift_percent=thresholds.lift_percent,
            scale=gate.rubric.scale,
        ),
        cadence_days=max(gate.cooldowns.low_risk_days, 1),
        notes=tuple(_notes(situation)),
    )


def _marks(situation: Situation) -> Iterator[Mark]:
    story = situation.story
    seen: set[str] = set()
    for verdict in story.verdicts.values():
        if verdict.id in seen:
            continue
        seen.add(verdict.id)
        edits = [edit for name in verdict.edits if (edit := story.edit(name))]
        day = edits[0].day if edits else verdict.day
        yield mark_of_verdict(verdict, day=day, title=_title(edits, verdict))
    days = situation.gate.thresholds.window_days
    for edit in story.open_edits:
        yield Mark(
            id=edit.id,
            day=edit.day,
            title=_title([edit]),
            outcome="PENDING",
            reasons=("there is one look, at the end of the window",),
            pre=(edit.day - days * _ONE, edit.day - _ONE),
            post=(edit.day + _ONE, edit.day + days * _ONE),
        )


def _title(edits: list[Edit], verdict: Verdict | None = None) -> str:
    said = "; ".join(f"{edit.id} ({edit.how})" for edit in edits)
    kind = ", looking back" if verdict and verdict.retrospective else ""
    return f"{said or 'an edit'}{kind}"


def _notes(situation: Situation) -> Iterator[str]:
    gate, story = situation.gate, situation.story
    dry = ", in a dry run: nothing is changed" if gate.dry_run else ""
    yield f"Preset {gate.preset}{dry}."
    if waiting := len(story.open_proposals):
        yield f"{waiting} {'proposal waits' if waiting == 1 else 'proposals wait'} for a person."
    for change in situation.outside:
        yield f"{change.day}: {change.what} {change.text}."
