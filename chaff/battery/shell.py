"""A shell that knows a battery's commands, a few safe reads, and nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from chaff.battery.files import FileError, list_folder, normalise, read
from chaff.pattern import matches_whole
from chaff.shapes.base import Shape
from chaff.shapes.rule import CommandResult

HOME: Final = "/home/dev/project"
"""Where `pwd` says the repository lies."""

_LONGEST: Final = 10_000


class Finished(Shape, frozen=True, kw_only=True):
    """What a command line printed, and its exit status."""

    output: str
    exit_status: int = 0


def run(line: str, repository: Mapping[str, str], commands: Sequence[CommandResult]) -> Finished:
    """Return what a command line prints; the battery's own commands come first.

    A line of several commands joined by `&&` stops at the first that fails.
    """
    stripped = line.strip()
    if known := _known(stripped, commands):
        return known
    if len(stripped) > _LONGEST:
        return Finished(output="bash: Argument list too long", exit_status=126)
    outputs: list[str] = []
    for part in stripped.split("&&"):
        done = _known(part.strip(), commands) or _simple(part.strip(), repository)
        outputs.append(done.output)
        if done.exit_status:
            return Finished(output=_joined(outputs), exit_status=done.exit_status)
    return Finished(output=_joined(outputs))


def _known(line: str, commands: Sequence[CommandResult]) -> Finished | None:
    for result in commands:
        if matches_whole(result.command, line):
            return Finished(output=result.output, exit_status=result.exit_status)
    return None


def _simple(line: str, repository: Mapping[str, str]) -> Finished:
    try:
        words = shlex.split(line)
    except ValueError:
        return Finished(output="bash: unexpected end of line: a quote is open", exit_status=2)
    if not words:
        return Finished(output="")
    name, arguments = words[0], [word for word in words[1:] if not word.startswith("-")]
    command = _COMMANDS.get(name)
    if command is None or any(word in _OPERATORS for word in words):
        return Finished(output=f"bash: {name}: command not found", exit_status=127)
    try:
        return Finished(output=command(arguments, repository))
    except FileError as error:
        return Finished(output=f"{name}: {error.path}: {error.problem}", exit_status=1)


def _cat(paths: Sequence[str], repository: Mapping[str, str]) -> str:
    return "".join(read(_inside(path), repository) for path in paths)


def _ls(paths: Sequence[str], repository: Mapping[str, str]) -> str:
    return "\n".join(name for path in paths or (".",) for name in _entries(path, repository))


def _entries(path: str, repository: Mapping[str, str]) -> list[str]:
    name = normalise(_inside(path))
    if name in repository:
        return [path]
    depth = 0 if name == "." else len(name) + 1
    return sorted({entry[depth:].split("/")[0] for entry in list_folder(name, repository)})


def _cd(paths: Sequence[str], repository: Mapping[str, str]) -> str:
    for path in paths:
        list_folder(_inside(path), repository)
    return ""


def _pwd(_paths: Sequence[str], _repository: Mapping[str, str]) -> str:
    return HOME


def _inside(path: str) -> str:
    if path in (HOME, HOME + "/"):
        return "."
    return path.removeprefix(HOME + "/")


def _joined(outputs: Sequence[str]) -> str:
    return "\n".join(output.rstrip("\n") for output in outputs if output)


_COMMANDS: Final[dict[str, Callable[[Sequence[str], Mapping[str, str]], str]]] = {
    "cat": _cat,
    "cd": _cd,
    "ls": _ls,
    "pwd": _pwd,
}
_OPERATORS: Final = frozenset({"|", "||", ";", ">", ">>", "<", "&"})
