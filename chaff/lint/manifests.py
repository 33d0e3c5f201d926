"""Which scripts, targets and tasks the manifests of a repository define.

What cannot be read or told makes a manifest *open*: it may define anything.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from chaff.lint.justfiles import read_recipes
from chaff.lint.makefiles import Targets, read_targets
from chaff.lint.place import Repository
from chaff.lint.pyprojects import (
    OPEN,
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
from chaff.lint.taskfiles import read_tasks
from chaff.lint.toolsets import load_jsonc
from chaff.shapes.base import Shape
from chaff.shapes.detect import Runner

MOST_MANIFESTS: Final = 2000
"""In a larger repository nothing is looked up."""

_FOREIGN: Final = frozenset({"node_modules", "vendor", "third_party", ".venv"})


class Manifest(Shape, frozen=True, kw_only=True):
    """One file that defines what a runner can be asked for."""

    path: str
    targets: Targets
    label: str = ""
    """The package's name."""
    programs: frozenset[str] = frozenset()
    """Programs that come with the package."""

    @property
    def folder(self) -> str:
        """The folder it lies in, '' for the root."""
        return posixpath.dirname(self.path)

    def may_define(self, target: str) -> bool:
        """Tell whether it defines the target, or may for all that can be told."""
        parts = target.split("-") if self.targets.joined else [target]
        return self.targets.open or self._names(target) or all(map(self._names, parts))

    def _names(self, target: str) -> bool:
        patterns = self.targets.patterns
        return target in self.targets.names or any(_fits(target, one) for one in patterns)


@lru_cache(maxsize=64)
def manifests_of(repository: Repository, runner: Runner) -> tuple[Manifest, ...]:
    """Return the manifests that a runner reads, by path; none where there are too many."""
    wanted, make = _READERS[runner]
    paths = sorted(
        path
        for path in repository.paths()
        if posixpath.basename(path) in wanted and not _FOREIGN & set(path.split("/"))
    )
    if len(paths) > MOST_MANIFESTS:
        return ()
    return tuple(found for path in paths if (found := make(path, repository)) is not None)


def _fits(target: str, pattern: str) -> bool:
    """Tell whether a target is that of a pattern, in which each `%` is any text but none."""
    head, *tails = pattern.split("%")
    if not target.startswith(head):
        return False
    at = len(head)
    for place, tail in enumerate(tails, start=1):
        found = target.rfind(tail, at + 1) if place == len(tails) else target.find(tail, at + 1)
        if found < 0:
            return False
        at = found + len(tail)
    return at == len(target)


def _package(path: str, repository: Repository) -> Manifest:
    value = _json(repository.read(path))
    scripts = value.get("scripts", {}) if value is not None else None
    if value is None or not isinstance(scripts, dict):
        return Manifest(path=path, targets=OPEN)
    name = value.get("name")
    kinds = ("dependencies", "devDependencies", "optionalDependencies", "bin")
    programs = (
        part for kind in kinds for key in table(value, kind) for part in (key, _last(key))
    )
    return Manifest(
        path=path,
        targets=Targets(names=frozenset(scripts), patterns=(), open=False),
        label=name if isinstance(name, str) else "",
        programs=frozenset(programs),
    )


def _unreadable_package(path: str, _repository: Repository) -> Manifest:
    return Manifest(path=path, targets=OPEN)


def _script_package(path: str, repository: Repository) -> Manifest:
    is_json = path.endswith("package.json")
    return _package(path, repository) if is_json else _unreadable_package(path, repository)


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


def _deno(path: str, repository: Repository) -> Manifest:
    value = load_jsonc(repository.read(path))
    if value is None or value.get("workspace"):
        return Manifest(path=path, targets=OPEN)
    beside = posixpath.join(posixpath.dirname(path), "package.json")
    scripts = table(_json(repository.read(beside)) or {}, "scripts")
    names = frozenset({*table(value, "tasks"), *scripts})
    return Manifest(path=path, targets=Targets(names=names, patterns=(), open=False))


def _composer(path: str, repository: Repository) -> Manifest:
    value = _json(repository.read(path))
    if value is None:
        return Manifest(path=path, targets=OPEN)
    scripts = frozenset({*table(value, "scripts"), *table(value, "scripts-aliases")})
    return Manifest(path=path, targets=Targets(names=scripts, patterns=(), open=False))


def _json(text: str | None) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _last(name: str) -> str:
    return name.rpartition("/")[2]


_Reader = tuple[frozenset[str], Callable[[str, Repository], Manifest | None]]


def _reader(names: str, make: Callable[[str, Repository], Manifest | None]) -> _Reader:
    return frozenset(names.split()), make


_NODE: Final = _reader("package.json package.json5 package.yaml", _script_package)
_PYTHON: Final = _reader("pyproject.toml", _python)
_READERS: Final[dict[Runner, _Reader]] = {
    "npm": _NODE,
    "pnpm": _NODE,
    "yarn": _NODE,
    "bun": _NODE,
    "make": _reader("GNUmakefile makefile Makefile", _makefile),
    "just": _reader("justfile Justfile JUSTFILE .justfile", _justfile),
    "task": _reader(
        "Taskfile.yml Taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml taskfile.yml "
        "taskfile.yaml",
        _taskfile,
    ),
    "tox": _reader("tox.ini setup.cfg pyproject.toml tox.toml", _tox),
    "nox": _reader("noxfile.py", _nox),
    "poe": _reader("pyproject.toml poe_tasks.toml", _poe),
    "hatch": _reader("pyproject.toml hatch.toml", _hatch),
    "poetry": _PYTHON,
    "uv": _PYTHON,
    "pdm": _PYTHON,
    "deno": _reader("deno.json deno.jsonc", _deno),
    "composer": _reader("composer.json", _composer),
}


def names_of(manifests: tuple[Manifest, ...]) -> Iterator[str]:
    """Yield every name that one of the manifests defines."""
    for manifest in manifests:
        yield from sorted(manifest.targets.names)
