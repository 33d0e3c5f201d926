"""Reads a rule library for its pages: the checker's report, rules, configs, graves, documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.check.check import check
from chaff.check.compiled import PROGRAM_FILE, committed
from chaff.check.pages import pages as codes
from chaff.check.report import Report
from chaff.compile import staleness
from chaff.compile.reference import page as kinds
from chaff.errors import BadInputError, SpecError
from chaff.lint.library import load_folder
from chaff.shapes.base import Shape, convert
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.config import EvalConfig
from chaff.shapes.program import CompiledProgram
from chaff.site.gate import Dashboard
from chaff.site.gate_state import dashboards

_CONFIG: Final = "eval.config.json"
_LARGEST_DOCUMENT: Final = 1_000_000


class Source(Shape, frozen=True, kw_only=True):
    """All that pages are made of."""

    report: Report
    program: CompiledProgram
    rules: tuple[CompiledRule, ...]
    configs: Mapping[str, EvalConfig]
    """Each rule's experiment, by rule."""
    practice: Mapping[str, EvalConfig]
    graves: Mapping[str, str]
    """Markdown of the graveyard, by rule."""
    documents: Mapping[str, str]
    """Markdown below docs/, by path in the repository."""
    gates: tuple[Dashboard, ...] = ()
    """Gates whose state lies in the repository."""


def gather(root: Path, *, now: datetime) -> Source:
    """Return what the pages of the library at `root` are made of.

    Specs whose digests are as recorded are not compiled again: `doit site` has compiled what
    changed, and `doit check` compiles everything.
    """
    report = check(root, now=now, compiler=committed)
    library = load_folder(root / staleness.GENERATED)
    if not library.rules:
        raise SpecError("there are no compiled rules", where=str(root), remedy="run `doit compile`")
    ids = [rule.id for rule in library.rules]
    data = (root / PROGRAM_FILE).read_bytes()
    return Source(
        report=report,
        program=convert(parse(data, where=PROGRAM_FILE), CompiledProgram, where=PROGRAM_FILE),
        rules=library.rules,
        configs=dict(_configs(root, ids, "")),
        practice=dict(_configs(root, ids, "practice/")),
        gates=tuple(dashboards(root)),
        graves={path.stem: words for path, words in _texts(root, "graveyard")},
        documents=_reference()
        | {path.relative_to(root).as_posix(): words for path, words in _texts(root, "docs")},
    )


def _reference() -> dict[str, str]:
    """Return the documents that pages of any library link to: they follow from the code."""
    return {"docs/reference/kinds.md": kinds()} | {
        f"docs/codes/{name}": words for name, words in codes().items()
    }


def _configs(root: Path, rules: list[str], folder: str) -> Iterator[tuple[str, EvalConfig]]:
    for rule in rules:
        path = f"{staleness.GENERATED}/{rule}/{folder}{_CONFIG}"
        if (root / path).is_file():
            data = (root / path).read_bytes()
            yield rule, convert(parse(data, where=path), EvalConfig, where=path)


def _texts(root: Path, folder: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((root / folder).rglob("*.md")):
        if path.is_symlink() or not path.is_file():
            continue
        if path.stat().st_size > _LARGEST_DOCUMENT:
            where = path.relative_to(root).as_posix()
            raise BadInputError("too large for a page: over 1 MB", where=where)
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            where = path.relative_to(root).as_posix()
            raise BadInputError(f"not UTF-8 at byte {error.start}", where=where) from None
