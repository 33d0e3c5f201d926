"""`chaff lint [PATH…]`: finds, and fixes, what rules flag in instruction files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

from chaff.cli.colour import print_lines, wants_colour
from chaff.cli.lint_arguments import add_arguments
from chaff.cli.lint_options import STDIN_NAMES, Options, options
from chaff.errors import ChaffError
from chaff.lint.output.report import Remark, Result

if TYPE_CHECKING:
    import argparse

    from chaff.cli.plain import Subparsers

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
    from chaff.cli.help import Help

    parser = subparsers.add_parser(
        "lint",
        help="find (and fix) what rules flag in instruction files",
        description=DESCRIPTION,
        formatter_class=Help,
    )
    add_arguments(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace | SimpleNamespace) -> int:
    """Lint, fix if asked, report, and return the exit status."""
    from chaff.cli.lint_run import Run

    asked, unsettled = _asked(args)
    run = Run(asked)
    run.told.errors += unsettled
    run.all_files()
    if asked.write_baseline:
        return run.write_baseline()
    result = run.result()
    _report(run.told.texts, result, asked)
    return result.exit_status


def _asked(args: argparse.Namespace | SimpleNamespace) -> tuple[Options, list[Remark]]:
    """Return what to do, and what is wrong with the settings: the files are linted all the same.

    Nothing is written by rules that nobody chose, and a file that was named must be right.
    """
    try:
        return options(args, Path.cwd()), []
    except ChaffError as error:
        writes = args.fix or args.diff or args.write_baseline
        if writes or args.config or args.no_config:
            raise
        args.no_config = True
        asked = options(args, Path.cwd())
        return asked, [Remark.of(error, then="linted without these settings")]


def _report(texts: dict[str, bytes], result: Result, asked: Options) -> None:
    """Print the report; where standard output holds the fixed text, to standard error."""
    fixed_text = asked.fix and not asked.diff and any(path in STDIN_NAMES for path in asked.paths)
    out = sys.stderr if fixed_text else sys.stdout
    match asked.format:
        case "json":
            from chaff.lint.output.jsonreport import as_json

            print(as_json(result), file=out)
        case "sarif":
            from chaff.lint.library import load_folder
            from chaff.lint.output.sarif import as_sarif

            rules = load_folder(Path(asked.library.folder)).rules
            print(as_sarif(result, rules, asked.terms.evidence, texts), file=out)
        case "github":
            from chaff.lint.output.github import as_github
            from chaff.lint.output.text import Span

            lines = ((Span(line),) for line in as_github(result))
            print_lines(lines, out, colour=False)
        case "text" if asked.diff:
            # Standard output is the diff and nothing else, so that it can be applied.
            for note in result.notes:
                print(f"note: {note}", file=sys.stderr)
        case "text":
            from chaff.lint.output.text import report_lines

            colour = wants_colour(out, os.environ)
            print_lines(report_lines(result), out, colour=colour)
    if asked.format in ("text", "github"):
        if sys.stdout is not None:
            sys.stdout.flush()
        for error in result.errors:
            print(f"chaff: {error}", file=sys.stderr)
