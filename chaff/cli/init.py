"""`chaff init [DIR]`: a new rule repository, and what to do with it next."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chaff import __version__
from chaff.cli.plain import Subparsers

DESCRIPTION: Final = (
    "Write a rule repository: program, prices, one example rule with its battery and a practice "
    "battery, dodo.py, a workflow with two jobs that hold no key. Nothing that is there is "
    "overwritten."
)

NEXT: Final = """\
Next{place}:
  git init                     unless the folder is in a repository already
  doit                         compile the specs, check the evidence
  git add . && git commit      what is on the main branch is registered
  chaff lint                   lint the instruction files
  doit run:example --endpoint embedded --pilot --yes
                               try the experiment, free and offline (needs two packages more)
README.md explains each step.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "init", help="write a new rule repository", description=DESCRIPTION
    )
    parser.add_argument(
        "folder", metavar="DIR", nargs="?", type=Path, default=Path(), help="default: here"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Write the repository; say what to do next."""
    from chaff.init.content import repository
    from chaff.init.sources import read_specs, read_templates
    from chaff.init.write import write_files

    folder: Path = args.folder
    today = datetime.now(UTC).date()
    files = repository(read_specs(), read_templates(), version=__version__, today=today)
    write_files(folder, files)
    print(f"wrote {len(files)} files to {folder.resolve()}\n")
    print(NEXT.format(place="" if folder == Path() else f" (in {folder})"), end="")
    return 0
