"""A repository on disk, as rules ask about it; nothing is read before it is asked for."""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from chaff.lint.repository.ignores import LOCAL_LIST, Ignores

MAX_READ_BYTES: Final = 1_000_000
SKIPPED: Final = frozenset(
    {".git", ".hg", ".svn", ".jj", "node_modules", "bower_components", ".venv", "venv"}
    | {"site-packages", "__pycache__", ".tox", ".nox", ".mypy_cache", ".ruff_cache"}
    | {".pytest_cache", ".terraform", ".gradle", ".direnv"}
)
"""Folders that hold nothing of the project's own, whether or not git is told so."""


class Disk:
    """The files below a folder, asked for by POSIX paths from there; a Repository.

    No question leads out of the folder: neither `..`, nor a path from the root of the disk, nor,
    for what is read, a link.
    """

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.abspath(root))  # noqa: PTH100 - links are kept, agents go by names
        self._prefix = f"{self.root}{os.sep}"
        self._texts: dict[str, str | None] = {}
        self._modes: dict[str, int | None] = {}
        self._existing: dict[str, bool] = {}

    def paths(self) -> frozenset[str]:
        """Return every file that git does not ignore; of a link to a folder, the link."""
        return self._paths

    def exists(self, path: str) -> bool:
        """Tell whether there is a file or folder of this path, ignored or not.

        A path that ends in `/` is a folder; a link to nothing is not there.
        """
        if path not in self._existing:
            self._existing[path] = self._exists(path)
        return self._existing[path]

    def ignored(self, path: str) -> bool:
        """Tell whether git ignores a path or would, if there were a file or a folder of it."""
        inside = _inside(path)
        if inside is None:
            return False
        if path.endswith("/"):
            return self.ignores.ignored(inside, folder=True)
        mode = self._mode(inside)
        return self.ignores.ignored(inside, folder=None if mode is None else stat.S_ISDIR(mode))

    def read(self, path: str) -> str | None:
        """Return the text of a file of at most MAX_READ_BYTES; None if that is not what it is."""
        if path not in self._texts:
            self._texts[path] = self._text(path)
        return self._texts[path]

    def forget(self, *, added: bool) -> None:
        """See anew what was seen, for a file was written since; with `added`, one more is there."""
        self._texts.clear()
        self._modes.clear()
        self._existing.clear()
        if added:
            vars(self).pop("_paths", None)

    @cached_property
    def ignores(self) -> Ignores:
        """What git ignores here."""
        return Ignores(self._ignore_list)

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(_files(str(self.root), "", self.ignores))

    def _exists(self, path: str) -> bool:
        inside = _inside(path)
        if inside is None:
            return False
        mode = self._mode(inside)
        if mode is None or (path.endswith("/") and not stat.S_ISDIR(mode)):
            return False
        return not self._folds_case or self._spelt(inside)

    def _mode(self, inside: str) -> int | None:
        """Return the mode of a file or folder.

        Most that is not there lies in a folder that is not: those are asked for but once.
        """
        at = inside.find("/")
        while at >= 0:
            above = self._own_mode(inside[:at])
            if above is None or not stat.S_ISDIR(above):
                return None
            at = inside.find("/", at + 1)
        return self._own_mode(inside)

    def _own_mode(self, inside: str) -> int | None:
        if inside not in self._modes:
            self._modes[inside] = _mode(f"{self._prefix}{inside}")
        return self._modes[inside]

    def _text(self, path: str) -> str | None:
        inside = _inside(path)
        if inside is None or not self.exists(path):
            return None
        data = _small(self.root / inside, beneath=self._real_root)
        try:
            return None if data is None else data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None

    def _ignore_list(self, path: str) -> str | None:
        whole = self._local_list if path == LOCAL_LIST else self.root / path
        data = _small(whole, beneath="")
        # A pattern is bytes to git: a name that is no UTF-8 can stand in a list, too.
        return None if data is None else data.decode(errors="surrogateescape")

    @cached_property
    def _local_list(self) -> Path:
        """The clone's own ignore file; the `.git` of a work tree or submodule is a file."""
        pointer = _small(self.root / ".git", beneath="")
        if pointer is None or not pointer.startswith(b"gitdir:"):
            return self.root / LOCAL_LIST
        folder = self.root / os.fsdecode(pointer.removeprefix(b"gitdir:").strip())
        common = _small(folder / "commondir", beneath="")
        if common is not None:
            folder /= os.fsdecode(common.strip())
        return folder / "info" / "exclude"

    @cached_property
    def _real_root(self) -> str:
        return os.path.realpath(self.root)

    @cached_property
    def _folds_case(self) -> bool:
        """Whether the file system takes `readme` for `README`, seen by the folder's own name."""
        other = self.root.with_name(self.root.name.swapcase()) if self.root.name else self.root
        if other == self.root:
            return False
        try:
            return other.samefile(self.root)
        except OSError:
            return False

    def _spelt(self, path: str) -> bool:
        """Tell whether each part of a path that exists is spelt as it stands in its folder."""
        folder = self.root
        for part in path.split("/"):
            if part != "." and part not in os.listdir(folder):  # noqa: PTH208 - names are enough
                return False
            folder /= part
        return True


class Disks:
    """One Disk a root."""

    def __init__(self) -> None:
        self._disks: dict[Path, Disk] = {}

    def of(self, root: Path) -> Disk:
        """Return the disk of a root, made when it is first asked for."""
        if root not in self._disks:
            self._disks[root] = Disk(root)
        return self._disks[root]


def _inside(path: str) -> str | None:
    """Return a path in its shortest form, None if it leads out of the root or is none."""
    if not path or path.startswith("/") or "\0" in path:
        return None
    short = posixpath.normpath(path)
    return None if short == ".." or short.startswith("../") else short


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - for speed
    except (OSError, ValueError):
        # ValueError: a lone surrogate that stands for no byte.
        return None


def _small(path: Path, *, beneath: str) -> bytes | None:
    """Return the bytes of a small regular file, None for all else.

    No link, and none that leads out of the real folder `beneath`; "" stands for any.
    """
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_READ_BYTES:
            return None
        real = os.path.realpath(path)
        if beneath and not real.startswith(f"{beneath.rstrip(os.sep)}{os.sep}"):
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return data if len(data) <= MAX_READ_BYTES else None


def _files(root: str, start: str, ignores: Ignores) -> Iterator[str]:
    """Yield the files below `start` that are not ignored, as paths from the root."""
    stack = [start]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(os.path.join(root, folder)) as entries:  # noqa: PTH118 - for speed
                found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        except OSError:
            # What cannot be read holds no file that anybody could mean.
            continue
        for name, is_folder in found:
            path = f"{folder}/{name}" if folder else name
            if name in SKIPPED or ignores.names(path, folder=is_folder):
                continue
            if is_folder:
                stack.append(path)
            else:
                yield path
