"""Starts a gate: scores what transcripts exist, enters past edits, takes the file up as it is."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from chaff.errors import UsageError
from chaff.gate.changes import Site, take_up
from chaff.gate.home import Home
from chaff.gate.job import Job, run_job
from chaff.gate.past import known_since, past_edits, past_of, uncommitted
from chaff.gate.scores import score_gate
from chaff.gate.store import opened
from chaff.gate.target import read_target
from chaff.shapes.base import Shape


class Backfill(Shape, frozen=True, kw_only=True):
    """What a new gate starts from."""

    job: Job
    today: date
    n_past: int
    """Edits from before the gate."""
    why_no_past: str
    since: date | None
    """The first whole day of the text of today, as far as can be known."""


def backfill(home: Home, now: datetime) -> Backfill:
    """Start a gate, and give the verdicts on past edits that are due: they revert nothing.

    Died half-way, it goes on when called again. Raises UsageError if the gate has started.
    """
    clock = home.clock(now)
    current = read_target(home.target)
    if current is None:
        raise UsageError("is not there", where=str(home.target), remedy="write it, or name another")
    past = past_of(home.target, clock.zone)
    day = known_since(home.target, past, current, clock.zone)
    since = None if day is None else day + timedelta(days=1)
    with opened(home.state, clock) as store:
        site = Site(store, home.target, home.compiled, clock)
        if site.story.start is not None:
            raise UsageError(
                "has started already", where=str(home.state), remedy="see chaff gate status"
            )
        scoring = score_gate(home, store.lines, now)
        first = scoring.days[0].day if scoring.days else None
        known = {(edit.commit, edit.after) for edit in site.story.edits}
        for edit in past_edits(uncommitted(home.target, past, current, clock.zone), site, first):
            if (edit.commit, edit.after) not in known:
                store.add(edit)
        n_past = len(site.story.edits)
        take_up(site, since=since)
    return Backfill(
        job=run_job(home, now),
        today=now.astimezone(clock.zone).date(),
        n_past=n_past,
        why_no_past="" if n_past else past.why or _none_since(first),
        since=since,
    )


def _none_since(first: date | None) -> str:
    return f"none since the first scored day, {first}" if first else "no day is scored yet"
