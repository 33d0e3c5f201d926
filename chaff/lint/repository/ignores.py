"""Tells what git ignores, from the texts of a repository's ignore files.

As gitignore(5) has it: the list nearest to a path decides, in it the last pattern that matches;
what lies in an ignored folder is ignored whatever else is said. Left out on purpose are the lists
of the user's own configuration, since a result must not depend on whose machine it is, and the
index: a file that is tracked although a pattern names it counts as ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from chaff.lint.repository.globs import Patterns

LIST_NAME: Final = ".gitignore"
LOCAL_LIST: Final = ".git/info/exclude"
"""The list of a single clone; it gives way to every other."""

_Chain: TypeAlias = "tuple[tuple[int, Patterns], ...]"
"""The lists that hold for a folder, nearest first, each with the length of its folder's prefix."""


class Ignores:
    """What git ignores. Paths are POSIX, relative to the root; one that ends in `/` is a folder.

    `read` returns the text of an ignore file of that path, or None. It is asked once a folder, and
    only for the folders above what is asked about.
    """

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read = read
        self._chains: dict[str, _Chain] = {}
        self._folders: dict[str, bool] = {"": False}

    @classmethod
    def from_files(cls, files: Mapping[str, str]) -> Ignores:
        """Return what is ignored by `.gitignore` files that are held in memory, by their paths."""
        return cls(files.get)

    def ignored(self, path: str, *, folder: bool | None = None) -> bool:
        """Tell whether git ignores a path, which need not exist.

        `folder` tells which it is. Where that is not known, a pattern for either will do.
        """
        whole = path.rstrip("/")
        if whole != path:
            folder = True
        if whole in ("", "."):
            return False
        if whole == ".git" or whole.startswith(".git/"):
            return True
        if self._folder_ignored(whole.rpartition("/")[0]):
            return True
        kinds = (True, False) if folder is None else (folder,)
        return any(self.names(whole, folder=kind) for kind in kinds)

    def names(self, path: str, *, folder: bool) -> bool:
        """Tell whether a list names this very file or folder, whatever it lies in."""
        for length, patterns in self._chain(path.rpartition("/")[0]):
            verdict = patterns.verdict(path[length:], folder=folder)
            if verdict is not None:
                return verdict
        return False

    def _folder_ignored(self, folder: str) -> bool:
        unknown = []
        while folder not in self._folders:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        verdict = self._folders[folder]
        for below in reversed(unknown):
            verdict = verdict or self.names(below, folder=True)
            self._folders[below] = verdict
        return verdict

    def _chain(self, folder: str) -> _Chain:
        unknown = []
        while folder and folder not in self._chains:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        chain = self._chains[folder] if folder in self._chains else self._at_root()
        for below in reversed(unknown):
            chain = (*self._list(f"{below}/{LIST_NAME}", len(below) + 1), *chain)
            self._chains[below] = chain
        return chain

    def _at_root(self) -> _Chain:
        chain = (*self._list(LIST_NAME, 0), *self._list(LOCAL_LIST, 0))
        self._chains[""] = chain
        return chain

    def _list(self, path: str, length: int) -> _Chain:
        text = self._read(path)
        if text is None:
            return ()
        # Loaded here, since linting a file that is named needs none of it.
        from chaff.lint.repository.globs import Patterns

        lines = text.removeprefix("\ufeff").split("\n")
        patterns = Patterns(line.removesuffix("\r") for line in lines)
        return ((length, patterns),) if len(patterns) else ()
