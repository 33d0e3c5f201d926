"""Loads compiled rules: those of a project, or those that come with the package."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.errors import BadInputError, SpecError
from chaff.lint.match import patterns_of
from chaff.pattern import require_valid
from chaff.shapes.base import convert
from chaff.shapes.compiled import CompiledRule

FOLDER: Final = "generated"
_RULE_FILE: Final = "rule.json"


def load(start: Path) -> tuple[CompiledRule, ...]:
    """Return the rules of the project that `start` lies in, else the package's own, by id.

    Raises BadInputError for a file that is no compiled rule, SpecError if there are none at all.
    """
    project = find_project(start)
    folder: Traversable = project / FOLDER if project else installed()
    rules = load_folder(folder)
    if not rules:
        raise SpecError(
            "there are no compiled rules", where=str(folder), remedy="run `doit compile` first"
        )
    return rules


def find_project(start: Path) -> Path | None:
    """Return the closest folder from `start` upwards that holds compiled rules.

    The search ends at the root of a git repository.
    """
    here = start.resolve()
    for folder in (here, *here.parents):
        if any((folder / FOLDER).glob(f"*/{_RULE_FILE}")):
            return folder
        if (folder / ".git").exists():
            return None
    return None


def installed() -> Traversable:
    """Return the folder of the rules that come with the package.

    In a wheel it is chaff/library; in a checkout, `generated` beside the package.
    """
    shipped = resources.files("chaff") / "library"
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / FOLDER


def load_folder(folder: Traversable) -> tuple[CompiledRule, ...]:
    """Return the rules below a folder, by id."""
    if not folder.is_dir():
        return ()
    names = sorted(child.name for child in folder.iterdir() if child.is_dir())
    files = [(name, folder / name / _RULE_FILE) for name in names]
    return tuple(_read(name, file) for name, file in files if file.is_file())


def label(rule: CompiledRule) -> str:
    """Return what every finding of a rule says about its evidence."""
    if rule.tier == "heuristic":
        return "heuristic: not measured"
    return "enforced: `chaff check` shows and verifies its evidence"


def _read(name: str, file: Traversable) -> CompiledRule:
    where = str(file)
    rule = convert(parse(file.read_bytes(), where=where), CompiledRule, where=where)
    if rule.id != name:
        raise BadInputError(
            f"is about the rule {rule.id!r}, but lies in the folder {name!r}",
            where=where,
            remedy="run `doit compile`",
        )
    for field, pattern in patterns_of(rule.detect):
        require_valid(pattern, where=f"{where}: detect.{field}")
    return rule
