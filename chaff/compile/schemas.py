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
from types import GenericAlias
from typing import Any, Final

import msgspec

from chaff.canonical import readable_bytes
from chaff.compile.glossary import words_for
from chaff.errors import SpecError

FOLDER: Final = Path(__file__).parent.parent / "schemas"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_SHAPES: Final = {
    "baseline": ("chaff.lint.baseline:Baseline", "Findings that are known"),
    "eval.config": ("chaff.shapes.config:EvalConfig", "A pre-registered experiment"),
    "evidence": ("chaff.shapes.evidence:Evidence[]", "What experiments showed about a rule"),
    "gate.config": ("chaff.shapes.gate:CompiledGate", "A compiled live gate"),
    "gate.ledger": ("chaff.shapes.gate_ledger:Line", "One line of a live gate's ledger"),
    "gate.day": ("chaff.shapes.gate_day:DayScore", "One day of a gate's series"),
    "gate.spec": ("chaff.shapes.gate:Gate", "A live gate, as its spec evaluates"),
    "pricing.spec": ("chaff.shapes.program:Pricing", "The pricing manifest"),
    "program": ("chaff.shapes.program:CompiledProgram", "The program of a rule library"),
    "program.spec": ("chaff.shapes.program:Program", "A program, as its spec evaluates"),
    "readings": ("chaff.shapes.rule:Reading[]", "Hits of a rule on real text, judged"),
    "rule": ("chaff.shapes.compiled:CompiledRule", "A rule, for readers"),
    "rule.spec": ("chaff.shapes.rule:Rule", "A rule and its batteries, as their specs evaluate"),
    "run": ("chaff.shapes.record:Line", "One line of a run file"),
    "settings": ("chaff.lint.settings:Settings", "Settings of the linter"),
    "sources": ("chaff.shapes.compiled:Sources", "What compiled files were made from"),
    "spend": ("chaff.shapes.ledger:SpendEntry", "One start in the spend ledger"),
}
_DOCUMENTED: Final = ("shapes/*.py", "lint/baseline.py", "lint/settings.py")


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


def shape_of(name: str) -> Any:
    """Return the type that the files of a schema are read as."""
    place, _, many = _SHAPES[name][0].partition("[")
    module, _, attribute = place.partition(":")
    shape = getattr(import_module(module), attribute)
    return GenericAlias(tuple, (shape, ...)) if many else shape


def made_schema(name: str) -> dict[str, Any]:
    """Return the schema of a file as its shape now says it, with the shape's own words."""
    title = _SHAPES[name][1]
    schema = msgspec.json.schema(shape_of(name))
    described = _described()
    for shape, definition in schema.get("$defs", {}).items():
        fields = definition.get("properties", {})
        for field, words in {**words_for(shape, fields), **described.get(shape, {})}.items():
            if field in fields:
                fields[field].setdefault("description", words)
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


@lru_cache(maxsize=1)
def _described() -> dict[str, dict[str, str]]:
    """Return, by shape and field, the words that stand below a field in the source."""
    found: dict[str, dict[str, str]] = {}
    for pattern in _DOCUMENTED:
        for path in sorted(FOLDER.parent.glob(pattern)):
            _describe(path, found)
    return found


def _describe(path: Path, found: dict[str, dict[str, str]]) -> None:
    """Enter the shapes of one module; what a shape inherits is described as in its base."""
    here: dict[str, dict[str, str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            inherited = {k: v for base in bases for k, v in here.get(base, {}).items()}
            here[node.name] = {**inherited, **dict(_described_fields(node))}
    for shape, fields in here.items():
        found[shape] = {**found.get(shape, {}), **fields}


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
