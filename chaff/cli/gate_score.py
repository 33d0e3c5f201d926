"""`chaff gate score`: reads what is new in the transcripts and scores the days that are over."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, home_of, show
from chaff.cli.gate_words import remarks
from chaff.cli.plain import Subparsers

if TYPE_CHECKING:
    from chaff.gate.scores import Remark, Result

DESCRIPTION: Final = """\
Score the days that are over from the transcripts of a gate; today is scored when it is over.

The first time reads all transcripts that exist, later ones only what is new. Conversations that
loaded the gate's file count, by what their transcripts say, else by their folder; turns in other
languages are counted, and left out. Only numbers, digests, and names of models and versions are
stored. Rows that come late score their day again, unless a verdict rests on it. Nothing is decided.
"""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "score",
        help="score the days that are over",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.add_argument("--spec", metavar="NAME", dest="gate", help="the same as --gate")
    parser.set_defaults(handler=run_score)


def run_score(args: argparse.Namespace) -> int:
    """Score and say what is new."""
    from chaff.gate.scores import score_gate
    from chaff.gate.store import opened

    home, now = home_of(args), datetime.now(UTC)
    with opened(home.state, home.clock(now)) as store:
        result = score_gate(home, store.lines, now)
    for line in remarks(result.tally):
        print(line, file=sys.stderr)
    if result.doubt:
        print(f"chaff: perhaps not read rightly: {result.doubt}", file=sys.stderr)
    facts = score_facts(home.compiled.gate.id, result)
    return show(args, facts, score_lines(facts))


def score_facts(gate: str, result: Result) -> dict[str, Any]:
    """Return what is new as JSON values."""
    new = set(result.new)
    return {
        "gate": gate,
        "days": len(result.days),
        "scored": sum(day.score is not None for day in result.days),
        "new": [
            {
                "day": day.day.isoformat(),
                "score": day.score,
                "conversations": day.conversations,
                "turns": day.turns,
                "not_covered": day.not_covered,
            }
            for day in result.days
            if day.day in new
        ],
        "remarks": [_remark(remark) for remark in result.remarks],
        "not_covered": sum(day.not_covered for day in result.days),
        "undated": result.n_undated,
        "elsewhere": result.n_elsewhere,
    }


def score_lines(facts: dict[str, Any]) -> list[str]:
    """Return what is new for a terminal; nothing if nothing is."""
    lines = [_new(day) for day in facts["new"]] + [each["text"] for each in facts["remarks"]]
    if not lines:
        return []
    total = f"{facts['gate']}: {_n(facts['scored'], 'day')} scored"
    if facts["not_covered"]:
        total += f"; {_n(facts['not_covered'], 'turn')} in other languages left out"
    if facts["undated"]:
        total += f"; without a time, so of no day: {_n(facts['undated'], 'turn')}"
    return [*lines, total]


def _new(day: dict[str, Any]) -> str:
    if day["score"] is None:
        return f"{day['day']}  no score: {_n(day['not_covered'], 'turn')}, none of them in English"
    return (
        f"{day['day']}  {day['score']:5.2f}  {_n(day['conversations'], 'conversation')}, "
        f"{_n(day['turns'], 'turn')}"
    )


def _remark(remark: Remark) -> dict[str, Any]:
    before, after = _value(remark.before), _value(remark.after)
    told = {
        "scored again": f"scored again, rows came late: {before}, now {after}",
        "decided": f"rows came late, a verdict rests on {before}: not changed to {after}",
        "in part": f"stays {before}: transcripts of it are gone",
    }
    return {
        "day": remark.day.isoformat(),
        "what": remark.what,
        "before": remark.before,
        "after": remark.after,
        "text": f"{remark.day}  {told[remark.what]}",
    }


def _n(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _value(score: float | None) -> str:
    return "no score" if score is None else f"{score:.2f}"
