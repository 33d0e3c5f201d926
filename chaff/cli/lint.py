"""`chaff lint [PATH…]`: finds, and fixes, what rules flag in instruction files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from chaff.cli.plain import Subparsers
from chaff.errors import BadInputError, ChaffError, UsageError
from chaff.lint.discover import discover
from chaff.lint.engine import ANY_HEURISTIC, FixedFile, Reported, fix_file, lint
from chaff.lint.library import load
from chaff.lint.report import (
    FORMATS,
    Result,
    as_diff,
    as_github,
    as_json,
    printable,
    styled_lines,
)
from chaff.lint.targets import folder_of, taken
from chaff.lint.write import write_fixed
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.detect import DeleteBlock

DESCRIPTION: Final = """\
Lint instruction files. A folder is searched for the names that coding agents load (CLAUDE.md,
AGENTS.md, skills, rules, ...); a file that is named is taken as it is. Only enforced rules fail.

Exit status: 0 clean, 1 findings that fail, 2 bad use or a file that cannot be read.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "lint",
        help="find (and fix) what rules flag in instruction files",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="default: this folder")
    parser.add_argument("--fix", action="store_true", help="delete or move what can be")
    parser.add_argument("--diff", action="store_true", help="show what --fix does or would do")
    parser.add_argument(
        "--select", metavar="RULE", action="append", default=[], help="only this rule; repeatable"
    )
    parser.add_argument(
        "--fail-on",
        metavar="RULE|heuristic",
        action="append",
        default=[],
        help="let this rule, or all heuristics, fail as well; repeatable",
    )
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Lint, fix if asked, report, and return the exit status."""
    if args.diff and args.format != "text":
        raise UsageError("--diff goes with --format text only")
    rules = _selected(load(Path.cwd()), args.select, args.fail_on)
    found = discover(args.paths or [Path()])
    findings: list[Reported] = []
    errors = list(found.faults)
    promised: set[Path] = set()
    for path in found.files:
        try:
            findings += _one_file(path, rules, args, errors, promised)
        except ChaffError as error:
            errors.append(str(error))
    result = Result(n_files=len(found.files), findings=tuple(findings), errors=tuple(errors))
    _report(result, args)
    return result.exit_status


def _one_file(
    path: Path,
    rules: Sequence[CompiledRule],
    args: argparse.Namespace,
    errors: list[str],
    promised: set[Path],
) -> tuple[Reported, ...]:
    """Return the findings of a file that are left after what was asked for.

    What keeps a fix from being written is added to `errors`; all findings are left then. Where
    text would be moved to is added to `promised`, so that a diff shows what a fix would do.
    """
    data = _read(path)
    existing = taken(path, _targets(rules), promised)
    name = path.as_posix()
    if args.fix or args.diff:
        fixed = fix_file(data, rules, path=name, existing=existing)
        promised |= {folder_of(path) / to for to in fixed.files}
        if args.diff:
            folder = "" if path.parent == Path() else f"{path.parent.as_posix()}/"
            _print(as_diff(name, folder, data, fixed))
        if args.fix and fixed.data != data:
            try:
                write_fixed(path, data, fixed)
            except ChaffError as error:
                errors.append(str(error))
            else:
                data = fixed.data
                existing = taken(path, _targets(rules))
                if args.format == "text" and not args.diff:
                    _print([_mended(path, fixed)])
    return lint(data, rules, path=name, fail_on=args.fail_on, existing=existing)


def _mended(path: Path, fixed: FixedFile) -> str:
    """Return the line that says what was written."""
    moved = "".join(f"; moved text to {printable(str(path.parent / to))}" for to in fixed.files)
    return f"{printable(path.as_posix())}: fixed{moved}"


def _selected(
    rules: tuple[CompiledRule, ...], select: Sequence[str], fail_on: Sequence[str]
) -> tuple[CompiledRule, ...]:
    known = {rule.id for rule in rules}
    for name in (*select, *fail_on):
        if name not in known and not (name == ANY_HEURISTIC and name in fail_on):
            remedy = f"there are: {', '.join(sorted(known))}"
            raise UsageError(f"there is no rule {name!r}", remedy=remedy)
    for name in fail_on:
        if select and name not in (*select, ANY_HEURISTIC):
            remedy = f"add --select {name}"
            raise UsageError(f"--fail-on {name}: the rule is not selected", remedy=remedy)
    return tuple(rule for rule in rules if not select or rule.id in select)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(path)) from None


def _targets(rules: Iterable[CompiledRule]) -> tuple[str, ...]:
    return tuple(rule.fix.to for rule in rules if not isinstance(rule.fix, DeleteBlock))


def _report(result: Result, args: argparse.Namespace) -> None:
    match args.format:
        case "json":
            print(as_json(result))
        case "github":
            _print(as_github(result))
        case _:
            if not args.diff:
                _print_styled(result)
    if args.format != "json":
        for error in result.errors:
            print(f"chaff: {printable(error)}", file=sys.stderr)


def _print_styled(result: Result) -> None:
    if not sys.stdout.isatty():
        _print(line for line, _ in styled_lines(result))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line, style in styled_lines(result):
        console.print(Text(line, style=style))


def _print(lines: Iterable[str]) -> None:
    """Print, with what the output's charset lacks written as escapes."""
    charset = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(charset, "backslashreplace").decode(charset))
