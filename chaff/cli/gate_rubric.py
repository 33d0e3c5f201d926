"""`chaff gate rubric`: what a rubric's phrases are worth on labelled turns."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chaff.cli.gate_site import add_options, home_of, show
from chaff.cli.plain import Subparsers, number, read_input
from chaff.errors import UsageError

if TYPE_CHECKING:
    from chaff.gate.labelled import FirstSight, Measured, Share, Worth
    from chaff.shapes.gate import Rubric

DESCRIPTION: Final = """\
Precision and recall of each class of remarks on labelled turns, with Wilson's 95 % intervals.

FILE has JSON objects, one a line: {"text": "no, that's wrong", "labels": ["correction"]}; labels
are correction, rework, scope_drift, missed_context, praise, or none. A turn in another language has
"language" instead of labels. The rubric is the project's specs/lib/rubric.libsonnet, or a compiled
gate's with --gate or --config. The exit status is 1 if the precision of a class is below --least.

Each file is measured apart. Figures on turns that phrases were fitted to are no estimate: what to
expect of your own words is what turns showed that no phrase had been fitted to. --first-sight keeps
today's figures for that, once, beside the file (FILE.first-sight.json); they are shown ever after.
"""

_DEFAULTS: Final = (
    "tests/gate/turns_third.jsonl",
    "tests/gate/turns_second.jsonl",
    "tests/gate/turns_fresh.jsonl",
    "tests/gate/turns.jsonl",
    "tests/gate/turns_other.jsonl",
)
_RECORD: Final = ".first-sight.json"
_DEFAULT_RUBRIC: Final = "specs/lib/rubric.libsonnet"


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "rubric",
        help="what a rubric's phrases are worth on labelled turns",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--labelled",
        metavar="FILE",
        action="append",
        default=[],
        help="labelled turns; may be repeated (default: tests/gate/turns*.jsonl of the project)",
    )
    parser.add_argument(
        "--first-sight",
        action="store_true",
        help="keep the figures as what turns showed before any phrase was fitted to them",
    )
    parser.add_argument(
        "--least", metavar="N", default="0.95", help="the precision a class must have"
    )
    parser.add_argument(
        "--misses", action="store_true", help="also list the turns that are told wrongly"
    )
    add_options(parser)
    parser.set_defaults(handler=run_rubric)


def run_rubric(args: argparse.Namespace) -> int:
    """Print what the rubric is worth; 1 if a class is told too badly."""
    from chaff.gate.labelled import measure, read_labelled

    least = number(args.least, "--least", least=0, most=1)
    files = args.labelled or [
        str(path) for each in _DEFAULTS if (path := Path(args.root) / each).is_file()
    ]
    if not files:
        raise UsageError("no labelled turns", remedy="name a file with --labelled")
    rubric = _rubric(args)
    found = []
    for file in files:
        given = read_input(file)
        turns = read_labelled(given.data, where=given.name)
        measured = measure(turns, rubric)
        if args.first_sight:
            _keep(file, given.data, rubric, measured)
        first = _first_sight(file, given.data)
        found.append(rubric_facts(given.name, measured, first, rubric))
    lines = [line for facts in found for line in rubric_lines(facts, misses=args.misses)]
    show(args, {"least": least, "files": found}, lines)
    return int(any(_is_below(row, least) for facts in found for row in facts["classes"]))


def rubric_facts(
    file: str, measured: Measured, first: FirstSight | None, rubric: Rubric
) -> dict[str, Any]:
    """Return the measurement as JSON values."""
    from chaff.shapes.gate import rubric_hash

    return {
        "file": file,
        "turns": measured.n_turns,
        "classes": _classes(measured.classes) if measured.n_turns else [],
        "first_sight": first
        and {
            "day": first.day.isoformat(),
            "rubric_hash": first.rubric_hash,
            "is_this_rubric": first.rubric_hash == rubric_hash(rubric),
            "classes": _classes(first.classes),
        },
        "misses": [
            {
                "line": miss.line,
                "class": miss.shows,
                "matched": miss.matched,
                "patterns": list(miss.patterns),
            }
            for miss in measured.misses
        ],
        "taken_for_other": list(measured.taken_for_other),
        "left_out": _share(measured.left_out),
    }


def rubric_lines(facts: dict[str, Any], *, misses: bool) -> list[str]:
    """Return the measurement for a terminal."""
    lines, first = [f"{facts['file']}"], facts["first_sight"]
    if facts["turns"]:
        lines.append(f"  {facts['turns']} turns; 95 % intervals")
    if first:
        digest = first["rubric_hash"].removeprefix("sha256:")[:12]
        lines += [
            f"  seen first, on {first['day']} by rubric {digest}: what to expect of new turns",
            *_table(first["classes"]),
        ]
    if facts["turns"] and not (first and first["is_this_rubric"]):
        fitted = "now, after phrases were" if first else "no first sight is kept: may be"
        lines += [
            f"  {fitted} fitted to these turns, so no estimate",
            *_table(facts["classes"]),
        ]
    if facts["taken_for_other"]:
        taken = ", ".join(map(str, facts["taken_for_other"]))
        lines.append(f"  taken for another language: line {taken}")
    if facts["left_out"]["of"]:
        lines.append(f"  other languages, left out: {_shown(facts['left_out'])}")
    if misses:
        lines += [
            f"  line {miss['line']}: {'wrongly' if miss['matched'] else 'not'} {miss['class']}"
            + "".join(f"\n    {pattern}" for pattern in miss["patterns"])
            for miss in facts["misses"]
        ]
    return lines


def _rubric(args: argparse.Namespace) -> Rubric:
    from chaff.compile.build import spec_as
    from chaff.compile.jsonnet import evaluate
    from chaff.shapes.gate import Rubric

    if args.gate or args.config:
        return home_of(args).compiled.gate.rubric
    value = evaluate(Path(args.root), _DEFAULT_RUBRIC).value
    return spec_as(value, Rubric, where=_DEFAULT_RUBRIC)


def _table(classes: list[dict[str, Any]]) -> list[str]:
    rows = [
        f"  {row['class']:16} {_shown(row['precision']):32} {_shown(row['recall'])}"
        for row in classes
    ]
    return [f"  {'class':16} {'precision':32} recall", *rows]


def _classes(classes: Sequence[Worth]) -> list[dict[str, Any]]:
    return [
        {"class": each.shows, "precision": _share(each.precision), "recall": _share(each.recall)}
        for each in classes
    ]


def _record(file: str) -> Path:
    return Path(f"{file}{_RECORD}")


def _first_sight(file: str, turns: bytes) -> FirstSight | None:
    """Return what was kept of the first time these turns were measured."""
    from chaff.gate.labelled import read_first_sight

    path = _record(file)
    if not path.is_file():
        return None
    return read_first_sight(path.read_bytes(), turns, where=str(path))


def _keep(file: str, turns: bytes, rubric: Rubric, measured: Measured) -> None:
    from chaff.atomic import write_whole
    from chaff.gate.labelled import first_sight_bytes

    path = _record(file)
    if path.exists():
        raise UsageError("is kept already", where=str(path), remedy="there is one first sight")
    day = datetime.now().astimezone().date()
    write_whole(path, first_sight_bytes(turns, rubric, measured, day), mode=0o644)


def _share(share: Share) -> dict[str, Any]:
    interval = share.interval
    return {
        "n": share.n,
        "of": share.of,
        "value": share.value,
        "interval": list(interval) if interval else None,
    }


def _shown(share: dict[str, Any]) -> str:
    if share["value"] is None:
        return "no turns"
    low, high = share["interval"]
    return f"{share['value']:.3f} ({low:.2f} to {high:.2f}), {share['n']} of {share['of']}"


def _is_below(row: dict[str, Any], least: float) -> bool:
    value = row["precision"]["value"]
    return value is not None and value < least
