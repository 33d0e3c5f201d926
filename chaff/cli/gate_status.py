"""`chaff gate status`: one screen about a gate: what runs, what waits, what was decided."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, home_of, show, situation_in
from chaff.cli.plain import Subparsers, ascii_only
from chaff.cli.sparkline import sparkline
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.gate.home import Home
    from chaff.gate.next_step import Step
    from chaff.gate.situation import Situation
    from chaff.shapes.gate_ledger import Verdict

DESCRIPTION: Final = """\
Show a gate on one screen: what is to be done today, edits in probation, proposals that wait, the
last verdicts, the budget of false verdicts, and what one's own scores can detect. Changes nothing.
"""

_MOST: Final = 3
_DRAWN: Final = 28
"""Days that are drawn as bars."""
_WIDTH: Final = 18
_RECENT: Final = 56
"""Scored days of which mean and SD are shown."""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "status",
        help="one screen about a gate",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.set_defaults(handler=run_status)


def run_status(args: argparse.Namespace) -> int:
    """Print the state of a gate."""
    facts = status_facts(home_of(args), datetime.now(UTC))
    return show(args, facts, status_lines(facts))


def status_facts(home: Home, now: datetime) -> dict[str, Any]:
    """Return what there is to know, as JSON values."""
    from chaff.gate.job import paused
    from chaff.gate.next_step import what_to_do
    from chaff.gate.store import read_ledger
    from chaff.gate.story import Story
    from chaff.gate.target import digest_of, read_target

    story = Story(read_ledger(home.state))
    situation = situation_in(home, story)
    today = now.astimezone(home.clock(now).zone).date()
    gate = home.compiled.gate
    return {
        "gate": gate.id,
        "preset": gate.preset,
        "dry_run": gate.dry_run,
        "target": str(home.target),
        "day": today.isoformat(),
        "text": story.text,
        "changed_by_hand": story.text is not None
        and digest_of(read_target(home.target)) != story.text,
        "pending": story.pending.id if story.pending else None,
        "paused": paused(story),
        "today": _step(what_to_do(situation, today)),
        "open_edits": [_edit(situation, edit.id, today) for edit in story.open_edits],
        "proposals": [_proposal(situation, each.id, today) for each in story.open_proposals],
        "verdicts": _verdicts(situation),
        "counts": {
            "edits": len(story.edits),
            "verdicts": len({verdict.id for verdict in story.verdicts.values()}),
            "taken_back": len(story.taken_back),
        },
        "budget": _budget(situation, today),
        "series": series_facts(situation, today),
        "last_days": _last_days(situation, today),
    }


def status_lines(facts: dict[str, Any]) -> list[str]:
    """Return the screen."""
    dry = ", dry run" if facts["dry_run"] else ""
    lines = [
        f"gate {facts['gate']} ({facts['preset']}{dry}), {facts['day']}",
        _row("file", facts["target"]),
    ]
    if facts["pending"]:
        lines.append(_row("", f"a job died during {facts['pending']}; the next one settles it"))
    if facts["changed_by_hand"]:
        lines.append(_row("", "changed by hand since the last job, which will enter it"))
    if facts["paused"]:
        lines.append(_row("clock stands still", facts["paused"]))
    lines.append(_row("today", facts["today"]["text"]))
    lines += _list("in probation", [edit["text"] for edit in facts["open_edits"]])
    lines += _list("proposals", [each["text"] for each in facts["proposals"]])
    lines += _list("verdicts", [each["text"] for each in facts["verdicts"]])
    counts = facts["counts"]
    lines.append(
        _row(
            "so far",
            f"{counts['edits']} edits, {counts['verdicts']} verdicts, "
            f"{counts['taken_back']} taken back",
        )
    )
    if facts["budget"]:
        lines.append(_row("false verdicts", facts["budget"]["text"]))
    lines.append(_row("scores", facts["series"]["text"]))
    last = facts["last_days"]
    known = [score for score in last if score is not None]
    if known:
        low, high = min(known), max(known)
        bars = sparkline(last, low=low, high=high, ascii_only=ascii_only(sys.stdout))
        lines.append(_row(f"last {len(last)} days", f"{bars}  {low:.1f} to {high:.1f}"))
    return lines


def verdict_line(verdict: Verdict) -> str:
    """Return a verdict on one line."""
    numbers = verdict.numbers
    lift = "" if numbers.lift_percent is None else f" {numbers.lift_percent:+.1f} %"
    around = ""
    if numbers.interval_percent is not None:
        low, high = numbers.interval_percent
        around = f" ({low:+.1f} to {high:+.1f})"
    mde = "" if numbers.mde_percent is None else f", catches {numbers.mde_percent:.0f} %"
    names = " and ".join(verdict.edits)
    what = {"revert": "taken back", "propose": "asks", "none": "nothing follows"}
    then = what.get(verdict.action, verdict.action)
    return f"{verdict.day} {names}: {verdict.outcome}{lift}{around}{mde}; {then}"


def _step(step: Step) -> dict[str, str]:
    from chaff.gate.next_step import Apply, Ask, Enter, NoteRubric, Nothing, TakeBack

    match step:
        case Nothing():
            text = f"nothing to do: {step.why}"
        case Enter():
            names = " and ".join(edit.id for edit in step.judgement.edits)
            text = f"the verdict on {names} is due"
        case TakeBack():
            text = f"{' and '.join(step.edits)} is to be taken back"
        case Ask():
            text = f"a person is to be asked about {' and '.join(step.verdict.edits)}"
        case Apply():
            text = f"{step.proposal.id} is to be made"
        case NoteRubric():
            text = "the rubric changed: every baseline starts anew"
    return {"step": type(step).__name__, "text": text}


def _edit(situation: Situation, name: str, today: date) -> dict[str, Any]:
    from chaff.gate.attributable import sides_of

    edit = situation.story.edit(name)
    assert edit is not None  # noqa: S101 - it is one of the story's own
    size = situation.gate.thresholds.window_days
    if situation.gate.preset == "attributable" and edit.how != "retrospective":
        own = tuple(e for e in situation.story.open_edits if e.how != "retrospective")
        days = len(sides_of(situation, own, today).post)
        told = f"day {days} of {size} scored days"
    else:
        days = max(0, min((today - edit.day).days - 1, size))
        told = f"day {days} of {size}"
    text = f"{name} of {edit.day} ({edit.how}, {edit.risk} risk): {told}"
    return {"edit": name, "day": edit.day.isoformat(), "days": days, "text": text}


def _proposal(situation: Situation, name: str, today: date) -> dict[str, Any]:
    from chaff.gate.safeguards import why_not_apply

    proposal = next(each for each in situation.story.open_proposals if each.id == name)
    if proposal.conflict:
        why = "in conflict with what was written since: only by hand"
    elif proposal.about == "revert":
        why = f"take back {' and '.join(proposal.edits)}? {proposal.why}"
    else:
        why = why_not_apply(situation, proposal, today) or "is made by the next job"
    text = f"{name} ({proposal.risk} risk): {why}"
    return {"proposal": name, "about": proposal.about, "risk": proposal.risk, "text": text}


def _verdicts(situation: Situation) -> list[dict[str, Any]]:
    verdicts = {verdict.id: verdict for verdict in situation.story.verdicts.values()}
    last = list(verdicts.values())[-_MOST:]
    return [
        {
            "verdict": verdict.id,
            "edits": list(verdict.edits),
            "outcome": verdict.outcome,
            "text": verdict_line(verdict),
        }
        for verdict in reversed(last)
    ]


def _budget(situation: Situation, today: date) -> dict[str, Any] | None:
    from chaff.gate.budget import budget_on

    gate = situation.gate
    if gate.preset != "attributable":
        return None
    budget = budget_on(
        situation.story.lines,
        today,
        a_year=gate.false_verdicts_a_year,
        window_days=gate.thresholds.window_days,
    )
    text = (
        f"{budget.left:.2f} of {gate.false_verdicts_a_year:g} left in 365 days; "
        f"the next test asks for p < {budget.alpha:.3g}"
    )
    return {"left": budget.left, "alpha": budget.alpha, "text": text}


def _last_days(situation: Situation, today: date) -> list[float | None]:
    """Return the scores of the days up to yesterday, the oldest first; None is not scored."""
    scores = situation.series.scores
    days = [today - timedelta(days=back) for back in range(_DRAWN, 0, -1)]
    return [scores.get(day) for day in days]


def series_facts(situation: Situation, today: date) -> dict[str, Any]:
    """Return what one's own scores are like, and what a window of them can detect."""
    from chaff.cli.gate_label import level_of
    from chaff.gate.attributable import comparable, history_before
    from chaff.gate.power import Window, smallest_effect_sd
    from chaff.gate.welch import is_constant, mean, variance

    scores = list(comparable(situation, today).values())
    least = situation.gate.thresholds.min_days
    if len(scores) < least or is_constant(scores, scale=situation.gate.rubric.scale):
        return {"days": len(scores), "text": f"{len(scores)} days, too few to tell what they show"}
    recent = scores[-_RECENT:]
    of_them = "" if recent == scores else f" the last {len(recent)}:"
    shown = (
        f"{len(scores)} days,{of_them} mean {mean(recent):.2f}, SD {variance(recent) ** 0.5:.2f}"
    )
    centre, sd = mean(recent), variance(recent) ** 0.5
    size = situation.gate.thresholds.window_days
    facts: dict[str, Any] = {
        "days": len(scores),
        "recent_days": len(recent),
        "mean": centre,
        "sd": sd,
    }
    try:
        alpha = level_of(situation.compiled)
        effect = smallest_effect_sd(Window(n_pre=size, n_post=size), alpha=alpha, power=0.8)
        facts["mde_percent"] = 100 * effect * sd / centre if centre else None
        facts["autocorrelation"] = history_before(situation, today).autocorrelation
    except UsageError as error:
        return {**facts, "text": f"{shown}; {error}"}
    caught = "" if facts["mde_percent"] is None else f"catch {facts['mde_percent']:.1f} %, "
    text = f"{shown}: {size} days {caught}autocorrelation taken as {facts['autocorrelation']:.2f}"
    return {**facts, "text": text}


def _list(name: str, rows: list[str]) -> list[str]:
    if not rows:
        return []
    more = [f"and {len(rows) - _MOST} more"] if len(rows) > _MOST else []
    shown = [*rows[:_MOST], *more]
    return [_row(name if number == 0 else "", row) for number, row in enumerate(shown)]


def _row(label: str, value: str) -> str:
    return f"  {label:<{_WIDTH}} {value}"
