"""`chaff gate words`: what the person said, in the transcripts of an agent."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from chaff.cli.plain import Subparsers
from chaff.errors import BadInputError

if TYPE_CHECKING:
    from chaff.transcripts.events import Turn
    from chaff.transcripts.files import Tally

DESCRIPTION: Final = """\
What the person said in transcripts: prompts, messages sent while the agent worked, what was said
while refusing a tool, what followed a custom command.

FILE is a session of Claude Code, a rollout of Codex, JSON Lines with role and content, or a folder
of these. Left out is what only looks like the person: output of commands and hooks, notifications,
reminders, summaries, prompts of subagents, copies of rows in resumed sessions. What programs said
has the kind sdk; it never scores. Rows count from 0. What could not be read is told on standard
error. Nothing is stored.
"""

_MOST_UNKNOWN: Final = 12
_MOST_LETTERS: Final = 40


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "words",
        help="what the person said in transcripts",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a transcript, or a folder")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(handler=run_words)


def run_words(args: argparse.Namespace) -> int:
    """Print the words."""
    from chaff.transcripts.events import Turn
    from chaff.transcripts.scan import Scan, transcripts_in

    names = {
        path: _shown(path, given) for given in args.files for path in transcripts_in(Path(given))
    }
    scan = Scan(list(names))
    turns = ((names[found.path], found.event) for found in scan if isinstance(found.event, Turn))
    write = _write_json if args.format == "json" else _write_text
    write(turns, sys.stdout)
    for line in remarks(scan.tally):
        print(line, file=sys.stderr)
    foreign = [each for each in scan.tally.foreign if each in {str(Path(f)) for f in args.files}]
    if foreign:
        raise BadInputError(
            "is no transcript: no line of it is a JSON object",
            where=foreign[0],
            remedy="give a session file of an agent, JSON Lines",
        )
    return 0


def remarks(tally: Tally) -> list[str]:
    """Return what was passed over, a line each; none if nothing was."""
    n_unknown = sum(tally.unknown.values())
    kinds = ", ".join(
        f"{_printable(kind)[:_MOST_LETTERS] or 'without a type'} {number}"
        for kind, number in tally.unknown.most_common(_MOST_UNKNOWN)
    )
    more = ", …" if len(tally.unknown) > _MOST_UNKNOWN else ""
    told = (
        (n_unknown, f"rows of unknown types skipped: {n_unknown} ({kinds}{more})"),
        (tally.n_unreadable, f"lines that are no rows, skipped: {tally.n_unreadable}"),
        (tally.n_too_long, f"lines that are too long, skipped: {tally.n_too_long}"),
        (tally.n_torn, f"last lines that are not complete yet: {tally.n_torn}"),
        (tally.n_copies, f"copies of turns left out: {tally.n_copies}"),
    )
    return [f"chaff: {line}" for number, line in told if number]


def _write_json(turns: Iterator[tuple[str, Turn]], out: TextIO) -> None:
    """Print one array, an object a line, as they are found."""
    separator = "["
    for name, turn in turns:
        fields = {"file": name, "row": turn.row, "kind": turn.kind, "text": turn.text}
        out.write(f"{separator}\n{json.dumps(fields)}")
        separator = ","
    out.write("[]\n" if separator == "[" else "\n]\n")


def _write_text(turns: Iterator[tuple[str, Turn]], out: TextIO) -> None:
    """Print a heading a file, then a paragraph an utterance."""
    encoding = out.encoding or "ascii"
    current = None
    for name, turn in turns:
        if name != current:
            heading = name if current is None else f"\n{name}"
            out.write(f"{heading}\n".encode(encoding, "replace").decode(encoding))
            current = name
        first, *others = turn.text.splitlines() or [""]
        lines = [f"{turn.row:6}  {turn.kind:12}  {_printable(first)}"]
        lines += [f"{'':22}{_printable(line)}".rstrip() for line in others]
        out.write(("\n".join(lines) + "\n").encode(encoding, "replace").decode(encoding))


def _printable(text: str) -> str:
    """Return a text without what would steer a terminal."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "�" for sign in text)


def _shown(path: Path, given: str) -> str:
    """Return a file's name as it was given, or its path inside the folder that was."""
    return given if path == Path(given) else str(path)
