"""The README's map of the package: each module with the first line of its docstring.

`python -m tests.support.module_map` rewrites it.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- map: start -->\n", "<!-- map: end -->\n"


def module_map() -> str:
    rows = ["| module | what it is for |", "|---|---|"]
    for path in sorted((ROOT / "chaff").rglob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text())) or ""
        name = path.relative_to(ROOT).as_posix()
        if path.name == "__init__.py" and path.parent.name != "chaff":
            name = path.parent.relative_to(ROOT).as_posix() + "/"
        rows.append(f"| `{name}` | {text.splitlines()[0] if text else ''} |")
    return "\n".join(rows) + "\n"


def readme_with(table: str) -> str:
    before, rest = (ROOT / "README.md").read_text().split(START)
    _, after = rest.split(END)
    return before + START + table + END + after


if __name__ == "__main__":
    (ROOT / "README.md").write_text(readme_with(module_map()))
