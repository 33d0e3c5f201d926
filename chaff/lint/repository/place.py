"""Where an instruction file lies, and what a rule may ask about the repository around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from chaff.shapes.base import Shape

if TYPE_CHECKING:
    from chaff.lint.repository.ignores import Ignores


class Repository(Protocol):
    """What may be asked. Paths are POSIX, relative to the root; `.` is the root itself."""

    def paths(self) -> frozenset[str]:
        """Return every file that git would not ignore."""

    def exists(self, path: str) -> bool:
        """Tell whether there is a file or folder of this path, ignored or not."""

    def ignored(self, path: str) -> bool:
        """Tell whether git would ignore it: what a build makes may rightly be absent."""

    def read(self, path: str) -> str | None:
        """Return the text of a small file; None if there is none, or it is a link."""


class Files:
    """A repository held in memory: that of a battery, of an example, of a test."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = dict(files)

    def paths(self) -> frozenset[str]:
        """Return every file that its `.gitignore` files do not name."""
        return self._paths

    def exists(self, path: str) -> bool:
        """Tell whether there is a file or folder of this path."""
        return path == "." or path in self._files or path in self._folders

    def ignored(self, path: str) -> bool:
        """Tell whether a `.gitignore` names it."""
        return self._ignores.ignored(path)

    def read(self, path: str) -> str | None:
        """Return a file's text, None if there is none."""
        return self._files.get(path)

    @cached_property
    def _folders(self) -> frozenset[str]:
        parts = [path.split("/") for path in self._files]
        return frozenset("/".join(part[:n]) for part in parts for n in range(1, len(part)))

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(path for path in self._files if not self.ignored(path))

    @cached_property
    def _ignores(self) -> Ignores:
        from chaff.lint.repository.ignores import Ignores

        lists = (path for path in self._files if path.rpartition("/")[2] == ".gitignore")
        return Ignores.from_files({path: self._files[path] for path in lists})


class Added:
    """A repository with files that a fix is about to write."""

    def __init__(self, repository: Repository, files: Mapping[str, str]) -> None:
        self._repository = repository
        self._added = Files(files)

    def paths(self) -> frozenset[str]:
        """Return every file that git would not ignore."""
        added = (path for path in self._added.paths() if not self.ignored(path))
        return self._repository.paths().union(added)

    def exists(self, path: str) -> bool:
        """Tell whether there is, or will be, a file or folder of this path."""
        return self._added.exists(path) or self._repository.exists(path)

    def ignored(self, path: str) -> bool:
        """Tell whether git would ignore it."""
        return self._repository.ignored(path)

    def read(self, path: str) -> str | None:
        """Return a file's text as it will be, None if there is none."""
        text = self._added.read(path)
        return self._repository.read(path) if text is None else text


class Place(Shape, frozen=True, kw_only=True):
    """An instruction file's path in its repository."""

    repository: Repository
    path: str

    def beside(self, name: str) -> str:
        """Return a path that is named from the file's folder, as one from the root."""
        folder = self.path.rpartition("/")[0]
        return f"{folder}/{name}" if folder else name

    def having(self, files: Mapping[str, str]) -> Place:
        """Return the place once these files are there; their names are seen from its folder."""
        if not files:
            return self
        added = {self.beside(name): text for name, text in files.items()}
        return Place(repository=Added(self.repository, added), path=self.path)


NOWHERE: Final = Place(repository=Files({}), path="CLAUDE.md")
"""A file of which nothing else is known."""
