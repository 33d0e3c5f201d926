"""Loads compiled rules and their evidence: those of a project, or those of the package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from chaff.errors import BadInputError, SpecError
from chaff.lint.match import patterns_of
from chaff.pattern import require_valid
from chaff.shapes.base import Shape
from chaff.shapes.head import Head, HeadOnly

if TYPE_CHECKING:
    from chaff.shapes.compiled import CompiledRule
    from chaff.shapes.evidence import Evidence

FOLDER: Final = "generated"
_RULE_FILE: Final = "rule.json"
_EVIDENCE_FILE: Final = "evidence.json"
_PACKAGE: Final = Path(__file__).parents[1]

R = TypeVar("R", bound=Head)


class Heads(Shape, frozen=True, kw_only=True):
    """The rules that may be used, by id, and what was measured about them."""

    rules: tuple[Head, ...]
    evidence: Mapping[str, tuple[Evidence, ...]] = {}
    folder: str = ""
    """Where the rules came from."""

    def about(self, rule: Head) -> tuple[Evidence, ...]:
        """Return what was measured about a rule, one entry a model."""
        return self.evidence.get(rule.id, ())


class Library(Heads, frozen=True, kw_only=True):
    """The same with whole rules."""

    rules: tuple[CompiledRule, ...]


def load(start: Path) -> Library:
    """Return the rules of the project that `start` lies in, else the package's own.

    Raises what `load_heads` does.
    """
    return load_folder(Path(load_heads(start).folder))


def load_heads(start: Path) -> Heads:
    """Return what the linter needs of the rules that `load` returns.

    Raises BadInputError for a file that is no compiled rule, SpecError if there are none at all.
    Patterns are not looked at: see `require_sound`.
    """
    project = find_project(start)
    folder = project / FOLDER if project else installed()
    files = _files(folder)
    if not files:
        raise SpecError(
            "there are no compiled rules", where=str(folder), remedy="run `doit compile` first"
        )
    rules = tuple(_rule(file, HeadOnly) for file in files)
    return Heads(rules=rules, evidence=_evidence(files), folder=str(folder))


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


def installed() -> Path:
    """Return the folder of the rules that come with the package.

    In a wheel it is chaff/library; in a checkout, `generated` beside the package.
    """
    shipped = _PACKAGE / "library"
    return shipped if shipped.is_dir() else _PACKAGE.parent / FOLDER


def load_folder(folder: Path) -> Library:
    """Return the rules below a folder, by id."""
    from chaff.shapes.compiled import CompiledRule

    files = _files(folder)
    rules = tuple(_rule(file, CompiledRule) for file in files)
    return Library(rules=rules, evidence=_evidence(files), folder=str(folder))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*/{_RULE_FILE}"), key=lambda file: file.parent.name)


def _evidence(files: Iterable[Path]) -> dict[str, tuple[Evidence, ...]]:
    found = [file for file in files if file.with_name(_EVIDENCE_FILE).is_file()]
    if not found:
        return {}
    from chaff.shapes.evidence import Evidence

    return {
        file.parent.name: _read(file.with_name(_EVIDENCE_FILE), tuple[Evidence, ...])
        for file in found
    }


def require_sound(library: Heads) -> None:
    """Raise BadInputError, naming file and field, for the first pattern that is not RE2."""
    for rule in library.rules:
        for field, pattern in patterns_of(rule.detect):
            where = f"{Path(library.folder, rule.id, _RULE_FILE)}: detect.{field}"
            require_valid(pattern, where=where)


def _rule(file: Path, shape: type[R]) -> R:
    rule: R = _read(file, shape)
    if rule.id != file.parent.name:
        raise BadInputError(
            f"is about the rule {rule.id!r}, but lies in the folder {file.parent.name!r}",
            where=str(file),
            remedy="run `doit compile`",
        )
    return rule


def _read(file: Path, shape: Any) -> Any:
    """Return a file's JSON as a shape.

    Without the checks of `chaff.canonical`, which are slow: `chaff check` makes them.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInputError(str(error), where=str(file), remedy="run `doit compile`") from None
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(file)) from None
