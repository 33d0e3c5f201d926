"""Rule specs evaluated without their batteries, so that a rule can be tested on its own."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import _jsonnet

from chaff.shapes.base import convert
from chaff.shapes.compiled import CompiledRule

ROOT = Path(__file__).resolve().parents[2]
RULES = tuple(sorted(path.stem for path in (ROOT / "specs" / "rules").glob("*.jsonnet")))


@cache
def rule(name: str) -> CompiledRule:
    """Return a rule of this repository as its spec states it."""
    spec = ROOT / "specs" / "rules" / f"{name}.jsonnet"
    value: dict[str, Any] = json.loads(
        _jsonnet.evaluate_file(str(spec), import_callback=_without_batteries)
    )
    del value["battery"], value["practice"]
    notes = {"items": {}, "practice_items": {}}
    return convert({**value, **notes, "schema": "chaff.rule/1"}, CompiledRule, where=name)


def _without_batteries(folder: str, relative: str) -> tuple[str, bytes]:
    if "batteries" in relative:
        return relative, b"null"
    path = (Path(folder) / relative).resolve()
    return str(path), path.read_bytes()
