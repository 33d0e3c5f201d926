"""Tells from a file's path which coding agent loads it as instructions."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

NAMED: Final = "named"
"""In place of an agent: no agent is known to load the file; somebody named it."""
HOMES: Final = frozenset({".claude", ".cursor", ".github"})
"""Folders of agents."""

_BY_NAME: Final = {
    "CLAUDE.md": "claude",
    "CLAUDE.local.md": "claude",
    "SKILL.md": "claude",
    "AGENTS.md": "agents",
    "AGENTS.override.md": "agents",
    "GEMINI.md": "gemini",
    ".cursorrules": "cursor",
}
# Agent, folder of the agent, folder in it, how a file's name ends.
_BY_FOLDER: Final = (
    ("claude", ".claude", "rules", ".md"),
    ("claude", ".claude", "agents", ".md"),
    ("claude", ".claude", "commands", ".md"),
    ("cursor", ".cursor", "rules", ".mdc"),
    ("copilot", ".github", "instructions", ".instructions.md"),
)


def agent_of(path: PurePosixPath) -> str | None:
    """Return whose convention a path follows, None if it follows none.

    It does so in any folder: agents load the files of subfolders too, or are started there.
    """
    if path.name in _BY_NAME:
        return _BY_NAME[path.name]
    folders = path.parts[:-1]
    if path.name == "copilot-instructions.md" and folders[-1:] == (".github",):
        return "copilot"
    for agent, home, inside, end in _BY_FOLDER:
        if path.name.endswith(end) and _passes(folders, home, inside):
            return agent
    return None


def is_instruction_file(path: PurePosixPath) -> bool:
    """Tell whether an agent loads a file of this path as instructions."""
    return agent_of(path) is not None


def imports(path: PurePosixPath) -> bool:
    """Tell whether Claude Code loads a file at its start, and what it imports with it.

    Skills, subagents and commands are loaded when they are asked for; their `@` is no import.
    """
    if path.name in ("CLAUDE.md", "CLAUDE.local.md"):
        return True
    return path.suffix == ".md" and _passes(path.parts[:-1], ".claude", "rules")


def could_be_instructions(name: str) -> bool:
    """Tell whether a file's name alone leaves it open that an agent loads it; quick, for walks."""
    return name in _BY_NAME or name.endswith((".md", ".mdc"))


def _passes(folders: tuple[str, ...], home: str, inside: str) -> bool:
    return any(
        folders[index] == home and folders[index + 1] == inside for index in range(len(folders) - 1)
    )
