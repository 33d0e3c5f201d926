"""Compiles the specs again, and compares the result with what is committed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.check.claims import claims_path
from chaff.check.faults import Fault, fault
from chaff.check.known import Known
from chaff.check.tree import list_files, read_file
from chaff.errors import BadInputError, ChaffError
from chaff.shapes.base import Shape, convert
from chaff.shapes.program import CompiledProgram

GENERATED: Final = "generated"
PROGRAM: Final = "program"
PROGRAM_FILE: Final = f"{GENERATED}/{PROGRAM}.json"


class Compiled(Shape, frozen=True, kw_only=True):
    """What the specs compile to, by path, and which names do not compile, with the reason."""

    outputs: dict[str, bytes]
    rules: tuple[str, ...]
    refused: dict[str, str]


def recompile(root: Path, known: Known | None = None) -> Compiled:
    """Compile every spec but those that are `known`; nothing is written below `root`."""
    # Compiling needs the Jsonnet engine, which nothing else here does.
    from chaff.compile import project

    outputs: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    rules: list[str] = []
    try:
        rules = project.rule_ids(root)
        outputs |= _compiled(root, PROGRAM, known)
    except ChaffError as error:
        # Every rule needs the program: they would all say the same.
        return Compiled(outputs={}, rules=tuple(rules), refused={PROGRAM: str(error)})
    gates, message = _gates(root)
    if message:
        refused["gates"] = message
    for name in [*rules, *gates]:
        try:
            outputs |= _compiled(root, name, known)
        except ChaffError as error:
            refused[name] = str(error)
    return Compiled(outputs=outputs, rules=tuple(rules), refused=refused)


def committed(root: Path) -> Compiled:
    """Return what the specs compile to, read from generated/ where it is as recorded."""
    from chaff.compile import staleness

    outputs: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    rules = staleness.rule_ids(root)
    for name in [staleness.PROGRAM, *rules, *staleness.gate_names(root)]:
        record = staleness.recorded(str(root), name)
        try:
            if isinstance(record, str) or staleness.stale(root, name):
                outputs |= _compiled(root, name, None)
                continue
        except ChaffError as error:
            refused[name] = str(error)
            continue
        paths = [*record["outputs"], staleness.record_path(name)]
        ours = [path for path in paths if path.startswith(f"{staleness.GENERATED}/")]
        outputs |= {path: (root / path).read_bytes() for path in ours}
    return Compiled(outputs=outputs, rules=tuple(rules), refused=refused)


def _compiled(root: Path, name: str, known: Known | None) -> dict[str, bytes]:
    from chaff.compile import project

    if known is not None and (outputs := known.outputs(root, name)) is not None:
        return outputs
    outputs = project.compile_name(root, name)
    if known is not None:
        known.remember(name, outputs)
    return outputs


def compiled_faults(root: Path, compiled: Compiled) -> Iterator[Fault]:
    """Yield what was refused, and how generated/ differs from what the specs compile to."""
    for name, message in compiled.refused.items():
        yield fault("spec-refused", _spec(name), message)
    for path, data in sorted(compiled.outputs.items()):
        yield from _difference(root, path, data)
    accounted = tuple(_folder(name) for name in compiled.refused)
    claimed = {claims_path(name) for name in compiled.rules}
    for path in list_files(root, GENERATED):
        is_ours = path in compiled.outputs or path.startswith(accounted)
        is_ours |= path in claimed
        if not is_ours and PROGRAM not in compiled.refused:
            yield fault("generated-leftover", path, "no spec compiles to it")


def program_of(root: Path, outputs: Mapping[str, bytes]) -> CompiledProgram | None:
    """Return the program: compiled, or the committed one where it does not compile."""
    try:
        data = outputs.get(PROGRAM_FILE) or read_file(root, PROGRAM_FILE)
        if data is None:
            return None
        return convert(parse(data, where=PROGRAM_FILE), CompiledProgram, where=PROGRAM_FILE)
    except BadInputError:
        return None


def _difference(root: Path, path: str, data: bytes) -> Iterator[Fault]:
    try:
        committed = read_file(root, path)
    except BadInputError as error:
        yield fault("generated-differs", path, error.problem)
        return
    if committed is None:
        yield fault("generated-missing", path, "the specs compile to it")
    elif committed != data:
        yield fault("generated-differs", path, _first_difference(committed, data))


def _first_difference(committed: bytes, data: bytes) -> str:
    lines = zip(committed.splitlines(), data.splitlines(), strict=False)
    number = next((n for n, (a, b) in enumerate(lines, start=1) if a != b), None)
    if number is None:
        return "it is longer or shorter than what the specs compile to"
    return f"the first difference is in line {number}"


def _gates(root: Path) -> tuple[list[str], str]:
    """Return the names of all gates, or why they cannot be told."""
    from chaff.compile.staleness import gate_names

    try:
        return gate_names(root), ""
    except ChaffError as error:
        return [], str(error)


def _spec(name: str) -> str:
    if name == PROGRAM:
        return "specs/program.jsonnet"
    if name == "gates":
        return "specs/gates"
    return f"specs/{name}.jsonnet" if name.startswith("gates/") else f"specs/rules/{name}.jsonnet"


def _folder(name: str) -> str:
    return f"{GENERATED}/{name}/"
