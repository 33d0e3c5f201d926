"""Reads the scripts of packages that keep them in JSON: package.json, deno.json, composer.json."""

from __future__ import annotations

import json
import posixpath
from typing import Any

from chaff.lint.repository.manifest import OPEN, Manifest, Targets
from chaff.lint.repository.place import Repository
from chaff.lint.repository.pyprojects import table
from chaff.lint.repository.toolsets import load_jsonc


def node_package(path: str, repository: Repository) -> Manifest:
    """Return the scripts of a package.json, and the programs that it depends on."""
    value = _json(repository.read(path))
    scripts = value.get("scripts", {}) if value is not None else None
    if value is None or not isinstance(scripts, dict):
        return Manifest(path=path, targets=OPEN)
    name = value.get("name")
    kinds = ("dependencies", "devDependencies", "optionalDependencies", "bin")
    programs = (part for kind in kinds for key in table(value, kind) for part in (key, _last(key)))
    return Manifest(
        path=path,
        targets=Targets(names=frozenset(scripts), patterns=(), open=False),
        label=name if isinstance(name, str) else "",
        programs=frozenset(programs),
    )


def _unreadable_package(path: str, _repository: Repository) -> Manifest:
    return Manifest(path=path, targets=OPEN)


def script_package(path: str, repository: Repository) -> Manifest:
    """Return the scripts of a package, which is open unless it is written in JSON."""
    is_json = path.endswith("package.json")
    return node_package(path, repository) if is_json else _unreadable_package(path, repository)


def deno_package(path: str, repository: Repository) -> Manifest:
    """Return the tasks of a deno.json, with the scripts of a package.json beside it."""
    value = load_jsonc(repository.read(path))
    if value is None or value.get("workspace"):
        return Manifest(path=path, targets=OPEN)
    beside = posixpath.join(posixpath.dirname(path), "package.json")
    scripts = table(_json(repository.read(beside)) or {}, "scripts")
    names = frozenset({*table(value, "tasks"), *scripts})
    return Manifest(path=path, targets=Targets(names=names, patterns=(), open=False))


def composer_package(path: str, repository: Repository) -> Manifest:
    """Return the scripts of a composer.json."""
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
