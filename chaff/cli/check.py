"""`chaff check`: recompute every verdict from raw data, and fail on what does not hold."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, Literal, TextIO, get_args

from chaff.check.check import check, is_ci
from chaff.check.compiled import Compiled, recompile
from chaff.check.known import Known
from chaff.check.render import Line, Style, as_json, as_lines
from chaff.check.report import Report
from chaff.errors import BadInputError

Format = Literal["text", "json", "github", "sarif"]

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
    parser.add_argument("--format", choices=get_args(Format), default="text")
    parser.add_argument(
        "--summary",
        type=Path,
        metavar="FILE",
        help="append a summary in Markdown (with --format github: to $GITHUB_STEP_SUMMARY)",
    )
    parser.add_argument(
        "--root", type=Path, default=Path(), metavar="DIR", help="the rule library (default: here)"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Check the project; 0 if nothing is wrong, 1 otherwise."""
    summary = args.summary
    if summary is None and args.format == "github":
        named = os.environ.get("GITHUB_STEP_SUMMARY")
        summary = Path(named) if named else None
    now = datetime.now(UTC)
    return report_on(args.root, now=now, style=args.format, out=sys.stdout, summary=summary)


def report_on(
    root: Path, *, now: datetime, style: Format, out: TextIO, summary: Path | None = None
) -> int:
    """Check the project at `root`, write the report to `out`, return the exit status.

    `summary` is a file that the report is appended to in Markdown. Raises BadInputError if it
    cannot be.
    """
    report = check(root, now=now, environment=os.environ, compiler=_compiler(os.environ))
    if summary is not None:
        _append(summary, report)
    match style:
        case "json":
            print(as_json(report), file=out)
        case "sarif":
            from chaff.check.sarif import as_sarif

            print(as_sarif(report), file=out)
        case "github":
            from chaff.check.github import as_github

            _write([Line(text) for text in as_github(report)], out)
        case "text":
            _write(list(as_lines(report)), out)
    return report.exit_status


def _compiler(environment: Mapping[str, str]) -> Callable[[Path], Compiled]:
    """Return what compiles the specs: from scratch in CI, where nothing that is left counts."""
    if is_ci(environment):
        return recompile
    caches = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return partial(recompile, known=Known(Path(caches, "chaff", "compiled")))


def _append(path: Path, report: Report) -> None:
    from chaff.check.markdown import as_markdown

    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in as_markdown(report))
    except OSError as error:
        raise BadInputError(f"cannot be written: {error.strerror}", where=str(path)) from None


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
