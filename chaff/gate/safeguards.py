"""When not to edit: cooldowns, plateau, probation, a baseline that is too short."""

from __future__ import annotations

from datetime import date, timedelta

from chaff.gate.attributable import comparable, sides_of
from chaff.gate.lookup import of_kind
from chaff.gate.situation import Situation
from chaff.gate.story import is_past
from chaff.gate.welch import mean
from chaff.shapes.gate_ledger import Proposal


def why_not_apply(situation: Situation, proposal: Proposal, today: date) -> str:
    """Return why a proposed edit may not be made today, or ''.

    A person's yes lifts cooldown and plateau, which are about edits that nobody asked for; it does
    not lift the queue, without which nothing could be told from the scores.
    """
    asked = proposal.id in situation.story.approved
    if situation.gate.dry_run:
        return "dry run: nothing is changed"
    if proposal.risk == "high" and not asked:
        return f"a person has to say yes: chaff gate approve {proposal.id}"
    found = ""
    if situation.gate.preset == "attributable":
        found = probation(situation, today) or short_baseline(situation, today)
    if not asked:
        found = found or cooldown(situation, today) or plateau(situation, today)
    return found


def cooldown(situation: Situation, today: date) -> str:
    """Return until when no low-risk edit is due, or ''."""
    days = situation.gate.cooldowns.low_risk_days
    last = max((edit.day for edit in situation.story.edits if edit.how == "auto"), default=None)
    if last is None or today - last >= timedelta(days=days):
        return ""
    return (
        f"cooldown: the last automatic edit was on {last}, the next is due on {_after(last, days)}"
    )


def proposal_cooldown(situation: Situation, today: date) -> str:
    """Return until when no high-risk proposal is due, or ''."""
    days = situation.gate.cooldowns.high_risk_days
    made = (
        line.day
        for line in of_kind(situation.story.lines, Proposal)
        if line.about == "edit" and line.risk == "high"
    )
    last = max(made, default=None)
    if last is None or today - last >= timedelta(days=days):
        return ""
    due = _after(last, days)
    return f"cooldown: the last high-risk proposal was made on {last}, the next is due on {due}"


def plateau(situation: Situation, today: date) -> str:
    """Return why editing would only add variance now, or ''."""
    rule, size = situation.gate.plateau, timedelta(days=situation.gate.plateau.window_days)
    friction = sum(
        number
        for day, number in situation.friction.items()
        if today - timedelta(days=rule.friction_days) <= day < today
    )
    scores = comparable(situation, today)
    now = [score for day, score in scores.items() if today - size <= day]
    before = [score for day, score in scores.items() if today - 2 * size <= day < today - size]
    least = min(situation.gate.thresholds.min_days, rule.window_days)
    if friction or min(len(now), len(before)) < least or not mean(before):
        return ""
    rise = 100 * (mean(now) - mean(before)) / mean(before)
    if rise >= rule.percent:
        return ""
    return (
        f"plateau: the last {rule.window_days} days are {rise:+.1f} % on those before, "
        f"below {rule.percent:g} %, and there was no friction in {rule.friction_days} days"
    )


def probation(situation: Situation, today: date) -> str:
    """Return which edit has to get its verdict first, or ''."""
    edits = tuple(edit for edit in situation.story.open_edits if not is_past(edit))
    if not edits:
        return ""
    sides = sides_of(situation, edits, today)
    size = situation.gate.thresholds.window_days
    names = " and ".join(edit.id for edit in edits)
    return f"{names} in probation: {len(sides.post)} of {size} scored days since"


def short_baseline(situation: Situation, today: date) -> str:
    """Return how many days the current text still has to be scored, or ''."""
    size = situation.gate.thresholds.window_days
    story = situation.story
    days = [d for d in comparable(situation, today) if story.text_on(d) == story.text]
    if len(days) >= size:
        return ""
    return f"baseline: {len(days)} of {size} scored days with exactly the current text"


def _after(day: date, days: int) -> date:
    return day + timedelta(days=days)
