"""Finds the instruction files below a folder by the names that coding agents load."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from chaff.errors import UsageError
from chaff.shapes.base import Shape

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


class Found(Shape, frozen=True, kw_only=True):
    """What there is to lint, and what of it cannot be reached."""

    files: tuple[Path, ...]
    faults: tuple[str, ...]
    """Paths that are nothing to read and folders that cannot be, each with its reason."""


def discover(paths: Iterable[Path]) -> Found:
    """Return the instruction files among and below `paths`, each real file once, in order.

    A file that is named itself is taken whatever its name. Of a file and links to it, the file is
    taken. A path that is neither a file nor a folder is a fault, and the others are still taken.
    """
    found: list[Path] = []
    faults: list[str] = []
    for path in paths:
        try:
            found += sorted(_walk(path, faults)) if _is_folder(path) else [path]
        except UsageError as error:
            faults.append(str(error))
    return Found(files=tuple(_each_once(found)), faults=tuple(faults))


def _is_folder(path: Path) -> bool:
    """Tell whether a path that was named is a folder; else it must be a file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        problem = "is a link to nothing" if path.is_symlink() else "does not exist"
        raise UsageError(problem, where=str(path)) from None
    except (OSError, ValueError) as error:
        # ValueError: a null byte in the path.
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot be read: {reason}", where=str(path)) from None
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise UsageError("is neither a file nor a folder", where=str(path))
    return stat.S_ISDIR(mode)


def _each_once(paths: list[Path]) -> Iterator[Path]:
    """Yield one path a file, rather the file than a link to it; hard links are one file too."""
    chosen: dict[tuple[int, int], Path] = {}
    for path in paths:
        state = path.stat()
        real = (state.st_dev, state.st_ino)
        if real not in chosen or (chosen[real].is_symlink() and not path.is_symlink()):
            chosen[real] = path
    kept = {id(path) for path in chosen.values()}
    return (path for path in paths if id(path) in kept)


def _walk(root: Path, faults: list[str]) -> Iterator[Path]:
    base = Path(os.path.abspath(root))  # noqa: PTH100 - resolving links would lose `.claude`
    linked: set[str] = set()
    stack = [root]
    while stack:
        folder = stack.pop()
        for entry in _entries(folder, faults):
            path, kind = folder / entry.name, _kind(entry)
            if kind == "folder":
                if entry.name not in SKIPPED and _enters(entry, folder, base, linked):
                    stack.append(path)
            elif is_instruction_file(_whole(base, root, path)):
                if kind == "file":
                    yield path
                elif kind == "dead link":
                    faults.append(f"{path}: is a link to nothing")


def _entries(folder: Path, faults: list[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        faults.append(f"{folder}: cannot be read: {error.strerror}")
        return []


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


def _kind(entry: os.DirEntry[str]) -> Literal["folder", "file", "dead link", "other"]:
    """Return what an entry is, once links are followed; a pipe is something else."""
    try:
        if entry.is_dir():
            return "folder"
        if entry.is_file():
            return "file"
        return "dead link" if entry.is_symlink() and not Path(entry.path).exists() else "other"
    except OSError:
        # A link to itself.
        return "dead link"


def _whole(base: Path, root: Path, path: Path) -> PurePosixPath:
    """Return a path below `root` with the folders above it: `.claude` may be one of them."""
    return PurePosixPath((base / path.relative_to(root)).as_posix())
