"""The daily job of a gate: scores the days that are over, then takes the steps that are due."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from chaff.errors import BadInputError, ChaffError
from chaff.gate.act import run_day
from chaff.gate.begin import begin
from chaff.gate.changes import Site, notice, settle
from chaff.gate.home import Home
from chaff.gate.inputs import read_days, situation_of
from chaff.gate.lookup import of_kind
from chaff.gate.scores import Result, score_gate, trust
from chaff.gate.situation import Situation
from chaff.gate.store import opened
from chaff.gate.story import Story
from chaff.gate.target import digest_of, read_target
from chaff.shapes.base import Shape
from chaff.shapes.gate_day import DayScore
from chaff.shapes.gate_ledger import Failure, Line, Proposal, Skip, Verdict
from chaff.transcripts.scan import transcripts_in

NO_TRANSCRIPTS: Final = "no transcript is left where there were some"

DOUBTED: Final = "transcripts may no longer be read rightly"
TRUSTED: Final = "a person says that the transcripts are read rightly"


class Job(Shape, frozen=True, kw_only=True):
    """What a job did, and what it left for a person."""

    lines: tuple[Line, ...]
    """Entered in the ledger by this job."""
    scoring: Result
    situation: Situation
    """As the job left it."""

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts of this job."""
        return of_kind(self.lines, Verdict)

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """Proposals that a person has to answer."""
        return waiting(self.situation.story)


def run_job(home: Home, now: datetime) -> Job:
    """Do all that is due by a moment; at once again, it does nothing.

    Nothing is decided unless the scores are up to date: where they cannot be, the reason goes into
    the ledger, once, the clock of every verdict waits, and the error is raised. RunStopped if
    another job is at work.
    """
    clock = home.clock(now)
    with opened(home.state, clock) as store:
        site = Site(store, home.target, home.compiled, clock)
        first = len(store.lines)
        try:
            # Before the scores, so that a change by hand is dated by the day it was seen.
            begin(site, home, now)
            settle(site)
            notice(site)
            _require_transcripts(home)
            scoring = score_gate(home, store.lines, now)
            _require_understood(scoring, home)
            run_day(site, lambda story: _situation(home, story, scoring.days))
            _recover(site)
        except ChaffError as error:
            _note(site, error)
            raise
        return Job(
            lines=store.lines[first:],
            scoring=scoring,
            situation=_situation(home, site.story, scoring.days),
        )


def trust_reader(home: Home, now: datetime) -> None:
    """Enter that a person has seen that transcripts are read rightly: what is new is usual."""
    with opened(home.state, home.clock(now)) as store:
        site = Site(store, home.target, home.compiled, home.clock(now))
        trust(home, now)
        store.add(Skip(why=TRUSTED, text=digest_of(read_target(site.target)), **site.stamps))


def waiting(story: Story) -> tuple[Proposal, ...]:
    """Return the open proposals that nothing but a person's answer moves on."""
    return tuple(
        each
        for each in story.open_proposals
        if each.id not in story.approved
        and (each.about == "revert" or each.conflict or each.risk == "high")
    )


def paused(story: Story) -> str:
    """Return why the clock stands still, or '' if the last job went well."""
    last = story.lines[-1] if story.lines else None
    return last.problem if isinstance(last, Failure) else ""


def _require_transcripts(home: Home) -> None:
    """Refuse an emptied folder: what it held would else pass for days off."""
    if read_days(home.state) and not any(transcripts_in(each) for each in home.transcripts):
        raise BadInputError(
            NO_TRANSCRIPTS,
            where=", ".join(map(str, home.transcripts)),
            remedy="the spec says where they lie; no verdict until they are back",
        )


def _require_understood(scoring: Result, home: Home) -> None:
    """Refuse scores from transcripts whose format has changed without a word."""
    if scoring.doubt:
        raise BadInputError(
            f"{DOUBTED}: {scoring.doubt}",
            where=", ".join(map(str, home.transcripts)),
            remedy="hold `chaff gate words FILE` against what you said; a newer chaff may know the "
            "format; if it is read rightly: chaff gate run --trust-reader",
        )


def _note(site: Site, error: ChaffError) -> None:
    """Enter what went wrong, once a day in a row."""
    problem = str(error)
    last = site.store.lines[-1] if site.store.lines else None
    if (
        isinstance(last, Failure)
        and last.problem == problem
        and last.day == site.clock.stamps["day"]
    ):
        return
    site.store.add(Failure(problem=problem, **site.stamps))


def _recover(site: Site) -> None:
    """Enter that the clock goes on, where nothing else that was entered since says so."""
    story = site.story
    if paused(story) and story.text is not None:
        site.store.add(Skip(why="the scores are up to date again", text=story.text, **site.stamps))


def _situation(home: Home, story: Story, days: tuple[DayScore, ...]) -> Situation:
    return situation_of(home.compiled, story, days)
