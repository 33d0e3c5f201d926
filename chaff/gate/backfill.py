"""Sets a gate up: starts it from all that is known, and gives the verdicts on past edits."""

from __future__ import annotations

from datetime import date, datetime

from chaff.errors import UsageError
from chaff.gate.begin import Begun, begin
from chaff.gate.changes import Site
from chaff.gate.home import Home
from chaff.gate.job import Job, run_job
from chaff.gate.store import opened
from chaff.gate.target import read_target
from chaff.shapes.base import Shape


class Backfill(Shape, frozen=True, kw_only=True):
    """What a new gate starts from, and what its first job found."""

    job: Job
    today: date
    begun: Begun


def backfill(home: Home, now: datetime) -> Backfill:
    """Start a gate, and give the verdicts on past edits that are due: they revert nothing.

    Died half-way, it goes on when called again. Raises UsageError if the gate has started.
    """
    clock = home.clock(now)
    if read_target(home.target) is None:
        raise UsageError("is not there", where=str(home.target), remedy="write it, or name another")
    with opened(home.state, clock) as store:
        begun = begin(Site(store, home.target, home.compiled, clock), home, now)
        if begun is None:
            raise UsageError(
                "has started already", where=str(home.state), remedy="see chaff gate status"
            )
    return Backfill(job=run_job(home, now), today=now.astimezone(clock.zone).date(), begun=begun)
