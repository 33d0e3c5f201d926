"""`chaff gate run`: the daily job of one gate; quiet when nothing happened."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from chaff.cli.gate_site import add_options, home_of, show
from chaff.cli.plain import Subparsers, ascii_only, to_ascii

if TYPE_CHECKING:
    from chaff.gate.home import Home
    from chaff.gate.job import Job
    from chaff.shapes.gate_ledger import Edit, Verdict

_MOST: Final = 5
WAITS: Final = 1
"""Exit status while a person has to answer something."""

DESCRIPTION: Final = """\
The daily job: score the days that are over, enter the verdicts that are due, carry them out, make
edits whose turn has come. A spec that was changed is compiled first. In a project `doit gate` does
the same for every gate of specs/gates.

Meant for cron: it asks nothing, needs no terminal, prints only what is new, and catches up with
days on which it did not run. Twice on a day it does nothing the second time. Each verdict prints a
card: estimate, interval, the smallest lift it would usually catch, budget left, and what else lay
in the windows. If transcripts cannot be read, or their format seems to have changed (nobody is
heard in them any more, or many rows are of unknown kinds), nothing is decided: the clock waits, the
ledger says why.

exit status: 0 nothing is wrong, whether or not something was done
             1 a person is asked something; stays until it is answered (chaff gate status)
             2 something cannot be read or written; no verdict was given on bad data
             3 another job is at work on this gate; nothing was done
"""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "run",
        help="the daily job: score, decide what is due, carry it out",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--trust-reader",
        action="store_true",
        help="go on though the format of transcripts seems to have changed: you have looked",
    )
    add_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Run the job of the gate that is meant."""
    from chaff.gate.job import run_job, trust_reader

    home, now = home_of(args, compiles=True), datetime.now(UTC)
    if args.trust_reader:
        trust_reader(home, now)
    job = run_job(home, now)
    _warn(job)
    show(args, job_facts(home, job), job_lines(home, job))
    return WAITS if job.waiting else 0


def run_named(root: Path, gate: str, now: datetime, out: TextIO) -> int:
    """Run the job of a project's gate, print what is new, return the exit status."""
    from chaff.gate.home import find_home
    from chaff.gate.job import run_job

    home = find_home(root, gate=gate)
    job = run_job(home, now)
    _warn(job)
    plain = ascii_only(out)
    for line in job_lines(home, job):
        print(to_ascii(line) if plain else line, file=out)
    return WAITS if job.waiting else 0


def job_facts(home: Home, job: Job) -> dict[str, Any]:
    """Return what a job did as JSON values."""
    from chaff.cli.gate_score import score_facts
    from chaff.shapes.base import to_json

    return {
        "gate": home.compiled.gate.id,
        "scores": score_facts(home.compiled.gate.id, job.scoring),
        "entered": [to_json(line) for line in job.lines],
        "waiting": [each.id for each in job.waiting],
    }


def job_lines(home: Home, job: Job) -> list[str]:
    """Return what is new; nothing if nothing happened but another day."""
    from chaff.cli.gate_card import card_lines
    from chaff.cli.gate_told import told_of
    from chaff.shapes.gate_ledger import Edit

    gate, story = home.compiled.gate, job.situation.story
    told = [text for line in job.lines if (text := told_of(line))]
    own = [verdict for verdict in job.verdicts if not verdict.retrospective]
    cards = [card_lines(verdict, gate, story) for verdict in own]
    told += _past([line for line in job.lines if isinstance(line, Edit)], job.verdicts)
    remarks = _remarks(job)
    if not (told or cards or remarks):
        return []
    lines = [f"gate {gate.id}, {home.target}"]
    for card in cards:
        lines += ["", *card]
    lines += ["", *told] if cards and told else told
    return [*lines, *remarks]


def _remarks(job: Job) -> list[str]:
    """Return which scores stayed as a verdict read them, unless a new rubric is the reason."""
    from chaff.shapes.gate_ledger import MetaEdit

    if any(isinstance(line, MetaEdit) for line in job.lines):
        return []
    days = [each.day for each in job.scoring.remarks if each.what == "decided"]
    return [f"{day}: its score stays, a verdict rests on it, though rows came late" for day in days]


def _past(edits: list[Edit], verdicts: list[Verdict]) -> list[str]:
    """Return what there is to say of a gate's first day: the file's history, as far as judged."""
    from chaff.cli.gate_status import verdict_line

    n_past = sum(edit.how == "retrospective" for edit in edits)
    judged = [verdict_line(verdict) for verdict in verdicts if verdict.retrospective]
    lines = [f"edits in the file's history: {n_past}"] if n_past else []
    if len(judged) > _MOST:
        lines.append(f"  {len(judged) - _MOST} verdicts on them before these: chaff gate report")
    return [*lines, *(f"  {line} (retrospective)" for line in judged[-_MOST:])]


def _warn(job: Job) -> None:
    """Say what could not be read; what is skipped rightly is no news every morning."""
    tally = job.scoring.tally
    if tally.n_unreadable:
        print(f"chaff: lines that are no rows, skipped: {tally.n_unreadable}", file=sys.stderr)
    for path in tally.foreign:
        print(f"chaff: {path}: is no transcript that chaff knows, skipped", file=sys.stderr)
