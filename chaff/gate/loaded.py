"""Which conversations loaded the instruction file: as the transcript says, else by its folder."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from chaff.shapes.base import Shape

_PROGRAMS: Final = {".claude": "CLAUDE", ".codex": "AGENTS"}
"""Folders of agents, and how the names of the files begin that they read by themselves."""


class Target(Shape, frozen=True, kw_only=True):
    """The instruction file: its path, absolute, and what else it is called (where links lead)."""

    path: str
    also: tuple[str, ...] = ()


def is_target(target: Target, path: str) -> bool:
    """Tell whether a transcript means the target by a path."""
    return path in {target.path, *target.also}


def holds_target(target: Target, path: str) -> bool:
    """Tell whether what a transcript says was loaded has the target's text within it.

    Codex hands over one text: its user-level file, then the AGENTS.md of each folder down to the
    one it names.
    """
    if is_target(target, path):
        return True
    loaded, own = PurePath(path), PurePath(target.path)
    if loaded.name != "AGENTS.md" or own.name != "AGENTS.md":
        return False
    return own.parent.name == ".codex" or own.parent in loaded.parents


def in_reach(target: Target, *, cwd: str | None, transcript: str) -> bool:
    """Tell whether a conversation of which no loads are known was held where the target applies.

    A file in an agent's own folder applies to every conversation that is kept in that folder, or is
    held below the folder that holds it; any other, to those held in its folder or below. Where
    nobody says where a conversation was held, the transcript's place counts.
    """
    own, kept = PurePath(target.path), PurePath(transcript)
    program = next((part for part in reversed(kept.parts) if part in _PROGRAMS), None)
    foreign = tuple(begins for each, begins in _PROGRAMS.items() if each != program)
    if program and own.name.startswith(foreign):
        return False
    folder = next((each for each in own.parents if each.name in _PROGRAMS), own.parent)
    if folder.name in _PROGRAMS:
        if folder in kept.parents:
            return True
        folder = folder.parent
    held = PurePath(cwd) if cwd else kept.parent
    return folder == held or folder in held.parents
