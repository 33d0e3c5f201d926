"""Prepares the second pull request of a rule in the working copy; commits nothing."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from chaff.atomic import write_whole
from chaff.canonical import parse
from chaff.check.check import check
from chaff.check.claims import Standing, claims_bytes, claims_path
from chaff.check.report import Report, RunRow
from chaff.compile.project import compile_into, compile_rule
from chaff.errors import ChaffError, SpecError
from chaff.life.allowed import Basis, Step, basis_of, require_allowed
from chaff.life.changelog import with_line
from chaff.life.describe import changelog_line, description
from chaff.life.grave import FOLDER, grave_page, grave_path, index_page
from chaff.life.spec_edit import with_field
from chaff.shapes.base import S, Shape, convert
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.config import EvalConfig
from chaff.stats.power import simulate_power

_SIMULATIONS: Final = 2000
_STANDINGS: Final[dict[Step, Standing]] = {
    "promote": "enforced",
    "bury": "buried",
    "demote": "heuristic",
}

DRAFTS: Final = ".chaff/pull-requests"
"""Where the text of the pull request is left; git ignores it."""


class Prepared(Shape, frozen=True, kw_only=True):
    """What was written, by path, and the text of the pull request."""

    changed: tuple[str, ...]
    description: str


def prepare(step: Step, root: Path, rule: str, *, now: datetime) -> Prepared:
    """Change spec, generated files, pages and changelog as the step needs.

    Raises UsageError if the evidence does not allow it, SpecError if the spec cannot be edited;
    nothing has been changed then.
    """
    root = root.resolve()
    report = check(root, now=now)
    basis = basis_of(report, rule)
    require_allowed(step, basis, report)
    path = f"specs/rules/{rule}.jsonnet"
    pages = _pages(step, root, basis)
    changed = _retiered(step, root, rule, path)
    for name, text in pages.items():
        if _remove(root, name) if text is None else _write(root, name, text):
            changed.append(name)
    changed += _claim(step, root, rule, report)
    reasons = _reasons(basis, report) if step == "demote" else []
    said = description(step, basis, report.primary, _others(basis, report), reasons)
    return Prepared(changed=tuple(changed), description=said)


def _edited(step: Step, rule: str, text: str, path: str) -> str:
    tier = "'enforced'" if step == "promote" else None
    buried = "true" if step == "bury" else None
    text = with_field(text, rule, "buried", buried, where=path)
    return with_field(text, rule, "tier", tier, where=path)


def _retiered(step: Step, root: Path, rule: str, path: str) -> list[str]:
    """Edit the spec and compile it; where that changes the experiment, put the spec back."""
    before = _read_text(root / path)
    experiment = _read(root, rule, "eval.config.json", EvalConfig).config_hash
    changed = [path] if _write(root, path, _edited(step, rule, before, path)) else []
    try:
        made = compile_rule(root, rule)[f"generated/{rule}/eval.config.json"]
        if convert(parse(made, where=rule), EvalConfig, where=rule).config_hash != experiment:
            raise SpecError("the edit of the tier would change the experiment", where=path)
    except ChaffError:
        _write(root, path, before)
        raise
    return [*changed, *compile_into(root, rule)]


def _pages(step: Step, root: Path, basis: Basis) -> dict[str, str | None]:
    """Return changelog and graveyard as they are to be; None where a page is to go."""
    pages: dict[str, str | None] = {}
    changelog = root / "CHANGELOG.md"
    if changelog.is_file():
        pages["CHANGELOG.md"] = with_line(_read_text(changelog), changelog_line(step, basis))
    rule = basis.rule.rule
    titles = _titles(root)
    if step == "bury":
        compiled, page = _grave(root, basis)
        titles[rule] = compiled.title
        pages[grave_path(rule)] = page
    elif titles.pop(rule, None) is not None:
        pages[grave_path(rule)] = None
    if grave_path(rule) in pages:
        pages[f"{FOLDER}/README.md"] = index_page(titles)
    return pages


def _grave(root: Path, basis: Basis) -> tuple[CompiledRule, str]:
    rule = basis.rule.rule
    assert basis.run is not None  # noqa: S101 - who buries was measured
    compiled = _read(root, rule, "rule.json", CompiledRule)
    config = _read(root, rule, "eval.config.json", EvalConfig)
    verdict = basis.run.verdict or {}
    power = simulate_power(
        verdict["n_items"], verdict["repeats"], config.admission, simulations=_SIMULATIONS
    )
    return compiled, grave_page(compiled, basis.run, power)


def _titles(root: Path) -> dict[str, str]:
    """Return the titles of the pages in the graveyard, by rule."""
    return {
        page.stem: _read_text(page).partition("\n")[0].removeprefix("# ")
        for page in sorted((root / FOLDER).glob("*.md"))
        if page.stem != "README" and page.is_file()
    }


def _claim(step: Step, root: Path, rule: str, report: Report) -> list[str]:
    """Write what the rule may claim now, or take it away."""
    path = claims_path(rule)
    data = claims_bytes(rule, _STANDINGS[step], report.runs)
    if data is not None:
        return [path] if _write(root, path, data.decode()) else []
    return [path] if _remove(root, path) else []


def _others(basis: Basis, report: Report) -> list[RunRow]:
    return [
        run
        for run in report.runs
        if run.is_of == basis.rule.rule and run.verdict is not None and run is not basis.run
    ]


def _reasons(basis: Basis, report: Report) -> list[str]:
    spec = f"specs/rules/{basis.rule.rule}.jsonnet"
    return [f"{one.message} ({one.code})" for one in report.faults if one.file == spec]


def _read(root: Path, rule: str, name: str, shape: type[S]) -> S:
    path = f"generated/{rule}/{name}"
    return convert(parse((root / path).read_bytes(), where=path), shape, where=path)


def _read_text(path: Path) -> str:
    with path.open(newline="", encoding="utf-8") as file:
        return file.read()


def _remove(root: Path, name: str) -> bool:
    """Delete a file if it is there; tell whether it was."""
    path = root / name
    if not (path.exists() or path.is_symlink()):
        return False
    path.unlink()
    return True


def _write(root: Path, name: str, text: str) -> bool:
    """Write a file if it differs; tell whether it did."""
    path = root / name
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data, mode=0o644)
    return True
