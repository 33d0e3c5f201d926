"""What is to be done today: one step, a function of settings, ledger and scores; often nothing.

Taking the step adds lines to the ledger, and so changes the answer; asked again and again it comes
to an end. Days off are caught up with, since every step is due by its own days.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from chaff.gate.article import judge_article
from chaff.gate.attributable import judge_attributable
from chaff.gate.judgement import Action, Judgement, consequence
from chaff.gate.lookup import of_kind
from chaff.gate.safeguards import plateau, probation, why_not_apply
from chaff.gate.situation import Situation
from chaff.gate.story import is_past
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Proposal, Revert, Verdict


class NoteRubric(Shape, frozen=True, kw_only=True):
    """Enter that the rubric changed: every baseline starts anew."""

    before: str
    after: str


class Enter(Shape, frozen=True, kw_only=True):
    """Enter a verdict, once and for all."""

    judgement: Judgement
    action: Action
    reasons: tuple[str, ...]


class TakeBack(Shape, frozen=True, kw_only=True):
    """Take edits out of the file."""

    edits: tuple[str, ...]
    verdict: str | None = None
    proposal: str | None = None


class Ask(Shape, frozen=True, kw_only=True):
    """Propose to a person that edits be taken back."""

    verdict: Verdict
    why: str


class Apply(Shape, frozen=True, kw_only=True):
    """Make a proposed edit."""

    proposal: Proposal


class Nothing(Shape, frozen=True, kw_only=True):
    """Do nothing, which is always valid; and why."""

    why: str


Step = NoteRubric | Enter | TakeBack | Ask | Apply | Nothing


def what_to_do(situation: Situation, today: date) -> Step:
    """Return the next step that is due on a day."""
    story = situation.story
    if story.start is None or story.rubric is None:
        return Nothing(why="the gate has not taken up its file yet")
    if story.rubric != situation.compiled.rubric_hash:
        return NoteRubric(before=story.rubric, after=situation.compiled.rubric_hash)
    due = next(_due(situation, today), None)
    if due is not None:
        action, doubts = consequence(due, situation.gate)
        return Enter(judgement=due, action=action, reasons=(*due.reasons, *doubts))
    step = next(_consequences(situation, today), None)
    return step or _edit(situation, today)


def _due(situation: Situation, today: date) -> Iterator[Judgement]:
    """Yield the judgements that are due, the oldest first."""
    open_edits = situation.story.open_edits
    own = tuple(edit for edit in open_edits if not is_past(edit))
    by_article = [edit for edit in open_edits if is_past(edit)]
    if situation.gate.preset == "article":
        by_article = list(open_edits)
    for edit in by_article:
        judgement = judge_article(situation, edit, today)
        if judgement is not None:
            yield judgement
    if situation.gate.preset == "attributable" and own:
        judgement = judge_attributable(situation, own, today)
        if judgement is not None:
            yield judgement


def _consequences(situation: Situation, today: date) -> Iterator[Step]:
    """Yield what verdicts and approvals led to and nobody has done yet."""
    story = situation.story
    if situation.gate.dry_run:
        return
    for proposal in story.open_proposals:
        if proposal.about == "revert" and proposal.id in story.approved and not proposal.conflict:
            yield TakeBack(edits=proposal.edits, verdict=proposal.verdict, proposal=proposal.id)
    asked = {line.verdict for line in of_kind(story.lines, Proposal)}
    reverted = {line.verdict for line in of_kind(story.changes, Revert)}
    probation_days = timedelta(days=situation.gate.probation_days)
    for verdict in of_kind(story.lines, Verdict):
        if verdict.id in asked | reverted or set(verdict.edits) <= story.taken_back:
            continue
        if verdict.action == "revert":
            yield TakeBack(edits=verdict.edits, verdict=verdict.id)
        elif verdict.action == "propose":
            yield Ask(verdict=verdict, why=f"REVERT by {verdict.id}: {verdict.reasons[0]}")
        elif (
            verdict.action == "probation"
            and today >= _last_day(situation, verdict) + probation_days
        ):
            why = f"inconclusive by {verdict.id}, {probation_days.days} days after the edit"
            yield Ask(verdict=verdict, why=why)


def _edit(situation: Situation, today: date) -> Step:
    """Return the edit that may be made today, or why none is."""
    story = situation.story
    waiting = [
        proposal
        for proposal in story.open_proposals
        if proposal.about == "edit" and not proposal.conflict
    ]
    waiting.sort(key=lambda proposal: proposal.id not in story.approved)
    found = ""
    for proposal in waiting:
        why = why_not_apply(situation, proposal, today)
        if not why:
            return Apply(proposal=proposal)
        found = found or why
    return Nothing(why=found or _idle(situation, today))


def _idle(situation: Situation, today: date) -> str:
    """Return why nothing is due though nothing waits."""
    watched = probation(situation, today) if situation.gate.preset == "attributable" else ""
    if watched:
        return watched
    open_edits = situation.story.open_edits
    if open_edits:
        days = situation.gate.thresholds.window_days
        ends = open_edits[0].day + timedelta(days=days + 1)
        return f"{open_edits[0].id} gets its verdict on {ends}"
    asked = next((each.id for each in situation.story.open_proposals), "")
    waits = f"{asked} waits for a person" if asked else ""
    return plateau(situation, today) or waits or "no edit is proposed, no verdict is due"


def _last_day(situation: Situation, verdict: Verdict) -> date:
    days = [edit.day for name in verdict.edits if (edit := situation.story.edit(name))]
    return max(days, default=verdict.day)
