"""`chaff gate report`: writes the dashboard of one gate as a page that stands alone."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from chaff.cli.gate_site import home_of
from chaff.cli.plain import Subparsers
from chaff.errors import UsageError

DESCRIPTION: Final = """\
Write one HTML page about a gate: daily scores, windows, verdicts with their numbers, and what the
windows can detect. It holds numbers and names of edits, never a word of a conversation, and loads
nothing from elsewhere. With --example: a made-up year, to see what such a page looks like.
"""

_MARK: Final = 'name="generator" content="chaff '


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "report",
        help="write the dashboard of a gate",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--gate", metavar="NAME", default="", help="which gate, if there are more")
    parser.add_argument("--root", metavar="DIR", default=".", help="the project (default: .)")
    parser.add_argument(
        "--config", metavar="FILE", default="", help="a gate.config.json outside of a project"
    )
    parser.add_argument("--example", action="store_true", help="a made-up year")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="the page (default: gate-NAME.html)"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Write the page and say where."""
    from chaff.atomic import write_whole
    from chaff.site.gate_page import dashboard
    from chaff.site.gate_state import dashboard_of
    from chaff.site.sample import sample_year

    view = sample_year() if args.example else dashboard_of(home_of(args))
    path: Path = args.output or Path(f"gate-{view.name}.html")
    _require_ours(path)
    try:
        write_whole(path, dashboard(view).encode(), mode=0o644)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None
    print(f"wrote {path}: {len(view.series.scores)} scored days, {len(view.marks)} edits")
    return 0


def _require_ours(path: Path) -> None:
    """Refuse to replace anything but a page that chaff wrote."""
    if path.is_symlink() or path.is_dir():
        raise UsageError("is no file", where=str(path), remedy="name another with --output")
    if path.exists() and _MARK not in path.read_text(encoding="utf-8", errors="replace")[:2000]:
        raise UsageError(
            "is no page that chaff wrote", where=str(path), remedy="name another with --output"
        )
