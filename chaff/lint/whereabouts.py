"""Tells whether a path that an instruction file names can be found in its repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chaff.lint.place import Place, Repository

_SUBMODULE: Final = re.compile(r"^\s*path\s*=\s*(\S+)\s*$", re.MULTILINE)
_SCRIPT: Final = re.compile(r"\.(?:[cm]?jsx?|d\.ts)$")
"""Imports name what a compiler makes of these."""
_SOURCES: Final = (".ts", ".tsx", ".mts", ".cts", ".jsx", ".vue", ".svelte")


def is_missing(path: str, place: Place, *, beside: bool = False) -> bool:
    """Tell whether a path leads nowhere, from the file's folder and from the root.

    It must be known that the repository is seen at all: the first folder of the path has to be
    there or, with `beside`, for a bare name, another file in the folder that it would lie in. What
    git ignores, or lies in another repository within this one, may rightly be absent.
    """
    spots = list(_spots(path, place))
    repository = place.repository
    if any(_there(spot, repository) for spot, _, _ in spots):
        return False
    if not any(_seen(folder, first, place, beside=beside) for _, folder, first in spots):
        return False
    return not _ends_a_path(path, repository)


def namesake(path: str, repository: Repository) -> str:
    """Return the one file elsewhere that has the path's last name, whatever its case; '' if none.

    '' too if several have it.
    """
    name = path.rstrip("/").rpartition("/")[2].casefold()
    found = [p for p in repository.paths() if p.rpartition("/")[2].casefold() == name]
    return found[0] if len(found) == 1 else ""


def _spots(path: str, place: Place) -> Iterator[tuple[str, str, str]]:
    """Yield what a path may mean: the spot from the root, and of it the first folder's place.

    The folder is what the path starts from, once its `..` are gone; then the first name in it.
    """
    folder = place.path.rpartition("/")[0]
    for base in dict.fromkeys((folder, "")):
        above = base.split("/") if base else []
        parts = [part for part in path.split("/") if part not in ("", ".")]
        while parts and parts[0] == ".." and above:
            above, parts = above[:-1], parts[1:]
        if parts and ".." not in parts:
            yield "/".join([*above, *parts]), "/".join(above), "/".join(parts[:2])


def _there(spot: str, repository: Repository) -> bool:
    if repository.exists(spot) or repository.ignored(spot):
        return True
    stem = _SCRIPT.sub("", spot)
    if stem != spot and any(repository.exists(stem + ending) for ending in _SOURCES):
        return True
    inner = _SUBMODULE.findall(repository.read(".gitmodules") or "")
    return any(f"{spot}/".startswith(f"{folder}/") for folder in inner)


def _seen(folder: str, names: str, place: Place, *, beside: bool) -> bool:
    """Tell whether the first of two names is a folder that is there, so that the rest would be."""
    first, _, rest = names.partition("/")
    prefix = f"{folder}/" if folder else ""
    if rest:
        return place.repository.exists(prefix + first)
    return beside and any(
        path.startswith(prefix) and path != place.path and "/" not in path[len(prefix) :]
        for path in place.repository.paths()
    )


def _ends_a_path(path: str, repository: Repository) -> bool:
    """Tell whether it is the end of some longer path: it may be told from a folder in between."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    if len(parts) < 2:
        return False
    ending = "/" + "/".join(parts)
    return any(
        f"/{known}".endswith(ending) or f"{ending}/" in f"/{known}" for known in repository.paths()
    )
