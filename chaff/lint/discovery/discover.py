"""Finds what there is to lint: files that are named, that agents load, and that those import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from chaff.lint.discovery.roots import is_folder, root_of
from chaff.lint.names import NAMED, agent_of, imports
from chaff.lint.repository.ignores import Ignores
from chaff.shapes.base import Shape

_Real: TypeAlias = tuple[int, int] | str
"""What makes a file the same under all its names: device and number, else its path."""


class Target(Shape, frozen=True, kw_only=True):
    """A file to lint."""

    path: Path
    """As it is shown: relative if what was named is."""
    root: Path
    """The root of its repository: the nearest folder above it with `.git`. Outside of any: the
    folder that was named, or for a file the working folder if that is above it, else its own."""
    relative: str
    """Its POSIX path from the root."""
    agent: str
    """Whose convention brings it in: claude, agents, gemini, copilot, cursor; else `named`."""
    imported_by: str | None = None
    """The file whose `@import` brings it in, as it is shown; None if it is found without one."""


class Found(Shape, frozen=True, kw_only=True):
    """What there is to lint, and what of it cannot be reached."""

    files: tuple[Target, ...]
    faults: tuple[str, ...]
    """Paths that are nothing to read, folders that cannot be read and links that lead nowhere or
    back up, each with its reason."""
    notes: tuple[str, ...] = ()


def discover(
    paths: Iterable[Path], *, cwd: Path | None = None, exclude: Sequence[str] = ()
) -> Found:
    """Return the instruction files among and below `paths`, each real file once, in order.

    A file that is named itself is taken whatever its name, ignored and excluded or not. Of a file
    and links to it, the file is taken. Imported files come behind all others. `exclude` holds
    patterns as in a `.gitignore` of the working folder. A path that is neither a file nor a folder
    is a fault, and the others are still taken.
    """
    base = os.path.abspath(cwd or Path.cwd())  # noqa: PTH100 - links are kept, agents go by names
    lists = {".gitignore": "\n".join(exclude)}
    search = _Search(base, Ignores.from_files(lists) if exclude else None)
    for path in paths:
        search.add(path)
    return search.found()


class _Search:
    """What was found so far, each target with its path from the root of the disk."""

    def __init__(self, base: str, excluded: Ignores | None) -> None:
        self._base = base
        self._excluded = excluded
        self._n_ignored = 0
        self._faults: list[str] = []
        self._targets: list[tuple[Target, str]] = []

    def add(self, given: Path) -> None:
        """Take in a path as it was given."""
        path = os.path.join(self._base, given)  # noqa: PTH118 - a null byte is no error yet
        try:
            folder = is_folder(path)
        except ValueError as error:
            self._faults.append(f"{given}: {error}")
            return
        whole = os.path.normpath(path)
        if folder:
            self._below(given, whole)
            return
        above = os.path.dirname(whole)  # noqa: PTH120 - strings throughout
        near = f"{whole}{os.sep}".startswith(f"{self._base.rstrip(os.sep)}{os.sep}")
        root = root_of(above) or (self._base if near else above)
        self._targets.append((_target(given, whole, root), whole))

    def found(self) -> Found:
        """Return the files, each once, with what they import."""
        kept = _each_once(self._targets)
        files = (*kept.values(), *self._imported(set(kept)))
        return Found(files=files, faults=tuple(self._faults), notes=self._notes())

    def _below(self, given: Path, whole: str) -> None:
        """Take in what lies below a folder."""
        # Loaded here, since linting a file that is named needs none of it.
        from chaff.lint.discovery.walk import Walk

        walk = Walk(self._excludes)
        for path, root in sorted(walk.files(whole), key=lambda found: Path(found[0])):
            shown = given / os.path.relpath(path, whole)
            self._targets.append((_target(shown, path, root), path))
        for path, problem in walk.faults:
            self._faults.append(f"{given / os.path.relpath(path, whole)}: {problem}")
        self._n_ignored += walk.n_ignored

    def _excludes(self, path: str, *, folder: bool) -> bool:
        if self._excluded is None:
            return False
        relative = os.path.relpath(path, self._base).replace(os.sep, "/")
        return not relative.startswith("../") and self._excluded.ignored(relative, folder=folder)

    def _imported(self, taken: set[_Real]) -> Iterator[Target]:
        """Yield what Claude files import and nothing else brings in.

        A file that a link makes a Claude file is one: `CLAUDE.md` may be a link to `AGENTS.md`.
        """
        starts = [(target, path) for target, path in self._targets if imports(PurePosixPath(path))]
        if not starts:
            return
        # Loaded here, since only Claude files import.
        from chaff.lint.discovery.reach import reach

        for start, path in starts:
            for reached in reach(path, str(start.root)):
                real = _identity(reached.path)
                if real in taken or self._excludes(reached.path, folder=False):
                    continue
                taken.add(real)
                yield _target(
                    self._shown(reached.path, start.path),
                    reached.path,
                    str(start.root),
                    otherwise="claude",
                    imported_by=str(self._shown(reached.importer, start.path)),
                )

    def _shown(self, path: str, like: Path) -> Path:
        """Return a path from the root of the disk as it is shown: from there or from here."""
        return Path(path if like.is_absolute() else os.path.relpath(path, self._base))

    def _notes(self) -> tuple[str, ...]:
        if not self._n_ignored:
            return ()
        what = "file or folder" if self._n_ignored == 1 else "files or folders"
        return (
            f"{self._n_ignored} instruction {what} left out, as git ignores it: name it to lint it",
        )


def _target(
    shown: Path, path: str, root: str, *, otherwise: str = NAMED, imported_by: str | None = None
) -> Target:
    return Target(
        path=shown,
        root=Path(root),
        relative=os.path.relpath(path, root).replace(os.sep, "/"),
        agent=agent_of(PurePosixPath(path)) or otherwise,
        imported_by=imported_by,
    )


def _each_once(targets: list[tuple[Target, str]]) -> dict[_Real, Target]:
    """Return one target a file, rather the file than a link to it; hard links are one file too."""
    chosen: dict[_Real, Target] = {}
    for target, path in targets:
        real = _identity(path)
        if real not in chosen or (_is_linked(chosen[real]) and not _is_linked(target)):
            chosen[real] = target
    kept = {id(target) for target in chosen.values()}
    return {_identity(path): target for target, path in targets if id(target) in kept}


def _identity(path: str) -> _Real:
    """Return what two names of one file have in common."""
    try:
        state = os.stat(path)  # noqa: PTH116 - strings throughout
    except OSError:
        # Gone since it was found, or reached by `..` behind a link: reading it will tell.
        return path
    return state.st_dev, state.st_ino


def _is_linked(target: Target) -> bool:
    """Tell whether a link stands between a target and its root."""
    real = os.path.realpath(target.root / target.relative)
    return real != str(Path(os.path.realpath(target.root)) / target.relative)
