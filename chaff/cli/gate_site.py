"""What the doors of a gate that is set up share: which gate, its lock, what time it is."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chaff.cli.plain import ascii_only, to_ascii
from chaff.errors import SpecError, UsageError

if TYPE_CHECKING:
    from chaff.gate.changes import Site
    from chaff.gate.home import Home
    from chaff.gate.situation import Situation
    from chaff.gate.story import Story


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which gate is meant."""
    parser.add_argument("--gate", metavar="NAME", default="", help="which gate, if there are more")
    parser.add_argument("--root", metavar="DIR", default=".", help="the project (default: .)")
    parser.add_argument(
        "--config", metavar="FILE", default="", help="a gate.config.json outside of a project"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def home_of(args: argparse.Namespace, *, compiles: bool = False) -> Home:
    """Return the gate that is meant; where none is set up here, one of the personal folder.

    Raises SpecError if its spec has changed since it was compiled, or compiles it anew.
    """
    from chaff.compile.staleness import GATES, changed_source
    from chaff.gate.home import find_home, has_gates

    root = Path(args.root)
    if args.root == "." and not has_gates(root) and has_gates(personal_folder()):
        root = personal_folder()
    home = find_home(root, gate=args.gate, config=args.config)
    name = f"{GATES}/{home.compiled.gate.id}"
    changed = "" if args.config else changed_source(root, name)
    if not changed:
        return home
    if not compiles:
        problem = "has changed since the gate was compiled"
        raise SpecError(problem, where=changed, remedy="chaff gate run compiles it")
    return _compiled_anew(args, root, name)


def _compiled_anew(args: argparse.Namespace, root: Path, name: str) -> Home:
    """Return a gate after its spec was compiled, which prints the new label."""
    from chaff.cli.gate_label import print_label
    from chaff.compile.project import compile_into
    from chaff.gate.home import CONFIG, find_home

    compile_into(root, name)
    if args.format == "text":
        print_label(root / "generated" / name / CONFIG, sys.stdout)
    return find_home(root, gate=args.gate)


def personal_folder() -> Path:
    """Return the folder of gates that belong to no project."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if base and Path(base).is_absolute() else Path("~/.config")
    try:
        return folder.expanduser() / "chaff"
    except RuntimeError:
        raise UsageError("there is no home folder", remedy="name a folder with --root") from None


@contextmanager
def site_of(home: Home) -> Iterator[Site]:
    """Open a gate under its lock, with what a dead job left settled and hand edits entered.

    A gate that has not started does so, from all that is known if its transcripts are there.
    The proposals folder is made to fit whatever comes of it.
    """
    from chaff.gate.begin import begin
    from chaff.gate.changes import Site, notice, settle, take_up
    from chaff.gate.proposals import lay_out
    from chaff.gate.store import opened

    now = datetime.now(UTC)
    clock = home.clock(now)
    with opened(home.state, clock) as store:
        site = Site(store, home.target, home.compiled, clock)
        if all(each.exists() for each in home.transcripts):
            begin(site, home, now)
        take_up(site)
        settle(site)
        notice(site)
        try:
            yield site
        finally:
            lay_out(home.state, site.story)


def situation_in(home: Home, story: Story) -> Situation:
    """Return what is known of a gate."""
    from chaff.gate.inputs import read_days, situation_of

    return situation_of(home.compiled, story, read_days(home.state))


def full_id(text: str, kind: str) -> str:
    """Return an id, of which the number is enough: 3 for edit-0003."""
    name = text.strip()
    number = name.removeprefix(f"{kind}-")
    if not number.isdecimal() or not number.isascii() or len(number) > 9:
        raise UsageError(f"{text!r} is no id like {kind}-0001", remedy="see chaff gate status")
    return f"{kind}-{int(number):04}"


def show(args: argparse.Namespace, facts: dict[str, Any], lines: list[str]) -> int:
    """Print an answer as text or JSON."""
    if args.format == "json":
        print(json.dumps(facts, indent=2, allow_nan=False))
        return 0
    plain = ascii_only(sys.stdout)
    for line in lines:
        print(to_ascii(line) if plain else line)
    return 0
