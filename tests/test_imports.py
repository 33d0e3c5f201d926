"""Who may import whom. Read this table first: it fails when the code differs."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "chaff"

# Part of the package -> the other parts it imports, lazily or not.
TABLE = {
    "errors": set(),
    "annotations": set(),
    "atomic": set(),
    "language": set(),
    "lazy": set(),
    "pattern": {"errors", "lazy"},
    "sarif": set(),
    "canonical": {"errors"},
    "shapes": {"canonical", "errors"},
    "money": {"errors", "shapes"},
    "label": {"shapes"},
    "git": set(),
    "history": {"errors", "git"},
    "lint": {
        "annotations",
        "atomic",
        "canonical",
        "errors",
        "label",
        "language",
        "lazy",
        "pattern",
        "sarif",
        "shapes",
    },
    "battery": {"canonical", "errors", "lint", "pattern", "shapes"},
    "stats": {"canonical", "errors", "shapes"},
    "transcripts": {"canonical", "errors", "shapes"},
    "gate": {
        "atomic",
        "canonical",
        "errors",
        "git",
        "language",
        "lint",
        "pattern",
        "shapes",
        "transcripts",
    },
    "compile": {
        "atomic",
        "battery",
        "canonical",
        "errors",
        "language",
        "lint",
        "money",
        "pattern",
        "shapes",
    },
    "check": {
        "annotations",
        "battery",
        "canonical",
        "compile",
        "errors",
        "history",
        "label",
        "money",
        "sarif",
        "shapes",
        "stats",
    },
    "life": {"atomic", "canonical", "check", "compile", "errors", "shapes", "stats"},
    "init": {"errors"},
    "run": {
        "atomic",
        "battery",
        "canonical",
        "check",
        "errors",
        "history",
        "money",
        "shapes",
        "stats",
    },
    "site": {
        "atomic",
        "canonical",
        "check",
        "compile",
        "errors",
        "gate",
        "lint",
        "money",
        "shapes",
        "stats",
    },
    "cli": {
        "atomic",
        "check",
        "compile",
        "errors",
        "gate",
        "init",
        "label",
        "life",
        "lint",
        "money",
        "run",
        "shapes",
        "site",
        "stats",
        "transcripts",
    },
    "tasks": {"cli", "compile", "errors", "life", "run", "site"},
    "manual": {"cli", "tasks"},
}


def part_of(module: str) -> str:
    """Return the part a dotted module name belongs to, e.g. `chaff.lint.fixes.fix` -> `lint`."""
    return [*module.split("."), "__init__"][1]


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a name comes from"
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {part_of(name) for name in found if name == "chaff" or name.startswith("chaff.")}


def actual_table() -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE)
        part = relative.parts[0].removesuffix(".py")
        table.setdefault(part, set()).update(imports_of(path) - {part, "__version__"})
    return table


def test_the_table_is_true():
    actual = actual_table()
    actual.pop("__init__", None)
    actual.pop("__main__", None)
    assert actual == TABLE


def test_the_checker_imports_nothing_of_the_runner():
    reached, frontier = set(), {"check"}
    while frontier:
        reached |= frontier
        frontier = set().union(*(TABLE[part] for part in frontier)) - reached
    assert "run" not in reached


def test_data_flows_one_way():
    """The table is in order: a part imports only what stands above it."""
    above: set[str] = set()
    for part, imports in TABLE.items():
        assert imports <= above, f"{part} imports what stands below it"
        above.add(part)
