"""Starts a gate, once: scores what transcripts exist, enters past edits, takes the file up."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from chaff.gate.changes import Site, take_up
from chaff.gate.home import Home
from chaff.gate.past import known_since, past_edits, past_of, uncommitted
from chaff.gate.scores import score_gate
from chaff.gate.target import read_target
from chaff.shapes.base import Shape


class Begun(Shape, frozen=True, kw_only=True):
    """What a gate starts from."""

    n_past: int = 0
    """Edits from before the gate."""
    why_no_past: str = ""
    since: date | None = None
    """The first whole day of the text of today, as far as can be known."""


def begin(site: Site, home: Home, now: datetime) -> Begun | None:
    """Start a gate that has not; None if it has. Died half-way, it goes on when called again.

    A file that is not there is taken up as such.
    """
    if site.story.start is not None:
        return None
    current = read_target(home.target)
    if current is None:
        take_up(site)
        return Begun(why_no_past="the file is not there")
    zone = site.clock.zone
    past = past_of(home.target, zone)
    day = known_since(home.target, past, current, zone)
    # A file from the future, by its own time, is at least no younger than now.
    since = None if day is None else min(day, site.stamps["day"]) + timedelta(days=1)
    scoring = score_gate(home, site.store.lines, now)
    first = scoring.days[0].day if scoring.days else None
    known = {(edit.commit, edit.after) for edit in site.story.edits}
    for edit in past_edits(uncommitted(home.target, past, current, zone), site, first):
        if (edit.commit, edit.after) not in known:
            site.store.add(edit)
    n_past = len(site.story.edits)
    take_up(site, since=since)
    none = f"none since the first scored day, {first}" if first else "no day is scored yet"
    return Begun(n_past=n_past, why_no_past="" if n_past else past.why or none, since=since)
