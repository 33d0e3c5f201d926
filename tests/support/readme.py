"""The parts of the README that code keeps true: the map of the package, the table of runs.

`python -m tests.support.readme` rewrites them.
"""

import ast
from datetime import UTC, datetime
from pathlib import Path

from chaff.check.check import check

ROOT = Path(__file__).resolve().parents[2]


def module_map() -> str:
    """Return a row for each module: its path and the first line of its docstring."""
    rows = ["| module | what it is for |", "|---|---|"]
    for path in sorted((ROOT / "chaff").rglob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text())) or ""
        name = path.relative_to(ROOT).as_posix()
        if path.name == "__init__.py" and path.parent.name != "chaff":
            name = path.parent.relative_to(ROOT).as_posix() + "/"
        rows.append(f"| `{name}` | {text.splitlines()[0] if text else ''} |")
    return "\n".join(rows) + "\n"


def runs_table() -> str:
    """Return a row for each complete run, recomputed by the checker."""
    rows = [
        (
            "| rule | model | present | removed | control "
            "| removed − control (95 %) | verdict | guards |"
        ),
        "|---|---|---|---|---|---|---|---|",
    ]
    report = check(ROOT, now=datetime.now(UTC))
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
    (ROOT / "README.md").write_text(readme_with(map=module_map(), runs=runs_table()))
