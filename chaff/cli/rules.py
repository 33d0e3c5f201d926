"""`chaff rules`: every rule, whether it is on and why, how often its hits were right."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chaff.cli.plain import Subparsers
from chaff.label import label
from chaff.lint.library import Library, load
from chaff.lint.trust import trust
from chaff.shapes.base import to_json
from chaff.shapes.compiled import CompiledRule
from chaff.stats.precision import precision

DESCRIPTION = """\
List the rules: tier, whether a rule is on by default and what reading its hits on real text has
shown, how safe its fix is, and what was measured. A rule is on if at least 20 hits were read and
at most 2 % of them were wrong, or if all of fewer hits were right; one that is buried (its
experiment failed) is off until it is selected. The share of right hits stands
with its exact 95 % interval (Clopper-Pearson).
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "rules",
        help="list the rules: on or off and why, precision, fix safety, evidence",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print the table of rules."""
    library = load(Path.cwd())
    if args.format == "json":
        rules = [facts(rule, library) for rule in library.rules]
        print(json.dumps({"rules": rules}, indent=2))
    else:
        print("\n".join(table(library)))
    return 0


def facts(rule: CompiledRule, library: Library) -> dict[str, Any]:
    """Return what is known of a rule, as JSON."""
    known = trust(rule.readings, buried=rule.buried)
    share = precision(known.read - known.wrong, known.read)
    return {
        "id": rule.id,
        "title": rule.title,
        "tier": rule.tier,
        "buried": rule.buried,
        "on_by_default": known.on,
        "why": known.why,
        "hits_read": known.read,
        "hits_wrong": known.wrong,
        "hits_planted": known.planted,
        "precision": share.right / share.read if share.read else None,
        "precision_interval": [share.lower, share.upper] if share.read else None,
        "fix_safety": rule.fix_safety,
        "label": label(rule.tier, library.about(rule), buried=rule.buried),
        "evidence": to_json(library.about(rule)),
    }


def table(library: Library) -> Iterator[str]:
    """Yield the lines of the table."""
    rows: list[tuple[str, ...]] = [
        ("rule", "tier", "default", "hits read", "right (95 % interval)", "fix", "evidence")
    ]
    rows += [_row(rule, library) for rule in library.rules]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def precision_text(rule: CompiledRule) -> str:
    """Return the share of a rule's hits that were right, with its interval."""
    known = trust(rule.readings, buried=rule.buried)
    if not known.read:
        return "-"
    share = precision(known.read - known.wrong, known.read)
    return (
        f"{_percent(share.right / share.read)} ({_percent(share.lower)} to {_percent(share.upper)})"
    )


def _row(rule: CompiledRule, library: Library) -> tuple[str, ...]:
    known = trust(rule.readings, buried=rule.buried)
    return (
        rule.id,
        _tier(rule),
        "on" if known.on else "off",
        known.why,
        precision_text(rule),
        rule.fix_safety,
        label(rule.tier, library.about(rule), buried=rule.buried),
    )


def _tier(rule: CompiledRule) -> str:
    return f"{rule.tier}, buried" if rule.buried else rule.tier


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
