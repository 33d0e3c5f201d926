"""Takes the steps that are due: enters verdicts, takes edits back, asks, edits; one job a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from chaff.errors import BadInputError
from chaff.gate.changes import Site, change, notice, settle, take_up, without
from chaff.gate.merge import merge
from chaff.gate.next_step import Apply, Ask, Enter, NoteRubric, Nothing, Step, TakeBack, what_to_do
from chaff.gate.proposals import current_digest, lay_out
from chaff.gate.situation import Situation
from chaff.gate.story import Story
from chaff.gate.target import read_target
from chaff.shapes.gate_ledger import (
    Done,
    Edit,
    Line,
    MetaEdit,
    Proposal,
    Rejection,
    Revert,
    Rollback,
    Skip,
    Verdict,
)

_TELLING = (Skip, Verdict, Done, MetaEdit)
"""Lines that say what became of a day."""
_MOST_STEPS = 1000
"""More than any backlog needs; a loop beyond that is a fault of ours."""


def run_day(site: Site, situation_of: Callable[[Story], Situation]) -> list[Line]:
    """Do all that is due today and return the lines entered; at once again, it does nothing.

    The scores must be up to date: a verdict is one look, and stays.
    """
    first = len(site.store.lines)
    take_up(site)
    settle(site)
    notice(site)
    today: date = site.stamps["day"]
    for _ in range(_MOST_STEPS):
        step = what_to_do(situation_of(site.story), today)
        if isinstance(step, Nothing):
            _rest(site, step, today)
            break
        take(site, step)
    else:
        raise BadInputError("does not come to rest", where=str(site.store.state))
    lay_out(site.store.state, site.story)
    return list(site.store.lines[first:])


def take(site: Site, step: Step) -> Line | None:
    """Take one step and return the line that tells of it; None for Nothing."""
    match step:
        case NoteRubric():
            return site.store.add(MetaEdit(before=step.before, after=step.after, **site.stamps))
        case Enter():
            return site.store.add(_verdict(site, step))
        case TakeBack():
            return _take_back(site, step)
        case Ask():
            edits = step.verdict.edits
            return propose_revert(site, edits, why=step.why, verdict=step.verdict.id)
        case Apply():
            return apply_edit(site, step.proposal)
        case Nothing():
            return None


def apply_edit(site: Site, proposal: Proposal) -> Line:
    """Make a proposed edit; where the file has moved on, in what it has become.

    A proposal that no longer fits is entered anew as one in conflict, for a person.
    """
    current = read_target(site.target)
    if current is None:
        raise BadInputError("is not there", where=str(site.target))
    result = merge(site.text(proposal.base), current, site.text(proposal.text))
    if result.text is None or result.text == current:
        return _conflict(site, proposal, result.problem or "the file already says so")
    return change(
        site,
        Edit(
            how="approved" if proposal.id in site.story.approved else "auto",
            risk=proposal.risk,
            reasons=proposal.reasons,
            hunks=proposal.hunks,
            why=proposal.why,
            proposal=proposal.id,
            trigger_days=proposal.trigger_days,
            before=current_digest(site),
            after=site.keep(result.text),
            **site.stamps,
            **site.hashes,
        ),
        result.text,
    )


def roll_back(site: Site, edits: tuple[str, ...]) -> Line:
    """Take edits back because a person says so; a conflict becomes a proposal."""
    found = without(site, edits)
    if found.text is None:
        return propose_revert(site, edits, why="a person wants it back", problem=found.problem)
    line = Rollback(
        edits=edits,
        merged=found.merged,
        before=current_digest(site),
        after=site.keep(found.text),
        **site.stamps,
    )
    return change(site, line, found.text)


def propose_revert(
    site: Site,
    edits: tuple[str, ...],
    *,
    why: str,
    verdict: str | None = None,
    problem: str = "",
) -> Line:
    """Enter the proposal to take edits back; where that cannot be merged, as one in conflict."""
    found = without(site, edits)
    story = site.story
    wanted = [edit for name in edits if (edit := story.edit(name))]
    told = problem or found.problem
    return site.store.add(
        Proposal(
            about="revert",
            risk="high",
            base=wanted[-1].after if found.text is None else current_digest(site),
            text=wanted[0].before if found.text is None else site.keep(found.text),
            why=f"{why}; {told}" if told else why,
            edits=edits,
            verdict=verdict,
            conflict=found.text is None,
            **site.stamps,
        )
    )


def _take_back(site: Site, step: TakeBack) -> Line:
    found = without(site, step.edits)
    if found.text is None:
        why = f"{step.verdict or step.proposal} says to take it back"
        return propose_revert(site, step.edits, why=why, verdict=step.verdict)
    line = Revert(
        edits=step.edits,
        verdict=step.verdict,
        proposal=step.proposal,
        merged=found.merged,
        before=current_digest(site),
        after=site.keep(found.text),
        **site.stamps,
    )
    return change(site, line, found.text)


def _conflict(site: Site, proposal: Proposal, problem: str) -> Line:
    """Put a proposal that no longer fits aside, as one that only a person can make."""
    site.store.add(Rejection(of=proposal.id, why=f"no longer fits: {problem}", **site.stamps))
    return site.store.add(
        Proposal(
            about="edit",
            risk=proposal.risk,
            base=proposal.base,
            text=proposal.text,
            reasons=proposal.reasons,
            why=f"{proposal.id}, which no longer fits: {problem}",
            conflict=True,
            **site.stamps,
        )
    )


def _verdict(site: Site, step: Enter) -> Verdict:
    judgement = step.judgement
    return Verdict(
        edits=tuple(edit.id for edit in judgement.edits),
        outcome=judgement.outcome,
        action=step.action,
        reasons=step.reasons,
        inside=judgement.inside.told,
        numbers=judgement.numbers,
        retrospective=judgement.is_retrospective,
        dry_run=site.compiled.gate.dry_run,
        **site.stamps,
        **site.hashes,
    )


def _rest(site: Site, step: Nothing, today: date) -> None:
    """Enter why nothing was done, once a day; a day on which something was needs no line."""
    text = site.story.text
    is_told = any(
        isinstance(line, _TELLING) and line.day == today for line in reversed(site.store.lines)
    )
    if text is not None and not is_told:
        site.store.add(Skip(why=step.why, text=text, **site.stamps))
