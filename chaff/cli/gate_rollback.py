"""`chaff gate rollback`: takes an edit back in one command."""

from __future__ import annotations

import argparse
from typing import Final

from chaff.cli.gate_site import add_options, full_id, home_of, show, site_of
from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

DESCRIPTION: Final = """\
Take an edit back. What was written into the file since is kept, by a three-way merge; where the
same lines were changed nothing is, and a proposal shows what was wanted (exit status 1).
"""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "rollback",
        help="take an edit back",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("id", metavar="ID", help="as edit-0001; the number is enough")
    add_options(parser)
    parser.set_defaults(handler=run_rollback)


def run_rollback(args: argparse.Namespace) -> int:
    """Take an edit back and say what became of it."""
    from chaff.gate.act import roll_back

    home = home_of(args)
    name = full_id(args.id, "edit")
    with site_of(home) as site:
        story = site.story
        if story.edit(name) is None:
            known = ", ".join(edit.id for edit in story.edits) or "none"
            raise UsageError(f"there is no {name}", remedy=f"edits: {known}")
        if name in story.taken_back:
            raise UsageError(f"{name} was taken back already", remedy="see chaff gate status")
        line = roll_back(site, (name,))
    if line.id.startswith("proposal"):
        text = f"{name} cannot be taken back: the same lines were changed since; see {line.id}"
        show(args, {"outcome": "conflict", "edit": name, "line": line.id}, [text])
        return 1
    facts = {"outcome": "done", "edit": name, "line": line.id}
    return show(args, facts, [f"{name} taken back, as {line.id}"])
