"""The reference page of the command line: every command and option, from the parsers themselves.

`python -m chaff.manual` writes docs/reference/cli.md; a test keeps page and parsers equal.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from chaff import tasks
from chaff.cli import main

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "cli.md"
_HEAD: Final = """\
# The command line

<!-- made by `python -m chaff.manual` from the parsers; edit the help texts instead -->

`chaff` works on files; `doit` works in a rule library and adds what spends, writes or decides.

Exit status of both: 0 fine, 1 findings or faults, 2 bad use or input, 3 stopped and resumable,
130 stopped by Ctrl-C. Every command has `--help`; `chaff --version` names the version.
"""
_TASKS: Final[dict[str, tuple[Callable[..., Any], Sequence[Any]]]] = {
    "compile": (tasks.task_compile, []),
    "check": (tasks.task_check, []),
    "estimate:RULE": (tasks.task_estimate, tasks.ESTIMATE_PARAMS),
    "power:RULE": (tasks.task_power, tasks.POWER_PARAMS),
    "count:RULE": (tasks.task_count, tasks.COUNT_PARAMS),
    "run:RULE": (tasks.task_measure, tasks.RUN_PARAMS),
    "promote:RULE": (tasks.task_promote, []),
    "bury:RULE": (tasks.task_bury, []),
    "demote:RULE": (tasks.task_demote, []),
    "gate:NAME": (tasks.task_gate, []),
    "site": (tasks.task_site, []),
}
_HIDDEN: Final = argparse.SUPPRESS
_UNSAID: Final = {
    "--format": "what the output is laid out for",
    "--preset": "how edits are judged",
}
_TABLE: Final = ("| option | default | meaning |", "|---|---|---|")


def page() -> str:
    """Return the page, in Markdown."""
    parser = main.whole_parser()
    lines = [_HEAD]
    for name, command in _commands(parser, "chaff"):
        lines += _command(name, command)
    lines.append(
        "## doit tasks\n\nWithout a name, `doit` compiles what is stale and checks the evidence. "
        "`doit list` shows the tasks of a library, `doit help run:RULE` one of them.\n"
    )
    for name, (task, parameters) in _TASKS.items():
        lines += _task(name, inspect.getdoc(task) or "", parameters)
    return "\n".join(lines)


def _commands(
    parser: argparse.ArgumentParser, name: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command that can be given, by its whole name, in the order of the help."""
    for group in _actions(parser):
        commands = group.choices if isinstance(group.choices, dict) else {}
        for word, command in commands.items():
            yield f"{name} {word}", command
            yield from _commands(command, f"{name} {word}")


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return what a parser takes: argparse keeps it, and shows it in no other way."""
    return parser._actions  # noqa: SLF001


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    # The level of a heading follows from that of the command: chaff lint, chaff gate power.
    yield f"{'#' * name.count(' ')}# {name}\n"
    if parser.description:
        yield f"{_words(parser.description)}\n"
    rows = [action for action in _actions(parser) if _is_shown(action)]
    if rows:
        yield "\n".join((*_TABLE, *map(_row, rows)))
        yield ""
    if parser.epilog:
        yield f"{_words(parser.epilog)}\n"


def _is_shown(action: argparse.Action) -> bool:
    commands = isinstance(action.choices, dict)
    return not commands and "--help" not in action.option_strings and action.help != _HIDDEN


def _row(action: argparse.Action) -> str:
    taken = "" if action.nargs == 0 else _values(action)
    names = [f"{name} {taken}".strip() for name in action.option_strings] or [taken]
    shown = action.default not in (None, False, (), []) and action.default != _HIDDEN
    default = f"`{action.default}`" if shown and action.option_strings else ""
    # A help text repeats its default for readers of --help.
    words = " ".join((action.help or _UNSAID.get("".join(action.option_strings), "")).split())
    words = words.replace(f" (default: {action.default})", "")
    option = ", ".join(f"`{_cell(name)}`" for name in names)
    return f"| {option} | {default} | {_cell(words)} |"


def _values(action: argparse.Action) -> str:
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    word = action.metavar or action.dest.upper()
    name = " ".join(word) if isinstance(word, tuple) else word
    few = {"*": f"[{name} ...]", "?": f"[{name}]", "+": f"{name} [...]"}
    return few.get(str(action.nargs), name)


def _task(name: str, about: str, parameters: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield f"### doit {name}\n\n{about}\n"
    if parameters:
        rows = []
        for one in parameters:
            value = "" if one.get("type") is bool else f" {one['name'].upper()}"
            default = f"`{one['default']}`" if one["default"] else ""
            rows.append(f"| `--{one['long']}{value}` | {default} | {_cell(one['help'])} |")
        yield "\n".join((*_TABLE, *rows))
        yield ""


def _words(text: str) -> str:
    """Return a help text as Markdown: what is laid out in lines stays so."""
    text = text.strip().replace("%%", "%")
    if any(line.startswith("  ") for line in text.splitlines()):
        return f"```text\n{text}\n```"
    return text.replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("%%", "%")


def write_page() -> None:
    """Write the page to where it is read."""
    PAGE.write_bytes(page().encode())
    print(f"wrote {PAGE.name}", file=sys.stderr)


if __name__ == "__main__":
    write_page()
