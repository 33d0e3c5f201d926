"""How the manifests of each runner are named, so that none is read where none is there."""

from __future__ import annotations

import posixpath
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from chaff.lint.repository.place import Repository
from chaff.shapes.detect import Runner

_NODE: Final = frozenset({"package.json", "package.json5", "package.yaml"})
_PYTHON: Final = frozenset({"pyproject.toml"})
NAMES: Final[dict[Runner, frozenset[str]]] = {
    "npm": _NODE,
    "pnpm": _NODE,
    "yarn": _NODE,
    "bun": _NODE,
    "make": frozenset({"GNUmakefile", "makefile", "Makefile"}),
    "just": frozenset({"justfile", "Justfile", "JUSTFILE", ".justfile"}),
    "task": frozenset(
        {"Taskfile.yml", "Taskfile.yaml", "Taskfile.dist.yml", "Taskfile.dist.yaml"}
        | {"taskfile.yml", "taskfile.yaml"}
    ),
    "tox": frozenset({"tox.ini", "setup.cfg", "pyproject.toml", "tox.toml"}),
    "nox": frozenset({"noxfile.py"}),
    "poe": frozenset({"pyproject.toml", "poe_tasks.toml", "poe_tasks.json", "poe_tasks.yaml"}),
    "hatch": frozenset({"pyproject.toml", "hatch.toml"}),
    "poetry": _PYTHON,
    "uv": _PYTHON,
    "pdm": _PYTHON,
    "deno": frozenset({"deno.json", "deno.jsonc"}),
    "composer": frozenset({"composer.json"}),
}


def may_have_manifest(repository: Repository, runners: Collection[Runner]) -> bool:
    """Tell whether a file bears the name of a manifest of one of these runners."""
    return _is_among(repository.paths(), tuple(runners))


@lru_cache(maxsize=2)
def _is_among(paths: frozenset[str], runners: tuple[Runner, ...]) -> bool:
    names = frozenset[str]().union(*(NAMES[runner] for runner in runners))
    return any(posixpath.basename(path) in names for path in paths)
