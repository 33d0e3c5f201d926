"""Tells whether a path that an instruction file names can be found in its repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

from chaff.lazy import lazy
from chaff.lint.names import is_instruction_file
from chaff.lint.repository.place import Place, Repository

_SUBMODULE: Final = lazy(r"^\s*path\s*=\s*(\S+)\s*$", re.MULTILINE)
_SCRIPT: Final = lazy(r"\.(?:[cm]?jsx?|d\.ts)$")
"""Imports name what a compiler makes of these."""
_SOURCES: Final = (".ts", ".tsx", ".mts", ".cts", ".jsx", ".vue", ".svelte")


def is_missing(path: str, place: Place, *, beside: bool = False) -> bool:
    """Tell whether a path leads nowhere, from the file's folder and from the root.

    It must be known that the repository is seen at all: the first folder of the path has to be
    there or, with `beside`, for a bare name, a file that no agent loads where it would lie. What
    git ignores, or lies in another repository within this one, may rightly be absent.
    """
    spots = list(_spots(path, place))
    repository = place.repository
    # What takes longest is asked last: most paths are there, or their repository is not seen.
    seen = any(_is_folder_seen(folder, names, repository) for _, folder, names in spots)
    if not seen and not (beside and spots and "/" not in spots[0][2]):
        return False
    if any(repository.exists(spot) for spot, _, _ in spots):
        return False
    if any(_may_be_absent(spot, repository) for spot, _, _ in spots):
        return False
    return (seen or _has_files(spots[0][1], place)) and not _ends_a_path(path, repository)


def namesake(path: str, repository: Repository) -> str:
    """Return the one file elsewhere that has the path's last name, whatever its case.

    '' if none has it, or several have.
    """
    paths = repository.paths()
    name = path.rstrip("/").rpartition("/")[2].casefold()
    found = [spot for spot in _by_name(paths).get(name, ()) if spot in paths]
    return found[0] if len(found) == 1 else ""


def _spots(path: str, place: Place) -> Iterator[tuple[str, str, str]]:
    """Yield what a path may mean: the spot from the root, and of it the first folder's place.

    The folder is what the path starts from, once its `..` are gone; then the first name in it.
    """
    folder = place.path.rpartition("/")[0]
    named = [part for part in path.split("/") if part not in ("", ".")]
    for base in (folder, "") if folder else ("",):
        above, parts = base.split("/") if base else [], named
        while parts and parts[0] == ".." and above:
            above, parts = above[:-1], parts[1:]
        if parts and ".." not in parts:
            yield "/".join([*above, *parts]), "/".join(above), "/".join(parts[:2])


def _may_be_absent(spot: str, repository: Repository) -> bool:
    if repository.ignored(spot):
        return True
    stem = _SCRIPT.sub("", spot)
    if stem != spot and any(repository.exists(stem + ending) for ending in _SOURCES):
        return True
    inner = _SUBMODULE.findall(repository.read(".gitmodules") or "")
    return any(f"{spot}/".startswith(f"{folder}/") for folder in inner)


def _is_folder_seen(folder: str, names: str, repository: Repository) -> bool:
    """Tell whether the first of two names is a folder that is there, so that the rest would be."""
    first, _, rest = names.partition("/")
    return bool(rest) and repository.exists(f"{folder}/{first}" if folder else first)


def _has_files(folder: str, place: Place) -> bool:
    """Tell whether a folder is seen to hold files other than those that agents load."""
    prefix = f"{folder}/" if folder else ""
    return any(
        path.startswith(prefix)
        and "/" not in path[len(prefix) :]
        and path != place.path
        and not is_instruction_file(PurePosixPath(path))
        for path in place.repository.paths()
    )


def _ends_a_path(path: str, repository: Repository) -> bool:
    """Tell whether it is the end of some longer path: it may be told from a folder in between."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    if len(parts) < 2:
        return False
    ending = "/" + "/".join(parts)
    named = _by_name(repository.paths()).get(parts[-1].casefold(), ())
    return any(f"/{spot}".endswith(ending) for spot in named)


@lru_cache(maxsize=2)
def _by_name(paths: frozenset[str]) -> dict[str, list[str]]:
    """Return files, and the folders that they lie in, by their last names in lower case."""
    folders = {"/".join(parts[:n]) for parts in map(_split, paths) for n in range(1, len(parts))}
    named: dict[str, list[str]] = {}
    for spot in sorted(paths | folders):
        named.setdefault(spot.rpartition("/")[2].casefold(), []).append(spot)
    return named


def _split(path: str) -> list[str]:
    return path.split("/")
