"""JSON Schemas of the files that chaff writes: made from the shapes, shipped, and held to.

`python -m chaff.compile.schemas` writes chaff/schemas; a test keeps the two equal.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from chaff.canonical import readable_bytes
from chaff.errors import SpecError

FOLDER: Final = Path(__file__).parent.parent / "schemas"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_SHAPES: Final = {
    "eval.config": ("chaff.shapes.config:EvalConfig", "A pre-registered experiment"),
    "gate.config": ("chaff.shapes.gate:CompiledGate", "A compiled live gate"),
    "gate.ledger": ("chaff.shapes.gate_ledger:Line", "One line of a live gate's ledger"),
    "program": ("chaff.shapes.program:CompiledProgram", "The program of a rule library"),
    "rule": ("chaff.shapes.compiled:CompiledRule", "A rule, for readers"),
    "run": ("chaff.shapes.record:Line", "One line of a run file"),
    "sources": ("chaff.shapes.compiled:Sources", "What compiled files were made from"),
    "spend": ("chaff.shapes.ledger:SpendEntry", "One start in the spend ledger"),
}
_DOCUMENTED: Final = (
    "compiled",
    "config",
    "detect",
    "gate",
    "gate_ledger",
    "ledger",
    "program",
    "record",
    "rule",
    "scorer",
)


def require_schema(name: str, value: Any, *, where: str) -> None:
    """Raise SpecError, naming the field, unless a value fits the shipped schema `name`."""
    from jsonschema.exceptions import best_match

    fault = best_match(_validator(name).iter_errors(value))
    if fault is not None:
        problem = f"{fault.json_path}: {fault.message}"
        raise SpecError(problem, where=where, remedy=f"see chaff/schemas/{name}.schema.json")


def schema_names() -> tuple[str, ...]:
    """Return the names of all shipped schemas."""
    return tuple(_SHAPES)


def made_schema(name: str) -> dict[str, Any]:
    """Return the schema of a file as its shape now says it, with the shape's own words."""
    place, title = _SHAPES[name]
    module, _, attribute = place.partition(":")
    schema = msgspec.json.schema(getattr(import_module(module), attribute))
    described = _described()
    for shape, definition in schema.get("$defs", {}).items():
        for field, words in described.get(shape, {}).items():
            if field in definition.get("properties", {}):
                definition["properties"][field].setdefault("description", words)
    return {"$schema": _DIALECT, "$id": f"chaff:{name}", "title": title, **schema}


def schema_bytes(name: str) -> bytes:
    """Return a schema as it is shipped."""
    return readable_bytes(made_schema(name))


def schema_path(name: str) -> Path:
    """Return the path of a shipped schema."""
    return FOLDER / f"{name}.schema.json"


@lru_cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema_path(name).read_bytes()))


def _described() -> dict[str, dict[str, str]]:
    """Return, by shape and field, the words that stand below a field in the source."""
    return {
        shape: fields
        for module in _DOCUMENTED
        for shape, fields in _described_in(FOLDER.parent / "shapes" / f"{module}.py")
    }


def _described_in(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, dict(_described_fields(node))


def _described_fields(shape: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(shape.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                yield name, " ".join(words.split())


def write_schemas() -> None:
    """Write every schema to where it is shipped from."""
    FOLDER.mkdir(exist_ok=True)
    for name in schema_names():
        schema_path(name).write_bytes(schema_bytes(name))
        print(f"wrote {schema_path(name).name}", file=sys.stderr)


if __name__ == "__main__":
    write_schemas()
