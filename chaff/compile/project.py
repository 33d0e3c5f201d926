"""Compiles the specs of a project: from files below specs/ to the bytes below generated/."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chaff import __version__
from chaff.canonical import digest_bytes, parse, readable_bytes
from chaff.compile import staleness
from chaff.compile.build import build_program, build_rule, spec_as
from chaff.compile.gate import build_gate
from chaff.compile.jsonnet import Evaluated, evaluate
from chaff.compile.outputs import write_outputs
from chaff.compile.schemas import require_schema
from chaff.compile.staleness import (
    GATES,
    GENERATED,
    PROGRAM,
    gate_names,
    leftovers,
    record_path,
    rule_ids,
    stale,
)
from chaff.errors import BadInputError, ChaffError, CompileRefusal, SpecError, UsageError
from chaff.shapes.base import Shape, to_json
from chaff.shapes.compiled import Sources
from chaff.shapes.gate import Gate
from chaff.shapes.program import Pricing, Program
from chaff.shapes.rule import Rule

__all__ = [
    "compile_gate",
    "compile_into",
    "compile_name",
    "compile_program",
    "compile_rule",
    "gate_names",
    "leftovers",
    "load_program",
    "load_rule",
    "rule_ids",
    "stale",
    "write_outputs",
]

PROGRAM_SPEC: Final = "specs/program.jsonnet"
PRICING_SPEC: Final = "specs/pricing.jsonnet"

_programs: dict[str, Evaluated] = {}
"""The program's value by project, so that a thousand rules evaluate it once."""


def compile_into(root: Path, name: str) -> list[str]:
    """Compile a rule, a gate, or `PROGRAM`, and write what changed; return the paths written."""
    return write_outputs(root, name, compile_name(root, name))


def compile_name(root: Path, name: str) -> dict[str, bytes]:
    """Return the compiled files of a rule, of a gate (`gates/<id>`), or of the program."""
    if name.startswith(f"{GATES}/"):
        return compile_gate(root, name)
    return compile_program(root) if name == PROGRAM else compile_rule(root, name)


def compile_program(root: Path) -> dict[str, bytes]:
    """Return `generated/program.json` and its record, by path.

    Raises SpecError, or CompileRefusal, naming the spec at fault.
    """
    program, sources = load_program(root)
    prices = evaluate(root, PRICING_SPEC)
    pricing = spec_as(prices.value, Pricing, where=PRICING_SPEC)
    try:
        built = build_program(program, pricing)
    except CompileRefusal as refusal:
        raise _placed(refusal, PROGRAM_SPEC) from None
    except BadInputError as error:
        raise SpecError(error.problem, where=f"{PRICING_SPEC}: {error.where}") from None
    path = f"{GENERATED}/{PROGRAM}.json"
    outputs = {path: _file(path, "program", built)}
    return _with_record(PROGRAM, outputs, {**sources, **prices.sources})


def compile_rule(root: Path, rule: str) -> dict[str, bytes]:
    """Return the compiled files of a rule, its record among them, by path.

    Raises SpecError, or CompileRefusal, naming the spec at fault.
    """
    program, program_sources = load_program(root)
    spec, sources = load_rule(root, rule)
    where = rule_spec(rule)
    try:
        built = build_rule(spec, program)
    except CompileRefusal as refusal:
        at = PROGRAM_SPEC if refusal.code.startswith("request-") else where
        raise _placed(refusal, at) from None
    except (SpecError, BadInputError) as error:
        raise SpecError(error.problem, where=where, remedy=error.remedy) from None
    folder = f"{GENERATED}/{rule}"
    shapes: dict[str, Shape] = {
        f"{folder}/eval.config.json": built.config,
        f"{folder}/rule.json": built.rule,
    }
    if built.practice is not None:
        shapes[f"{folder}/practice/eval.config.json"] = built.practice
    outputs = {
        path: _file(path, path.rpartition("/")[2].removesuffix(".json"), shape)
        for path, shape in shapes.items()
    }
    return _with_record(rule, outputs, {**program_sources, **sources})


def compile_gate(root: Path, name: str) -> dict[str, bytes]:
    """Return the compiled files of a gate, its record among them, by path.

    Raises SpecError, or CompileRefusal, naming the spec at fault.
    """
    if name not in gate_names(root):
        known = ", ".join(each.removeprefix(f"{GATES}/") for each in gate_names(root)) or "none"
        gate = name.removeprefix(f"{GATES}/")
        raise UsageError(f"there is no gate {gate!r}", remedy=f"gates here: {known}")
    where = f"specs/{name}.jsonnet"
    evaluated = evaluate(root, where)
    spec = spec_as(evaluated.value, Gate, where=where)
    if f"{GATES}/{spec.id}" != name:
        problem = f"the gate calls itself {spec.id!r}"
        raise CompileRefusal("gate-id", problem, where=where, remedy="call it as its file is")
    try:
        built = build_gate(spec)
    except CompileRefusal as refusal:
        raise _placed(refusal, where) from None
    path = f"{GENERATED}/{name}/gate.config.json"
    return _with_record(name, {path: _file(path, "gate.config", built)}, evaluated.sources)


def load_program(root: Path) -> tuple[Program, dict[str, str]]:
    """Return the program, and the digests of the files it was read from."""
    evaluated = _program_value(root)
    return spec_as(evaluated.value, Program, where=PROGRAM_SPEC), evaluated.sources


def load_rule(root: Path, rule: str) -> tuple[Rule, dict[str, str]]:
    """Return a rule as its spec states it, and the digests of the files it was read from."""
    if rule not in rule_ids(root):
        known = ", ".join(rule_ids(root)) or "none"
        raise UsageError(f"there is no rule {rule!r}", remedy=f"rules here: {known}")
    where = rule_spec(rule)
    evaluated = evaluate(root, where)
    spec = spec_as(evaluated.value, Rule, where=where)
    if spec.id != rule:
        problem = f"the rule calls itself {spec.id!r}, its file {rule!r}"
        raise CompileRefusal("rule-id", problem, where=where, remedy="make them the same")
    return spec, evaluated.sources


def rule_spec(rule: str) -> str:
    """Return the path of a rule's spec."""
    return f"specs/rules/{rule}.jsonnet"


def _program_value(root: Path) -> Evaluated:
    key = str(root.resolve())
    known = _programs.get(key)
    if known is None or any(
        staleness.digest_of(f"{key}/{path}") != digest for path, digest in known.sources.items()
    ):
        _programs[key] = known = evaluate(root, PROGRAM_SPEC)
    return known


def _with_record(name: str, outputs: dict[str, bytes], sources: dict[str, str]) -> dict[str, bytes]:
    record = Sources(
        schema="chaff.sources/1",
        chaff=__version__,
        sources=sources,
        outputs={path: digest_bytes(data) for path, data in outputs.items()},
    )
    path = record_path(name)
    return {**outputs, path: _file(path, "sources", record)}


def _file(path: str, schema: str, shape: Shape) -> bytes:
    """Return the bytes of a file to commit, once they are seen to fit the shipped schema."""
    data = readable_bytes(to_json(shape))
    require_schema(schema, parse(data, where=path), where=path)
    return data


def _placed(refusal: CompileRefusal, spec: str) -> ChaffError:
    where = f"{spec}: {refusal.where}" if refusal.where else spec
    return CompileRefusal(refusal.code, refusal.problem, where=where, remedy=refusal.remedy)
