"""The tools that items offer: what the model is told of them, and how they answer.

A tool answers from the battery's repository alone, the same way every time. What a model asks for
is never trusted: a missing or mistyped argument gets the complaint that a real tool would make.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from chaff.battery import files, shell
from chaff.battery.files import FileError
from chaff.shapes.base import Shape
from chaff.shapes.rule import CommandResult, ToolDefinition


def _definition(
    name: str, description: str, required: dict[str, str], optional: dict[str, str] | None = None
) -> dict[str, Any]:
    fields = {**required, **(optional or {})}
    return {
        "name": name,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": {
                field: {"type": "string", "description": meaning}
                for field, meaning in fields.items()
            },
            "required": list(required),
            "additionalProperties": False,
        },
    }


_PATH: Final = "Path relative to the root of the repository."

BUILTIN_TOOLS: Final[dict[str, dict[str, Any]]] = {
    tool["name"]: tool
    for tool in (
        _definition("read_file", "Return the content of a file.", {"path": _PATH}),
        _definition(
            "list_files",
            "List the files below a folder, or of the whole repository.",
            {},
            {"path": _PATH},
        ),
        _definition(
            "run_command",
            "Run a command line in a shell at the root of the repository; return its output.",
            {"command": "The command line."},
        ),
        _definition(
            "edit_file",
            "Replace text in a file, or make a new file.",
            {
                "path": _PATH,
                "old_text": "Text to replace; must stand in the file exactly once. "
                "Empty to make a new file.",
                "new_text": "Text to put in its place, or the content of the new file.",
            },
        ),
        _definition(
            "search",
            "Find lines by text or regular expression; return path, line number and line.",
            {"pattern": "Text or regular expression."},
            {"path": _PATH},
        ),
    )
}
"""Name to definition, exactly as sent."""


class Toolbox(Shape, frozen=True, kw_only=True):
    """What tools answer from, beside the repository."""

    offered: tuple[str, ...]
    declared: dict[str, ToolDefinition] = {}
    commands: tuple[CommandResult, ...] = ()


class Called(Shape, frozen=True, kw_only=True):
    """What a call returned, and the repository after it."""

    text: str
    is_error: bool
    repository: dict[str, str]


def unknown_tools(offered: Collection[str], declared: Collection[str]) -> tuple[str, ...]:
    """Return the offered names that are neither built in nor declared."""
    return tuple(name for name in offered if name not in declared and name not in BUILTIN_TOOLS)


def call(
    tool: str, arguments: Mapping[str, Any], repository: Mapping[str, str], toolbox: Toolbox
) -> Called:
    """Return what a tool answers, and the repository as the call leaves it."""
    before = dict(repository)
    if tool not in toolbox.offered:
        return Called(text=f"No such tool: {tool}", is_error=True, repository=before)
    if tool in toolbox.declared:
        return Called(text=toolbox.declared[tool].answers, is_error=False, repository=before)
    simulate = _SIMULATED.get(tool)
    if simulate is None:
        return Called(text=f"No such tool: {tool}", is_error=True, repository=before)
    if complaint := _complaint(tool, arguments):
        return Called(text=complaint, is_error=True, repository=before)
    try:
        return simulate(arguments, before, toolbox.commands)
    except FileError as error:
        return Called(text=f"{error.path}: {error.problem}", is_error=True, repository=before)


def _complaint(tool: str, arguments: Mapping[str, Any]) -> str:
    schema = BUILTIN_TOOLS[tool]["input_schema"]
    for field in schema["required"]:
        if field not in arguments:
            return f"Missing argument: {field}"
    for field in schema["properties"]:
        if not isinstance(arguments.get(field, ""), str):
            return f"Argument {field} must be a string"
    return ""


def _read_file(
    arguments: Mapping[str, Any], repository: dict[str, str], _commands: Sequence[CommandResult]
) -> Called:
    text = files.read(arguments["path"], repository)
    return Called(text=text, is_error=False, repository=repository)


def _list_files(
    arguments: Mapping[str, Any], repository: dict[str, str], _commands: Sequence[CommandResult]
) -> Called:
    paths = files.list_folder(arguments.get("path", "."), repository)
    return Called(text="\n".join(paths), is_error=False, repository=repository)


def _search(
    arguments: Mapping[str, Any], repository: dict[str, str], _commands: Sequence[CommandResult]
) -> Called:
    hits = files.search(arguments["pattern"], arguments.get("path", "."), repository)
    shown = hits[: files.MOST_HITS]
    if len(hits) > len(shown):
        shown.append(f"({len(hits) - len(shown)} more)")
    return Called(text="\n".join(shown) or "No matches", is_error=False, repository=repository)


def _edit_file(
    arguments: Mapping[str, Any], repository: dict[str, str], _commands: Sequence[CommandResult]
) -> Called:
    path = arguments["path"]
    after = files.edit(path, arguments["old_text"], arguments["new_text"], repository)
    return Called(text=f"Edited {path}", is_error=False, repository=after)


def _run_command(
    arguments: Mapping[str, Any], repository: dict[str, str], commands: Sequence[CommandResult]
) -> Called:
    done = shell.run(arguments["command"], repository, commands)
    text = done.output or "(no output)"
    if done.exit_status:
        text = f"{text}\n(exit status {done.exit_status})"
    return Called(text=text, is_error=done.exit_status != 0, repository=repository)


_SIMULATED: Final[
    dict[str, Callable[[Mapping[str, Any], dict[str, str], Sequence[CommandResult]], Called]]
] = {
    "read_file": _read_file,
    "list_files": _list_files,
    "run_command": _run_command,
    "edit_file": _edit_file,
    "search": _search,
}
