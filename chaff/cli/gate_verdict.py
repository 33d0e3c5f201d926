"""`chaff gate verdict`: the cards of verdicts, with what became of them."""

from __future__ import annotations

import argparse
from typing import Final

from chaff.cli.gate_site import add_options, full_id, home_of, show
from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

DESCRIPTION: Final = """\
Show the card of a verdict, or of the last one: estimate and interval, the smallest lift that its
windows would usually catch, the budget of false verdicts left, what else lay in the windows, and
what followed. A verdict is one look, and is never taken again. Changes nothing.
"""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "verdict",
        help="the card of a verdict",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "id", metavar="ID", nargs="?", default="", help="verdict-0003, or 3 (default: the last)"
    )
    add_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print a card."""
    from chaff.cli.gate_card import card_lines, follows
    from chaff.gate.lookup import of_kind
    from chaff.gate.store import read_ledger
    from chaff.gate.story import Story
    from chaff.shapes.base import to_json
    from chaff.shapes.gate_ledger import Verdict

    home = home_of(args)
    story, gate = Story(read_ledger(home.state)), home.compiled.gate
    verdicts = of_kind(story.lines, Verdict)
    if not verdicts:
        raise UsageError("there is no verdict yet", remedy="see chaff gate status")
    wanted = full_id(args.id, "verdict") if args.id else verdicts[-1].id
    found = next((each for each in verdicts if each.id == wanted), None)
    if found is None:
        raise UsageError(f"there is no {wanted}", remedy=f"the last is {verdicts[-1].id}")
    facts = {**to_json(found), "follows": follows(found, gate, story)}
    return show(args, facts, card_lines(found, gate, story))
