"""`chaff abandon RUN`: closes a start that will not be resumed; it stays an attempt."""

from __future__ import annotations

import argparse
from pathlib import Path

from chaff.cli.plain import Subparsers
from chaff.money import format_usd


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "abandon",
        help="close a start that will not be resumed",
        description="Marks a start in the ledger as abandoned, so that it can be committed without "
        "a complete run. Its answers stay, what it spent counts against the caps, and it counts "
        "as an attempt. `doit run:RULE` then starts afresh.",
    )
    parser.add_argument("run", metavar="RUN", help="the run file: runs/RULE/MODEL/START.jsonl")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Mark the start and say what it had cost."""
    from chaff.run.closing import abandon

    entry = abandon(Path.cwd(), args.run)
    cost = format_usd(entry.billed_nano_usd + entry.lost_nano_usd)
    print(f"{entry.run}: abandoned after {cost}; commit it together with its ledger entry")
    return 0
