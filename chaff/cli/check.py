"""`chaff check`: recompute every verdict from raw data, and fail on what does not hold."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, TextIO

from chaff.check.check import check
from chaff.check.render import Line, Style, as_json, as_lines

_COLOURS: Final[dict[Style, str]] = {
    "plain": "",
    "heading": "bold",
    "bad": "red",
    "good": "green",
    "quiet": "dim",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "check",
        help="recompute every verdict from raw data; the CI gate",
        description="Recompiles the specs, scores every recorded answer again, reads "
        "pre-registration from git, adds up the ledger. Free and offline.",
        epilog="Exit status: 0 no fault, 1 faults, 2 bad use or no rule library.",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--root", type=Path, default=Path(), metavar="DIR", help="the rule library (default: here)"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Check the project; 0 if nothing is wrong, 1 otherwise."""
    return report_on(args.root, now=datetime.now(UTC), style=args.format, out=sys.stdout)


def report_on(root: Path, *, now: datetime, style: Literal["text", "json"], out: TextIO) -> int:
    """Check the project at `root`, write the report to `out`, return the exit status."""
    report = check(root, now=now, environment=os.environ)
    if style == "json":
        print(as_json(report), file=out)
    else:
        _write(list(as_lines(report)), out)
    return report.exit_status


def _write(lines: list[Line], out: TextIO) -> None:
    if not out.isatty():
        encoding = getattr(out, "encoding", None) or "utf-8"
        for line in lines:
            print(line.text.encode(encoding, "backslashreplace").decode(encoding), file=out)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=out, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text(line.text, style=_COLOURS[line.style]))
