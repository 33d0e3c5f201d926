"""`chaff gate propose`: a new text of the instruction file, made at once or put to a person."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, home_of, show, site_of, situation_in
from chaff.cli.plain import Subparsers, read_input
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.gate.changes import Site
    from chaff.gate.home import Home
    from chaff.shapes.gate_ledger import Proposal, Reason

DESCRIPTION: Final = """\
Propose a new text of the instruction file. FILE holds all of it; - reads standard input.
--from-lint proposes the safe fix of an enforced rule instead: of the first rule that finds
something, if nobody has refused it. It waits for a person, whatever its risk, and is never made by
itself. Only fixes within the file count.

What changes only layout, spelling or words that mean the same is low risk: it is made at once
if nothing speaks against it (an edit in probation, a cooldown, a plateau), else in its turn. All
else is high risk and waits in the proposals folder for a person, one a week. A change that was
taken back or refused is not proposed again. To do nothing is no failure: the exit status is 0.
"""


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "propose",
        help="propose a new text of the instruction file",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the whole new text")
    parser.add_argument(
        "--from-lint", action="store_true", help="propose the safe fix of an enforced rule"
    )
    parser.add_argument(
        "--reason", metavar="TEXT", default="", help="why, for the person who reads"
    )
    parser.add_argument(
        "--trigger-day",
        metavar="DATE",
        action="append",
        default=[],
        help="a day whose friction led to it, left out of the comparison; may be repeated",
    )
    add_options(parser)
    parser.set_defaults(handler=run_propose)


def run_propose(args: argparse.Namespace) -> int:
    """Propose an edit and say what became of it."""
    if bool(args.file) == args.from_lint:
        raise UsageError("what is proposed?", remedy="name a FILE with the text, or --from-lint")
    home = home_of(args)
    days = tuple(_day(each) for each in args.trigger_day)
    text = None if args.from_lint else read_input(args.file).data
    with site_of(home) as site:
        if text is None:
            facts = _propose_fix(site, home, args.reason, days)
        else:
            facts = _propose(site, home, _draft(site, text, args.reason, days))
    return show(args, facts, _lines(facts))


def _propose(site: Site, home: Home, draft: Proposal) -> dict[str, Any]:
    from chaff.gate.act import apply_edit
    from chaff.gate.proposals import known_already
    from chaff.gate.safeguards import proposal_cooldown, why_not_apply
    from chaff.shapes.gate_ledger import Proposal, Skip

    today: date = site.stamps["day"]
    story = site.story
    situation = situation_in(home, story)
    why = known_already(story, draft)
    if not why and draft.risk == "high":
        why = proposal_cooldown(situation, today)
    if why:
        site.store.add(Skip(why=why, text=draft.base, **site.stamps))
        return _facts("nothing", draft, why=why)
    entered = site.store.add(draft)
    assert isinstance(entered, Proposal)  # noqa: S101 - only id and link were filled in
    why = why_not_apply(situation_in(home, site.story), entered, today)
    if why:
        return _facts("waits", entered, why=why, folder=str(home.state / "proposals" / entered.id))
    line = apply_edit(site, entered)
    return _facts("applied", entered, edit=line.id)


def _propose_fix(site: Site, home: Home, reason: str, days: tuple[date, ...]) -> dict[str, Any]:
    """Propose the first fix of an enforced rule that is not known already."""
    from chaff.gate.from_lint import lint_fixes, usable
    from chaff.gate.proposals import known_already
    from chaff.gate.target import read_target
    from chaff.label import label
    from chaff.lint.library import load

    target = home.target.resolve()
    library = load(home.target.parent)
    known = ""
    for fix in lint_fixes(target, read_target(target) or b"", library.rules):
        told = f"{fix.rule.title} ({fix.rule.id}: {label(fix.rule.tier, library.about(fix.rule))})"
        why = "; ".join(part for part in (told, reason) if part)
        draft = _draft(site, fix.text, why, days, fix.reason)
        known = known_already(site.story, draft)
        if not known:
            return _propose(site, home, draft)
    n_rules = len(usable(library.rules))
    none = f"no finding with a safe fix, of {n_rules} enforced rules that have one"
    return {"outcome": "nothing", "proposal": None, "why": known or none, "reasons": []}


def _draft(site: Site, text: bytes, why: str, days: tuple[date, ...], *asks: Reason) -> Proposal:
    from chaff.gate.proposals import new_edit

    return new_edit(site, text, why=why, trigger_days=days, asks=asks)


def _facts(outcome: str, proposal: Proposal, **more: str) -> dict[str, Any]:
    from chaff.shapes.base import to_json

    return {
        "outcome": outcome,
        "proposal": None if outcome == "nothing" else proposal.id,
        "risk": proposal.risk,
        "reasons": to_json(proposal.reasons),
        **more,
    }


def _lines(facts: dict[str, Any]) -> list[str]:
    says = {
        "nothing": f"nothing done: {facts.get('why')}",
        "waits": f"{facts['proposal']} waits: {facts.get('why')}",
        "applied": f"{facts['proposal']} made, as {facts.get('edit')}",
    }
    lines = [says[facts["outcome"]]]
    if "risk" in facts:
        lines.append(f"risk {facts['risk']}:")
    for reason in facts["reasons"]:
        place = f" (line {reason['line']})" if reason["line"] else ""
        lines.append(f"  {reason['code']}: {reason['text']}{place}")
    return [*lines, facts["folder"]] if "folder" in facts else lines


def _day(text: str) -> date:
    from chaff.gate.series import parse_day

    day = parse_day(text)
    if day is None:
        raise UsageError(f"--trigger-day {text!r} is no date like 2026-11-30")
    return day
