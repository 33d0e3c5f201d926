"""What code keeps true in README.md and docs/map.md: the maps of the package, the table of runs.

`python -m tests.support.readme` rewrites them.
"""

import ast
from datetime import UTC, datetime
from pathlib import Path

from chaff.check.check import check
from chaff.check.compiled import committed

ROOT = Path(__file__).resolve().parents[2]


def purpose(path: Path) -> str:
    """Return the first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]


def parts() -> dict[str, list[Path]]:
    """Return the package's modules by the part that they belong to, in order of names."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "chaff").rglob("*.py")):
        found.setdefault(path.relative_to(ROOT).parts[1], []).append(path)
    return found


def short_map() -> str:
    """Return a row for each part of the package: a folder, or a module of its own."""
    rows = ["| part | what it is for |", "|---|---|"]
    for part, modules in parts().items():
        if not part.startswith("__"):
            name = part if part.endswith(".py") else f"{part}/"
            rows.append(f"| `chaff/{name}` | {purpose(modules[0])} |")
    return "\n".join(rows) + "\n"


def whole_map() -> str:
    """Return the page that has a row for each module, under a heading for each part."""
    lines = [
        "# Map of the package",
        "",
        "Made from the first line of each module by `python -m tests.support.readme`.",
    ]
    alone = [modules[0] for modules in parts().values() if len(modules) == 1]
    folders = {part: modules for part, modules in parts().items() if len(modules) > 1}
    lines += _rows("chaff", alone)
    for part, (front, *modules) in folders.items():
        lines += _rows(f"chaff/{part}", modules, purpose(front))
    return "\n".join(lines) + "\n"


def _rows(heading: str, modules: list[Path], about: str = "") -> list[str]:
    rows = [f"| `{path.relative_to(ROOT).as_posix()}` | {purpose(path)} |" for path in modules]
    lead = [about, ""] if about else []
    return ["", f"## {heading}", "", *lead, "| module | what it is for |", "|---|---|", *rows]


def runs_table() -> str:
    """Return a row for each complete run, recomputed by the checker."""
    rows = [
        (
            "| rule | model | present | removed | control "
            "| removed − control (95 %) | verdict | guards |"
        ),
        "|---|---|---|---|---|---|---|---|",
    ]
    report = check(ROOT, now=datetime.now(UTC), compiler=committed)
    for run in report.runs:
        if run.verdict is None:
            continue
        facts = run.verdict
        passes = " | ".join(
            f"{facts['passes'][arm]}/{facts['cells']}" for arm in ("present", "removed", "control")
        )
        interval = f"{100 * facts['lower']:+.1f} to {100 * facts['upper']:+.1f}"
        verdict = "admitted" if facts["admitted"] else "not admitted"
        guards = "hold" if facts["guards"]["hold"] else "do not hold"
        rows.append(
            f"| [{run.rule}]({run.file}) | {run.model} | {passes} "
            f"| {100 * facts['effect']:+.1f} points ({interval}) | {verdict} | {guards} |"
        )
    return "\n".join(rows) + "\n"


def readme_with(**parts: str) -> str:
    """Return the README with each part between its markers replaced."""
    text = (ROOT / "README.md").read_text()
    for name, content in parts.items():
        start, end = f"<!-- {name}: start -->\n", f"<!-- {name}: end -->\n"
        before, rest = text.split(start)
        _, after = rest.split(end)
        text = before + start + content + end + after
    return text


if __name__ == "__main__":
    (ROOT / "README.md").write_text(readme_with(map=short_map(), runs=runs_table()))
    (ROOT / "docs/map.md").write_text(whole_map())
