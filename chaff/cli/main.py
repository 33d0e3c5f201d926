"""The command `chaff`: finds the subcommand, prints errors as one line, sets the exit status."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from chaff import __version__
from chaff.cli.aside import load_msgspec
from chaff.errors import ChaffError, UsageError

if TYPE_CHECKING:
    import argparse

COMMANDS: Final = {
    "lint": "find (and fix) what rules flag in instruction files",
    "rules": "list the rules: on or off and why, precision, fix safety, evidence",
    "explain": "why a rule exists, examples, and what was measured",
    "init": "write a new rule repository",
    "check": "recompute every verdict from raw data; the CI gate",
    "admit": "put plain numbers through the admission test",
    "power": "what an experiment of a given size can detect",
    "control": "propose control edits for a rule's battery",
    "abandon": "close a start that will not be resumed (it stays an attempt)",
    "gate": "the live gate: propose, judge and take back edits of a file in use",
}

DESCRIPTION: Final = """\
chaff gates the instruction files of coding agents (CLAUDE.md, AGENTS.md, skills).

Three ways in:
  chaff lint                 lint the instruction files below this folder
  doit                       in a rule library: compile the specs, check the evidence
  chaff gate power --help    what a before/after window can really detect
"""

EPILOG: Final = (
    "Exit status: 0 fine, 1 findings or faults, 2 bad use or input, 3 stopped, resumable."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What the output's charset lacks is written as escapes.
        sys.stdout.reconfigure(errors="backslashreplace")
    wanted = next((word for word in arguments if word in COMMANDS), None)
    alone = bool(arguments) and arguments[0] == wanted
    if wanted != "lint":
        return _run(arguments, wanted, alone=alone)
    with _no_cycles_sought():
        status = _run(arguments, wanted, alone=alone)
    if argv is None:
        # The process ends here: Python need not look through all there is for cycles once more.
        gc.freeze()
    return status


def _run(arguments: list[str], wanted: str | None, *, alone: bool) -> int:
    load_msgspec()
    work = _plain_lint(arguments) if wanted == "lint" and alone else None
    if work is None:
        parser = _parser(wanted, alone=alone)
        if not arguments:
            parser.print_help(sys.stderr)
            return 2
        options, unknown = parser.parse_known_args(arguments)
        work = partial(_handled, wanted, options, unknown)
    try:
        status = work()
        if sys.stdout is not None:
            sys.stdout.flush()
    except ChaffError as error:
        print(f"chaff: {_harmless(str(error))}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        _discard_output()
        return 141
    except OSError as error:
        # Commands name the files they cannot use; what is left is output without room on a disk.
        if error.filename is None:
            _discard_output()
        print(f"chaff: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _plain_lint(arguments: list[str]) -> Callable[[], int] | None:
    """Return the work of `chaff lint` if its arguments can be read without argparse."""
    from chaff.cli.lint import run
    from chaff.cli.lint_arguments import read_plainly

    options = read_plainly(arguments[1:])
    return None if options is None else partial(run, options)


def _handled(wanted: str | None, options: argparse.Namespace, unknown: list[str]) -> int:
    if unknown:
        remedy = f"see chaff {wanted} --help"
        raise UsageError(f"there is no argument {' '.join(unknown)}", remedy=remedy)
    status: int = options.handler(options)
    return status


@contextmanager
def _no_cycles_sought() -> Iterator[None]:
    """Keep Python from looking for cycles: linting makes none, and ends before it would matter."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _harmless(text: str) -> str:
    """Return text in which what could steer a terminal is an escape."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text
    )


def _discard_output() -> None:
    """Keep the interpreter from failing at exit on what is still to be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with every subcommand loaded."""
    return _parser(*COMMANDS, alone=False)


def _parser(*wanted: str | None, alone: bool) -> argparse.ArgumentParser:
    """Return the parser, with only the wanted subcommands loaded.

    Where that stands first, the others are left out: nobody will ask for them.
    """
    import argparse
    import importlib

    from chaff.cli.help import Help

    parser = argparse.ArgumentParser(
        prog="chaff",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=Help,
    )
    parser.add_argument("--version", action="version", version=f"chaff {__version__}")
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog="chaff"
    )
    for name, summary in COMMANDS.items():
        if name in wanted:
            importlib.import_module(f"chaff.cli.{name}").add_parser(subparsers)
        elif not alone:
            subparsers.add_parser(name, help=summary)
    return parser
