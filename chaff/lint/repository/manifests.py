"""Which scripts, targets and tasks the manifests of a repository define.

What cannot be read or told makes a manifest *open*: it may define anything.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, cast

from chaff.lint.repository.justfiles import read_recipes
from chaff.lint.repository.makefiles import read_targets
from chaff.lint.repository.manifest import OPEN, Manifest, Targets
from chaff.lint.repository.manifest_names import NAMES
from chaff.lint.repository.packages import composer_package, deno_package, script_package
from chaff.lint.repository.place import Repository
from chaff.lint.repository.pyprojects import (
    hatch_environments,
    load_toml,
    nox_sessions,
    poe_tasks,
    project_name,
    python_scripts,
    table,
    tox_ini,
    tox_toml,
)
from chaff.lint.repository.taskfiles import read_tasks
from chaff.shapes.detect import Runner

MOST_MANIFESTS: Final = 2000
"""In a larger repository nothing is looked up."""

_FOREIGN: Final = frozenset({"node_modules", "vendor", "third_party", ".venv"})


_Make = Callable[[str, Repository], Manifest | None]


def manifests_of(repository: Repository, runner: Runner) -> tuple[Manifest, ...]:
    """Return the manifests that a runner reads, by path; none where there are too many."""
    found: tuple[Manifest, ...] = _manifests(
        cast("Any", repository), NAMES[runner], _MAKERS[runner]
    )
    return found


@lru_cache(maxsize=64)
def _manifests(repository: Any, wanted: frozenset[str], make: _Make) -> tuple[Manifest, ...]:
    paths = sorted(
        path
        for path in repository.paths()
        if posixpath.basename(path) in wanted and not _FOREIGN & set(path.split("/"))
    )
    if len(paths) > MOST_MANIFESTS:
        return ()
    return tuple(found for path in paths if (found := make(path, repository)) is not None)


def _makefile(path: str, repository: Repository) -> Manifest:
    targets = read_targets(path, repository.read, repository.paths())
    return Manifest(path=path, targets=targets)


def _justfile(path: str, repository: Repository) -> Manifest:
    return Manifest(path=path, targets=read_recipes(path, repository.read))


def _taskfile(path: str, repository: Repository) -> Manifest:
    return Manifest(path=path, targets=read_tasks(repository.read(path)))


def _tox(path: str, repository: Repository) -> Manifest | None:
    text = repository.read(path)
    if text is None:
        return Manifest(path=path, targets=OPEN)
    if not path.endswith(".toml"):
        targets = tox_ini(text)
    elif path.endswith("pyproject.toml"):
        targets = _of_table(text, "tool", "tox", make=tox_toml)
    else:
        targets = _of_table(text, make=tox_toml)
    return None if targets is None else Manifest(path=path, targets=targets)


def _nox(path: str, repository: Repository) -> Manifest:
    text = repository.read(path)
    return Manifest(path=path, targets=OPEN if text is None else nox_sessions(text))


def _poe(path: str, repository: Repository) -> Manifest | None:
    keys = ("tool", "poe") if path.endswith("pyproject.toml") else ()
    targets = _of_table(repository.read(path), *keys, make=poe_tasks)
    return None if targets is None else Manifest(path=path, targets=targets)


def _hatch(path: str, repository: Repository) -> Manifest | None:
    keys = ("tool", "hatch") if path.endswith("pyproject.toml") else ()
    targets = _of_table(repository.read(path), *keys, make=hatch_environments)
    return None if targets is None else Manifest(path=path, targets=targets)


def _of_table(
    text: str | None, *keys: str, make: Callable[[dict[str, Any]], Targets]
) -> Targets | None:
    """Return what the table at `keys` defines; None if there is none, open if it is unreadable."""
    value = load_toml(text) if text is not None else None
    if value is None:
        return OPEN
    found = table(value, *keys)
    return make(found) if found else None


def _python(path: str, repository: Repository) -> Manifest | None:
    text = repository.read(path)
    value = load_toml(text) if text is not None else None
    if text is None or value is None:
        return Manifest(path=path, targets=OPEN)
    targets = python_scripts(value, text)
    if targets is None:
        return None
    return Manifest(path=path, targets=targets, label=project_name(value))


_MAKERS: Final[dict[Runner, _Make]] = {
    "npm": script_package,
    "pnpm": script_package,
    "yarn": script_package,
    "bun": script_package,
    "make": _makefile,
    "just": _justfile,
    "task": _taskfile,
    "tox": _tox,
    "nox": _nox,
    "poe": _poe,
    "hatch": _hatch,
    "poetry": _python,
    "uv": _python,
    "pdm": _python,
    "deno": deno_package,
    "composer": composer_package,
}


def names_of(manifests: tuple[Manifest, ...]) -> Iterator[str]:
    """Yield every name that one of the manifests defines."""
    for manifest in manifests:
        yield from sorted(manifest.targets.names)
