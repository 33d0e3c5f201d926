"""Evaluates a Jsonnet spec in a bounded child process and says which files it was made from.

The package `jsonnet` (the C++ engine) has no limits of its own, and aborts on some inputs; in a
process of its own a runaway spec is one error that names the file.
"""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from chaff.canonical import find_unsafe, parse
from chaff.errors import BadInputError, SpecError
from chaff.shapes.base import Shape

_EVALUATOR: Final = Path(__file__).with_name("evaluator.py")
_TRACE: Final = re.compile(r"^\t(?P<file>[^\t\n:]+):\(?(?P<line>\d+):", re.MULTILINE)
_STATIC: Final = re.compile(r"^STATIC ERROR: (?P<file>[^\n:]+):\(?(?P<line>\d+):[^ ]* ")
_VOCABULARY: Final = "specs/lib/"
_LONGEST: Final = 1000
"""Characters of a complaint that are shown."""


class Limits(Shape, frozen=True, kw_only=True):
    """What one evaluation may use."""

    cpu_seconds: int = 30
    wall_seconds: float = 120
    memory_mb: int = 512


class Evaluated(Shape, frozen=True, kw_only=True):
    """A spec's value, and the digest of every file that it was made from, by path."""

    value: Any
    sources: dict[str, str]


def evaluate(root: Path, entry: str, *, limits: Limits | None = None) -> Evaluated:
    """Evaluate `entry`, a path like `specs/rules/x.jsonnet` relative to `root`.

    Raises SpecError if it cannot be read or evaluated, reads what it may not, needs more than
    `limits`, or gives a value that has no canonical form. Whole numbers come back as int.
    """
    result = _result_of_child(root, entry, limits or Limits())
    if "text" not in result:
        raise _failure(entry, result)
    return Evaluated(value=_value_of(result["text"], entry), sources=result["sources"])


def _result_of_child(root: Path, entry: str, limits: Limits) -> dict[str, Any]:
    task = {
        "root": str(root),
        "entry": entry,
        "engine": _engine_folder(),
        "cpu_seconds": limits.cpu_seconds,
        "memory_bytes": limits.memory_mb * 2**20,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(_EVALUATOR)],
            input=json.dumps(task).encode("ascii"),
            capture_output=True,
            timeout=limits.wall_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        problem = f"does not come to an end within {limits.wall_seconds:g} s"
        raise SpecError(problem, where=entry, remedy="look for endless recursion") from None
    if done.returncode != 0:
        raise _death(entry, done.returncode, done.stderr, limits)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _engine_folder() -> str:
    spec = importlib.util.find_spec("_jsonnet")
    if spec is None or spec.origin is None:
        problem = "the package jsonnet is not installed"
        raise SpecError(problem, remedy="pip install 'chaff-lint[specs]'")
    return str(Path(spec.origin).parent)


def _death(entry: str, status: int, stderr: bytes, limits: Limits) -> SpecError:
    """Return the error for a child that ended without a result."""
    said = stderr.decode("utf-8", "replace").strip().splitlines()
    last = said[-1] if said else "no message"
    if status == -signal.SIGXCPU:
        problem = f"does not come to an end within {limits.cpu_seconds} s of processor time"
        return SpecError(problem, where=entry, remedy="look for endless recursion")
    if status == -signal.SIGKILL or "memory" in last.lower() or "bad_alloc" in last:
        return SpecError(f"needs more than {limits.memory_mb} MB of memory", where=entry)
    return SpecError(f"the Jsonnet engine broke off: {last}", where=entry)


def _failure(entry: str, result: dict[str, Any]) -> SpecError:
    """Return the error for what the child reported: a refused file or the engine's complaint."""
    engine: str = result.get("engine", "")
    problem: str = result["problem"] or _complaint(engine)
    return SpecError(problem, where=result["where"] or _place(engine) or entry)


def _complaint(engine: str) -> str:
    """Return the engine's message on one line, without its trace; a spec may choose its words."""
    said = engine.split("\n\t", 1)[0].strip()
    said = _STATIC.sub("", said).removeprefix("RUNTIME ERROR: ")
    line = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _place(engine: str) -> str:
    """Return `file:line` of the innermost place outside the vocabulary that the engine names."""
    static = _STATIC.match(engine)
    if static:
        return f"{static['file']}:{static['line']}"
    places = [f"{found['file']}:{found['line']}" for found in _TRACE.finditer(engine)]
    return next((place for place in places if not place.startswith((_VOCABULARY, "std"))), "")


def _value_of(text: str, entry: str) -> Any:
    try:
        value = parse(text.encode(), where=entry)
    except UnicodeEncodeError:
        # A lone surrogate: parsed leniently, so that the error below can say where it stands.
        value = json.loads(text)
    except BadInputError as error:
        raise SpecError(error.problem, where=entry) from None
    if problem := find_unsafe(value):
        raise SpecError(problem, where=entry)
    return _whole(value)


def _whole(value: Any) -> Any:
    """Return `value` with numbers like 100.0 as integers: JSON has no difference."""
    match value:
        case dict():
            return {key: _whole(child) for key, child in value.items()}
        case list():
            return [_whole(child) for child in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value
