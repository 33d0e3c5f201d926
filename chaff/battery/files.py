"""A little repository held in a dict, read, listed, searched and edited as tools would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chaff.pattern import found_in, is_valid

MOST_HITS: Final = 100
_LONGEST_PATTERN: Final = 1_000


class FileError(Exception):
    """What a tool says instead of doing it; never leaves this package."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem


def normalise(path: str) -> str:
    """Return a path relative to the root, '.' for the root itself.

    Raises FileError for absolute paths and for any `..`.
    """
    if path.startswith("/"):
        raise FileError(path, "Absolute path; give it relative to the root of the project")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileError(path, "Path leads outside the project")
    return "/".join(parts) or "."


def read(path: str, repository: Mapping[str, str]) -> str:
    """Return a file's content."""
    name = normalise(path)
    if name in repository:
        return repository[name]
    problem = "Is a directory" if _below(name, repository) else "No such file or directory"
    raise FileError(path, problem)


def list_folder(path: str, repository: Mapping[str, str]) -> list[str]:
    """Return the paths of all files below a folder, sorted."""
    name = normalise(path)
    if name in repository:
        raise FileError(path, "Not a directory")
    below = _below(name, repository)
    if not below and name != ".":
        raise FileError(path, "No such file or directory")
    return below


def search(pattern: str, path: str, repository: Mapping[str, str]) -> list[str]:
    """Return `path:line: text` for every line that holds `pattern`, literally or as RE2."""
    name = normalise(path)
    paths = [name] if name in repository else list_folder(path, repository)
    as_regex = len(pattern) <= _LONGEST_PATTERN and is_valid(pattern)
    return [
        f"{place}:{number}: {line}"
        for place in paths
        for number, line in _lines(repository[place])
        if pattern in line or (as_regex and found_in(pattern, line))
    ]


def edit(path: str, old: str, new: str, repository: Mapping[str, str]) -> dict[str, str]:
    """Return the repository with the one place that reads `old` changed to `new`.

    An empty `old` makes a new file.
    """
    name = normalise(path)
    if not old:
        return {**repository, name: _new_file(path, name, new, repository)}
    content = read(path, repository)
    times = content.count(old)
    if times != 1:
        problem = f"old_text stands {times} times" if times else "old_text not found"
        raise FileError(path, problem)
    return {**repository, name: content.replace(old, new)}


def _new_file(path: str, name: str, content: str, repository: Mapping[str, str]) -> str:
    if name in repository:
        raise FileError(path, "File exists; old_text may not be empty")
    if name == "." or path.endswith("/") or _below(name, repository):
        raise FileError(path, "Is a directory")
    return content


def _below(name: str, repository: Mapping[str, str]) -> list[str]:
    if name == ".":
        return sorted(repository)
    return sorted(path for path in repository if path.startswith(name + "/"))


def _lines(content: str) -> Iterator[tuple[int, str]]:
    return enumerate(content.removesuffix("\n").split("\n"), start=1)
