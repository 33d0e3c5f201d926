"""`chaff control RULE`: proposes control edits for a rule's battery, ready to paste."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.compile.candidates import Proposal
    from chaff.shapes.rule import TextEdit

DESCRIPTION: Final = """\
Propose control edits for a rule's battery: text elsewhere in the instruction file whose removal
shortens the file by about as much as the rule's fix does. Nothing is written.

Sizes are in bytes, since nobody can count a model's tokens offline; the run counts them and takes
the first candidate of the list that is within 5 %. Read each proposal before you paste it: it
should have nothing to do with any item.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "control",
        help="propose control edits for a rule's battery",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rule", metavar="RULE", help="a rule of this project")
    parser.add_argument("--practice", action="store_true", help="for the practice battery")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print the proposals as Jsonnet."""
    from chaff.compile.candidates import propose
    from chaff.compile.controls import FEWEST_CONTROLS
    from chaff.compile.present import look_at
    from chaff.compile.project import load_program, load_rule

    root = Path.cwd()
    if not (root / "specs").is_dir():
        raise UsageError("there is no rule library here: no folder specs/", where=str(root))
    program, _ = load_program(root)
    rule, _ = load_rule(root, args.rule)
    battery = rule.practice if args.practice else rule.battery
    if battery is None:
        raise UsageError(f"{args.rule} has no practice battery", remedy="leave --practice out")
    present = look_at(battery, rule.detect, rule.fix, program.admission)
    target = len(present.data) - len(present.fixed.data)
    proposals = propose(present)
    print("\n".join(jsonnet_lines(proposals, target)))
    if len(proposals) < FEWEST_CONTROLS:
        print(f"// Only {len(proposals)}, at least {FEWEST_CONTROLS} are needed: the file needs")
        print("// more text that neither the rule nor any scorer looks at.")
        return 1
    return 0


def jsonnet_lines(proposals: tuple[Proposal, ...], target: int) -> Iterator[str]:
    """Yield the lines of a Jsonnet field that lists the proposals."""
    yield f"// The fix shortens the file by {target} bytes."
    yield "control_candidates: ["
    for proposal in proposals:
        off = 100 * (proposal.shrinks_by - target) / target
        yield f"  // {proposal.shrinks_by} bytes ({off:+.1f} %)"
        yield "  chaff.Control {"
        yield f"    id: {quoted(proposal.candidate.id)},"
        yield "    edits: ["
        yield from (f"      {_edit(edit)}," for edit in proposal.candidate.edits)
        yield "    ],"
        yield "  },"
    yield "],"


def quoted(text: str) -> str:
    """Return a Jsonnet string literal, in the quotes that jsonnetfmt prefers."""
    quote = '"' if "'" in text and '"' not in text else "'"
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    for character, name in (("\n", "n"), ("\t", "t"), ("\r", "r")):
        escaped = escaped.replace(character, f"\\{name}")
    return f"{quote}{escaped}{quote}"


def _edit(edit: TextEdit) -> str:
    if edit.replace:
        return f"chaff.swap({quoted(edit.find)}, {quoted(edit.replace)})"
    return f"chaff.cut({quoted(edit.find)})"
