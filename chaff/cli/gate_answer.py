"""`chaff gate approve` and `reject`: a person's yes or no to a proposal."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, full_id, home_of, show, site_of, situation_in
from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.gate.changes import Site
    from chaff.gate.home import Home
    from chaff.shapes.gate_ledger import Proposal

APPROVE: Final = """\
Say yes to a proposal. It is made at once; where an edit is in probation (preset attributable) it
waits for that verdict, unless --now makes a bundle of both, which is judged as one.
"""

REJECT: Final = """\
Say no to a proposal. The change is remembered and not proposed again.
"""


def add_parser(doors: Subparsers) -> None:
    """Add the two doors to those of the gate."""
    approve = _door(doors, "approve", "say yes to a proposal", APPROVE)
    approve.add_argument("--now", action="store_true", help="do not wait for a verdict")
    approve.set_defaults(handler=run_approve)
    reject = _door(doors, "reject", "say no to a proposal", REJECT)
    reject.add_argument("--reason", metavar="TEXT", default="", help="why, for the ledger")
    reject.set_defaults(handler=run_reject)


def run_approve(args: argparse.Namespace) -> int:
    """Approve a proposal and say what became of it."""
    home = home_of(args)
    name = full_id(args.id, "proposal")
    with site_of(home) as site:
        facts = _approve(site, home, name, now=args.now)
    return show(args, facts, [facts["text"]])


def run_reject(args: argparse.Namespace) -> int:
    """Reject a proposal."""
    from chaff.shapes.gate_ledger import Rejection

    home = home_of(args)
    name = full_id(args.id, "proposal")
    with site_of(home) as site:
        _open(site, name)
        site.store.add(Rejection(of=name, why=args.reason, **site.stamps))
    return show(args, {"outcome": "rejected", "proposal": name}, [f"{name} rejected"])


def _approve(site: Site, home: Home, name: str, *, now: bool) -> dict[str, Any]:
    from chaff.gate.act import apply_edit, take
    from chaff.gate.next_step import TakeBack
    from chaff.gate.safeguards import why_not_apply
    from chaff.shapes.gate_ledger import Approval

    proposal = _open(site, name)
    if proposal.conflict:
        raise UsageError(
            "somebody wrote into the same lines since",
            where=name,
            remedy=f"edit the file by hand, then chaff gate reject {name}",
        )
    if site.compiled.gate.dry_run:
        raise UsageError("the gate is on a dry run", where=name, remedy="unset dry_run in its spec")
    today: date = site.stamps["day"]
    if name not in site.story.approved:
        site.store.add(Approval(of=name, **site.stamps))
    if proposal.about == "revert":
        step = TakeBack(edits=proposal.edits, verdict=proposal.verdict, proposal=name)
        line = take(site, step)
        return _facts(name, line.id if line else None)
    why = why_not_apply(situation_in(home, site.story), proposal, today)
    if why and not now:
        return {
            "outcome": "waits",
            "proposal": name,
            "why": why,
            "text": f"{name} approved; it waits: {why} (--now does not wait)",
        }
    return _facts(name, apply_edit(site, proposal).id)


def _facts(name: str, line: str | None) -> dict[str, Any]:
    if line and line.startswith("proposal"):
        text = f"{name} cannot be made: the file has changed since; see {line}"
        return {"outcome": "conflict", "proposal": name, "line": line, "text": text}
    return {"outcome": "done", "proposal": name, "line": line, "text": f"{name} done, as {line}"}


def _open(site: Site, name: str) -> Proposal:
    found = {proposal.id: proposal for proposal in site.story.open_proposals}
    if name not in found:
        known = ", ".join(found) or "none"
        raise UsageError(f"{name} is not open", remedy=f"open proposals: {known}")
    return found[name]


def _door(doors: Subparsers, name: str, summary: str, text: str) -> argparse.ArgumentParser:
    parser = doors.add_parser(
        name,
        help=summary,
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("id", metavar="ID", help="as proposal-0001; the number is enough")
    add_options(parser)
    return parser
