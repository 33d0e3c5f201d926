"""`chaff control RULE`: proposes control edits for a rule's battery, ready to paste."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.compile.candidates import Proposal
    from chaff.compile.present import Present
    from chaff.run.proposals import TextCount
    from chaff.shapes.rule import TextEdit

_MOST_COUNTED: Final = 40
"""Proposals that are counted at a time, each on every model."""
_ROUNDS: Final = 3

DESCRIPTION: Final = """\
Propose control edits for a rule's battery: text elsewhere in the instruction file whose removal
shortens the file by about as much as the rule's fix does. Nothing is written.

Without --endpoint, sizes are in bytes, since nobody can count a model's tokens offline; the run
counts them and takes the first candidate of the list that is within 5 %. With --endpoint they are
counted (free) on every model, and only what matches on all of them is proposed. Read each proposal
before you paste it: it should have nothing to do with any item.
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
    parser.add_argument(
        "--endpoint", help="count tokens there: anthropic, embedded, or a URL (compile first)"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print the proposals as Jsonnet."""
    from chaff.compile.candidates import propose
    from chaff.compile.controls import FEWEST_CONTROLS

    root = Path.cwd()
    if not (root / "specs").is_dir():
        raise UsageError("there is no rule library here: no folder specs/", where=str(root))
    if args.endpoint:
        with counting(root, args.rule, args.endpoint, practice=args.practice) as count:
            lines = counted_lines(root, args.rule, args.practice, count)
        print("\n".join(lines))
        return 0 if any("chaff.Control {" in line for line in lines) else 1
    present, _ = _present(root, args.rule, practice=args.practice)
    target = len(present.data) - len(present.fixed.data)
    proposals = propose(present)
    print("\n".join(jsonnet_lines(proposals, target)))
    if len(proposals) < FEWEST_CONTROLS:
        print(f"// Only {len(proposals)}, at least {FEWEST_CONTROLS} are needed: the file needs")
        print("// more text that neither the rule nor any scorer looks at.")
        return 1
    return 0


@contextmanager
def counting(root: Path, rule: str, endpoint: str, *, practice: bool) -> Iterator[TextCount]:
    """Yield a function that counts any text of a rule's file on every model it is measured on."""
    from chaff.run.cells import Times
    from chaff.run.control import Counter
    from chaff.run.endpoint import open_endpoint
    from chaff.run.experiment import load_experiment, load_program
    from chaff.run.proposals import text_counter

    program = load_program(root)
    models = program.program.models
    named = models.practice if practice else (models.primary, models.confirmation)
    experiments = [load_experiment(root, program, rule, model, pilot=True) for model in named]
    opened = open_endpoint(endpoint, os.environ, slots=None)
    times = Times(lambda: datetime.now(UTC), time.monotonic, time.sleep)
    try:
        yield text_counter(experiments, Counter(opened, times.now), times.sleep)
    finally:
        opened.close()


def counted_lines(
    root: Path,
    rule: str,
    practice: bool,  # noqa: FBT001 - `Propose` is a plain function
    count: TextCount,
) -> list[str]:
    """Return the proposals that match the fix on every model, by counts, the best first."""
    from chaff.compile.candidates import propose
    from chaff.compile.controls import FEWEST_CONTROLS, MOST_CONTROLS, build_control
    from chaff.lint.fixes.edits import apply_edits
    from chaff.run.control import within

    present, tolerance = _present(root, rule, practice=practice)
    whole, fixed = count(present.data.decode()), count(present.fixed.data.decode())
    target = {model: fixed[model] - whole[model] for model in whole}
    if not all(target.values()):
        return [
            f"// On {min(target, key=lambda model: abs(target[model]))} the fix changes nothing."
        ]
    kept: list[tuple[int, Proposal, dict[str, int]]] = []
    aim = len(present.data) - len(present.fixed.data)
    for _ in range(_ROUNDS):
        ratios = []
        for proposal in propose(present, _MOST_COUNTED, target=aim):
            state = build_control(proposal.candidate, present)
            tokens = count(apply_edits(present.data, state.edits).decode())
            deltas = {model: tokens[model] - whole[model] for model in whole}
            ratios.append(min(deltas[model] / target[model] for model in whole))
            if all(within(target[model], deltas[model], tolerance) for model in whole):
                worst = max(abs(deltas[model] - target[model]) for model in whole)
                kept.append((worst, proposal, deltas))
        if len(kept) >= FEWEST_CONTROLS or not ratios:
            break
        # The fix's text has more or fewer tokens a byte than the rest: aim at its tokens.
        aim = round(aim / max(0.25, median(ratios)))
    kept = list({one[1].candidate.id: one for one in kept}.values())
    kept.sort(key=lambda one: one[0])
    fix = ", ".join(f"{model} {delta:+d}" for model, delta in target.items())
    lines = [f"// Proposals by counts; the fix changes {fix} tokens."]
    if not kept:
        return [
            *lines,
            "// None matches on every model: the file needs more text that neither the rule nor",
            "// any scorer looks at, or a longer finding.",
        ]
    lines.append("control_candidates: [")
    for _, proposal, deltas in kept[:MOST_CONTROLS]:
        told = ", ".join(f"{model} {delta:+d}" for model, delta in deltas.items())
        lines += [f"  // {told} tokens", *_candidate(proposal)]
    return [*lines, "],"]


def _present(root: Path, rule: str, *, practice: bool) -> tuple[Present, int]:
    """Return a battery's present file, and the per cent by which a control may miss the fix."""
    from chaff.compile.present import look_at
    from chaff.compile.project import load_program, load_rule

    program, _ = load_program(root)
    spec, _ = load_rule(root, rule)
    battery = spec.practice if practice else spec.battery
    if battery is None:
        raise UsageError(f"{rule} has no practice battery", remedy="leave --practice out")
    present = look_at(battery, spec.detect, spec.fix, program.admission)
    return present, program.admission.control_tolerance_percent


def jsonnet_lines(proposals: tuple[Proposal, ...], target: int) -> Iterator[str]:
    """Yield the lines of a Jsonnet field that lists the proposals."""
    yield f"// The fix shortens the file by {target} bytes."
    yield "control_candidates: ["
    for proposal in proposals:
        off = 100 * (proposal.shrinks_by - target) / target
        yield f"  // {proposal.shrinks_by} bytes ({off:+.1f} %)"
        yield from _candidate(proposal)
    yield "],"


def quoted(text: str) -> str:
    """Return a Jsonnet string literal, in the quotes that jsonnetfmt prefers."""
    quote = '"' if "'" in text and '"' not in text else "'"
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    for character, name in (("\n", "n"), ("\t", "t"), ("\r", "r")):
        escaped = escaped.replace(character, f"\\{name}")
    return f"{quote}{escaped}{quote}"


def _candidate(proposal: Proposal) -> Iterator[str]:
    yield "  chaff.Control {"
    yield f"    id: {quoted(proposal.candidate.id)},"
    yield "    edits: ["
    yield from (f"      {_edit(edit)}," for edit in proposal.candidate.edits)
    yield "    ],"
    yield "  },"


def _edit(edit: TextEdit) -> str:
    if edit.replace:
        return f"chaff.swap({quoted(edit.find)}, {quoted(edit.replace)})"
    return f"chaff.cut({quoted(edit.find)})"
