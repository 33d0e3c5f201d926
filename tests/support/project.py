"""A rule library in a temporary folder, with our own vocabulary and program, to spoil at will."""

from pathlib import Path
from shutil import copyfile, copytree

REPOSITORY = Path(__file__).resolve().parents[2]
GOOD = REPOSITORY / "tests" / "compile" / "good"

GOOD_RULE = "import '../good/rule.libsonnet'\n"


def make_project(root: Path, rule: str = GOOD_RULE, *, name: str = "example") -> Path:
    """Write a library of one rule below `root` and return `root`."""
    specs = root / "specs"
    copytree(REPOSITORY / "specs" / "lib", specs / "lib")
    copytree(GOOD, specs / "good")
    for spec in ("program.jsonnet", "pricing.jsonnet"):
        copyfile(REPOSITORY / "specs" / spec, specs / spec)
    write(root, f"specs/rules/{name}.jsonnet", rule)
    return root


def write(root: Path, path: str, content: str | bytes) -> Path:
    """Write a file of a project, byte for byte, and return its path."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file
