"""Walks a folder for instruction files, past what git ignores, and follows links with care."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, Literal, Protocol

from chaff.lint.discovery.roots import root_of
from chaff.lint.names import HOMES, agent_of, could_be_instructions
from chaff.lint.repository.disk import SKIPPED, Disk
from chaff.lint.repository.ignores import Ignores
from chaff.shapes.base import Shape

_WORKTREES: Final = "/.claude/worktrees"
"""Where Claude Code keeps whole copies of the repository."""
_ALWAYS_IGNORED: Final = "CLAUDE.local.md"
"""Meant to be ignored by git, and in force all the same."""
_NOTHING: Final = Ignores.from_files({})


class Excludes(Protocol):
    """Tells whether a path, from the root of the disk, is one of those that are not wanted."""

    def __call__(self, path: str, *, folder: bool) -> bool:
        """Answer for a file or a folder."""


class Folder(Shape, frozen=True, kw_only=True):
    """A folder on the way."""

    path: str
    """From the root of the disk."""
    root: str
    """Of the repository that it lies in."""
    ignores: Ignores


class Walk:
    """A search; what it could not reach, and how much it left out, is there when it is over."""

    def __init__(self, excludes: Excludes) -> None:
        self.faults: list[tuple[str, str]] = []
        """Paths from the root of the disk, each with what is wrong with it."""
        self.n_ignored = 0
        """Instruction files, and folders of agents, that git ignores."""
        self._excludes = excludes
        self._linked: set[str] = set()

    def files(self, start: str) -> Iterator[tuple[str, str]]:
        """Yield path and root of each instruction file below a folder, from the root of the disk.

        An ignored file counts as left out, except for CLAUDE.local.md: it is private, so git is
        told to ignore it, but Claude Code loads it. One in an ignored folder is left out, too. In a
        folder that is ignored itself, and named all the same, nothing is ignored.
        """
        root = root_of(start) or start
        ignores = _ignores_of(root)
        if ignores.ignored(os.path.relpath(start, root), folder=True):
            ignores = _NOTHING
        stack = [Folder(path=start, root=root, ignores=ignores)]
        while stack:
            folder = stack.pop()
            entries = self._entries(folder.path)
            if folder.path not in (start, root) and any(entry.name == ".git" for entry in entries):
                ignores = _ignores_of(folder.path)
                folder = Folder(path=folder.path, root=folder.path, ignores=ignores)
            for entry in entries:
                kind = self._kind(entry)
                if kind == "folder" and self._enters(entry, folder):
                    stack.append(Folder(path=entry.path, root=folder.root, ignores=folder.ignores))
                elif kind == "file" and self._takes(entry, folder):
                    yield entry.path, folder.root
                elif kind == "dead link" and self._takes(entry, folder):
                    self.faults.append((entry.path, "is a link to nothing"))

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            self.faults.append((folder, f"cannot be read: {error.strerror}"))
            return []

    def _kind(self, entry: os.DirEntry[str]) -> Literal["folder", "file", "dead link", "other"]:
        """Return what an entry is, once links are followed; a pipe is something else."""
        try:
            if entry.is_dir():
                return "folder"
            if not could_be_instructions(entry.name):
                return "other"
            if entry.is_file():
                return "file"
            return "dead link" if entry.is_symlink() and not Path(entry.path).exists() else "other"
        except OSError:
            # A link to itself.
            return "dead link" if could_be_instructions(entry.name) else "other"

    def _takes(self, entry: os.DirEntry[str], folder: Folder) -> bool:
        if agent_of(PurePosixPath(entry.path)) is None or self._excludes(entry.path, folder=False):
            return False
        if entry.name == _ALWAYS_IGNORED or not _is_ignored(entry, folder, is_folder=False):
            return True
        self.n_ignored += 1
        return False

    def _enters(self, entry: os.DirEntry[str], folder: Folder) -> bool:
        if entry.name in SKIPPED or entry.path.endswith(_WORKTREES):
            return False
        linked = entry.is_symlink()
        # To git a link is a file, wherever it leads.
        if _is_ignored(entry, folder, is_folder=not linked):
            self.n_ignored += entry.name in HOMES and _holds_instructions(entry.path)
            return False
        if self._excludes(entry.path, folder=True):
            return False
        return not linked or self._follows(entry, folder)

    def _follows(self, entry: os.DirEntry[str], folder: Folder) -> bool:
        """Tell whether to go into a linked folder: below those of agents, once, and never up."""
        real, here = os.path.realpath(entry.path), os.path.realpath(folder.path)
        if f"{here}{os.sep}".startswith(f"{real.rstrip(os.sep)}{os.sep}"):
            self.faults.append((entry.path, "is a link to a folder above it, and not followed"))
            return False
        at_home = bool(HOMES & {entry.name, *Path(folder.path).parts})
        if not at_home or real in self._linked:
            return False
        self._linked.add(real)
        return True


def _is_ignored(entry: os.DirEntry[str], folder: Folder, *, is_folder: bool) -> bool:
    relative = entry.path[len(folder.root.rstrip(os.sep)) + 1 :]
    return folder.ignores.names(relative.replace(os.sep, "/"), folder=is_folder)


def _holds_instructions(home: str) -> bool:
    inside = ("rules", "agents", "commands", "skills", "instructions")
    return any(os.path.exists(f"{home}{os.sep}{name}") for name in inside)  # noqa: PTH110


def _ignores_of(root: str) -> Ignores:
    return Disk(Path(root)).ignores
