"""Finds the instruction files below a folder by the names that coding agents load."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from chaff.errors import BadInputError, UsageError

NAMES: Final = frozenset(
    {
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        "AGENTS.override.md",
        "GEMINI.md",
        "SKILL.md",
        ".cursorrules",
    }
)
SKIPPED: Final = frozenset({".git", "node_modules", ".venv"})
_CLAUDE_FOLDERS: Final = ("rules", "agents", "commands")
_HOMES: Final = frozenset({".claude", ".cursor", ".github"})
"""Folders of agents: links to folders are followed below them, and nowhere else."""


def is_instruction_file(path: PurePosixPath) -> bool:
    """Tell whether an agent loads a file of this path as instructions."""
    if path.name in NAMES:
        return True
    parts = path.parts[:-1]
    for index, part in enumerate(parts):
        below = parts[index + 1 :]
        match part:
            case ".claude" if below and below[0] in _CLAUDE_FOLDERS and path.suffix == ".md":
                return True
            case ".cursor" if below and below[0] == "rules" and path.suffix == ".mdc":
                return True
            case ".github" if not below and path.name == "copilot-instructions.md":
                return True
            case ".github" if below and below[0] == "instructions" and path.suffix == ".md":
                return True
    return False


def discover(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the instruction files among and below `paths`, each real file once, in order.

    A file that is named itself is taken whatever its name. Of a file and links to it, the file is
    taken. Raises UsageError for a path that does not exist, BadInputError for a folder that
    cannot be read.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(_walk(path))
        elif path.exists():
            found.append(path)
        elif path.is_symlink():
            raise UsageError("is a link to nothing", where=str(path))
        else:
            raise UsageError("does not exist", where=str(path))
    return tuple(_each_once(found))


def _each_once(paths: list[Path]) -> Iterator[Path]:
    chosen: dict[str, Path] = {}
    for path in paths:
        real = os.path.realpath(path)
        if real not in chosen or (chosen[real].is_symlink() and not path.is_symlink()):
            chosen[real] = path
    kept = {id(path) for path in chosen.values()}
    return (path for path in paths if id(path) in kept)


def _walk(root: Path) -> Iterator[Path]:
    base = Path(os.path.abspath(root))  # noqa: PTH100 - resolving links would lose `.claude`
    linked: set[str] = set()
    stack = [root]
    while stack:
        folder = stack.pop()
        for entry in _entries(folder):
            path = folder / entry.name
            if entry.is_dir():
                if entry.name not in SKIPPED and _enters(entry, folder, base, linked):
                    stack.append(path)
            elif is_instruction_file(_whole(base, root, path)) and _regular(entry, path):
                yield path


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(folder)) from None


def _enters(entry: os.DirEntry[str], folder: Path, base: Path, linked: set[str]) -> bool:
    """Tell whether to go into a folder; into a linked one once, and never back up."""
    if not entry.is_symlink():
        return True
    real, here = os.path.realpath(entry.path), os.path.realpath(folder)
    at_home = bool(_HOMES & {entry.name, *folder.parts, *base.parts})
    upwards = f"{here}{os.sep}".startswith(f"{real.rstrip(os.sep)}{os.sep}")
    if not at_home or upwards or real in linked:
        return False
    linked.add(real)
    return True


def _regular(entry: os.DirEntry[str], path: Path) -> bool:
    """Tell whether there is a file to read; a pipe of that name is none, a dead link is a fault."""
    if entry.is_symlink() and not path.exists():
        raise BadInputError("is a link to nothing", where=str(path))
    return entry.is_file()


def _whole(base: Path, root: Path, path: Path) -> PurePosixPath:
    """Return a path below `root` with the folders above it: `.claude` may be one of them."""
    return PurePosixPath((base / path.relative_to(root)).as_posix())
