"""`chaff gate selftest`: how often a gate would have fired where no edit was made."""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, home_of, show, situation_in
from chaff.cli.plain import Subparsers

if TYPE_CHECKING:
    from chaff.gate.selftest import SelfTest, Tried
    from chaff.shapes.gate import Gate

DESCRIPTION: Final = """\
Run the gate on its own history, on every day on which no edit was made: each KEPT and REVERT that
it gives there is a false one. Then again with the scores before and after exchanged: what was KEPT
should now be REVERT, or be near a threshold. Verdicts that were given are shown with their arms
swapped too. Prints counts; no state is changed.

Neighbouring days share most of their windows, so that one odd week counts many times; the row of
windows that share no day is the honest count, of few tries.
"""

_FIRED: Final = ("KEPT", "REVERT")
_OUTCOMES: Final = (*_FIRED, "INCONCLUSIVE")


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "selftest",
        help="how often the gate would fire on nothing",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print the counts."""
    from chaff.gate.selftest import selftest
    from chaff.gate.store import read_ledger
    from chaff.gate.story import Story

    home, now = home_of(args), datetime.now(UTC)
    situation = situation_in(home, Story(read_ledger(home.state)))
    today = now.astimezone(home.clock(now).zone).date()
    facts = selftest_facts(selftest(situation, today), home.compiled.gate)
    return show(args, facts, selftest_lines(facts))


def selftest_facts(found: SelfTest, gate: Gate) -> dict[str, Any]:
    """Return the counts as JSON values."""
    return {
        "gate": gate.id,
        "preset": gate.preset,
        "stretches": [[first.isoformat(), last.isoformat()] for first, last in found.stretches],
        "days_left_out": found.n_unknown,
        "every_day": _counts(found.tried),
        "no_shared_day": _counts(found.apart),
        "verdicts": [
            {"verdict": name, "outcome": outcome, "swapped": swapped}
            for name, outcome, swapped in found.own
        ],
    }


def _counts(tried: tuple[Tried, ...]) -> dict[str, Any]:
    outcomes = Counter(each.outcome for each in tried)
    swapped = Counter(each.swapped for each in tried)
    fired = [each for each in tried if each.outcome in _FIRED]
    return {
        "tried": len(tried),
        "outcomes": {name: outcomes[name] for name in _OUTCOMES},
        "swapped": {name: swapped[name] for name in _OUTCOMES},
        "same_way_when_swapped": sum(each.swapped == each.outcome for each in fired),
        "days_fired": [f"{each.day} {each.outcome}" for each in fired],
    }


def selftest_lines(facts: dict[str, Any]) -> list[str]:
    """Return the counts for a terminal."""
    parts = facts["stretches"]
    runs = "1 run" if len(parts) == 1 else f"{len(parts)} runs"
    lines = [f"gate {facts['gate']} ({facts['preset']}): edits nobody made, {runs} of one text"]
    lines += [f"  {first} to {last}" for first, last in parts]
    if facts["days_left_out"]:
        lines.append(f"  left out: {facts['days_left_out']} scored days whose text is not known")
    if not facts["every_day"]["tried"]:
        return [*lines, "No stretch is long enough for a window before and one after."]
    lines += [
        _row("", "tried", *_OUTCOMES),
        *_rows("every day", facts["every_day"]),
        *_rows("no day shared", facts["no_shared_day"]),
    ]
    wrong = facts["every_day"]["same_way_when_swapped"]
    lines.append(f"the same way round with arms swapped (a fault of the gate): {wrong}")
    fired = facts["no_shared_day"]["days_fired"]
    if fired:
        lines.append(f"fired on nothing, no day shared: {', '.join(fired)}")
    for each in facts["verdicts"]:
        lines.append(f"{each['verdict']}: {each['outcome']}, arms swapped {each['swapped']}")
    return lines


def _rows(label: str, counts: dict[str, Any]) -> list[str]:
    outcomes, swapped = counts["outcomes"].values(), counts["swapped"].values()
    tried = counts["tried"]
    return [
        _row(label, str(tried), *map(str, outcomes)),
        _row("  arms swapped", str(tried), *map(str, swapped)),
    ]


def _row(label: str, *cells: str) -> str:
    return f"{label:<16}" + "".join(f"{cell:>14}" for cell in cells)
