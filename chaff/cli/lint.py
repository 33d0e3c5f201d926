"""`chaff lint [PATH…]`: finds, and fixes, what rules flag in instruction files."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from chaff.cli.colour import print_lines, wants_colour
from chaff.cli.help import Help
from chaff.cli.lint_options import STDIN_NAMES, Options, options
from chaff.cli.plain import Subparsers
from chaff.lint.output.report import FORMATS, Result

DESCRIPTION: Final = """\
Lint instruction files. A folder is searched for the names that coding agents load (CLAUDE.md,
AGENTS.md, skills, rules, ...); a file that is named is taken as it is; - is standard input.
Only enforced rules fail, unless --fail-on or the settings say otherwise.

Settings: chaff.toml, or [tool.chaff] in pyproject.toml, from this folder up to the root of the
repository (select, ignore, fail_on, models, exclude, max_bytes, baseline, [[per_path]]).
Suppress a finding with a comment before its block: <!-- chaff: ignore[RULE] reason -->

Exit status: 0 clean, 1 findings that fail, 2 bad use or a file that cannot be read.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "lint",
        help="find (and fix) what rules flag in instruction files",
        description=DESCRIPTION,
        formatter_class=Help,
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", help="default: this folder")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="make the fixes that are marked safe")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="make the others as well")
    fixes.add_argument("--diff", action="store_true", help="show what --fix does or would do")
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--select",
        metavar="RULE",
        action="append",
        default=[],
        help="only this rule (or: default, all); repeatable",
    )
    rules.add_argument(
        "--ignore", metavar="RULE", action="append", default=[], help="not this rule; repeatable"
    )
    rules.add_argument(
        "--fail-on",
        metavar="RULE|heuristic|not-covered",
        action="append",
        default=[],
        help="let this rule, all heuristics, or files that were not understood fail; repeatable",
    )
    known = parser.add_argument_group("known findings")
    known.add_argument("--baseline", metavar="FILE", help="do not tell what this file holds")
    known.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings there; replaces a baseline"
    )
    what = parser.add_argument_group("input and output")
    what.add_argument("--format", choices=FORMATS, default="text")
    what.add_argument(
        "--exclude",
        metavar="GLOB",
        action="append",
        default=[],
        help="leave out, as .gitignore does; repeatable",
    )
    what.add_argument("--max-bytes", metavar="N", type=int, help="skip larger files (10000000)")
    what.add_argument("--jobs", metavar="N", type=int, help="processes at most (one a processor)")
    what.add_argument("--stdin-filename", metavar="PATH", help="what standard input is the text of")
    what.add_argument("--config", metavar="FILE", help="take the settings from this file")
    what.add_argument("--no-config", action="store_true", help="take no settings from files")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Lint, fix if asked, report, and return the exit status."""
    from chaff.cli.lint_run import Run

    asked = options(args, Path.cwd())
    run = Run(asked)
    run.all_files()
    if asked.write_baseline:
        return run.write_baseline()
    result = run.result()
    _report(run.told.texts, result, asked)
    return result.exit_status


def _report(texts: dict[str, bytes], result: Result, asked: Options) -> None:
    """Print the report; where standard output holds the fixed text, to standard error."""
    fixed_text = asked.fix and not asked.diff and any(path in STDIN_NAMES for path in asked.paths)
    out = sys.stderr if fixed_text else sys.stdout
    match asked.format:
        case "json":
            from chaff.lint.output.jsonreport import as_json

            print(as_json(result), file=out)
        case "sarif":
            from chaff.lint.output.sarif import as_sarif

            print(as_sarif(result, asked.selection.rules, asked.terms.evidence, texts), file=out)
        case "github":
            from chaff.lint.output.github import as_github
            from chaff.lint.output.text import Span

            lines = ((Span(line),) for line in as_github(result))
            print_lines(lines, out, colour=False)
        case "text":
            if not asked.diff:
                from chaff.lint.output.text import report_lines

                colour = wants_colour(out, os.environ)
                print_lines(report_lines(result), out, colour=colour)
    if asked.format in ("text", "github"):
        if sys.stdout is not None:
            sys.stdout.flush()
        for error in result.errors:
            print(f"chaff: {error}", file=sys.stderr)
