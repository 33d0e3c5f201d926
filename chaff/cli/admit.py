"""`chaff admit MATRIX.json`: puts plain numbers through the admission test."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from chaff.cli.plain import Subparsers, read_input, whole_number

DESCRIPTION: Final = """\
Put the passes of an experiment through the admission test.

MATRIX.json holds the passes per item of each arm, of `repeats` tries:
  {"repeats": 5, "present": [2, ...], "removed": [4, ...], "control": [2, ...]}
with 12 to 200 items and 3 to 20 repeats; - reads standard input.

The thresholds are those of the program that chaff ships: removed at least 15 points above control,
an interval that excludes 0, removed at least as good as control on two thirds of the items, and
removed not below present. The exit status is 0 whatever the verdict, 2 for bad input.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "admit",
        help="put plain numbers through the admission test",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("matrix", metavar="MATRIX.json", help="passes per item, - for stdin")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--attempts",
        metavar="N",
        default="1",
        help="times this rule was tried, this one included; for the guards (default: 1)",
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print the verdict on a file's numbers."""
    from chaff.cli import verdict_text
    from chaff.stats.admission import DEFAULT_ADMISSION, admit
    from chaff.stats.facts import facts
    from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
    from chaff.stats.matrix import read_matrix

    attempts = whole_number(args.attempts, "--attempts", least=1, most=1_000_000)
    given = read_input(args.matrix)
    verdict = admit(read_matrix(given.data, where=given.name), DEFAULT_ADMISSION)
    guards = apply_guards(verdict, DEFAULT_GUARDS, attempts=attempts)
    if args.format == "json":
        print(json.dumps(facts(verdict, guards), indent=2, allow_nan=False))
        return 0
    print("\n".join(verdict_text.for_stream(verdict, guards, sys.stdout)))
    return 0
