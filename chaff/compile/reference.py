"""The reference page of what a rule is made of: kinds of detection, fixes, scorers.

Made from the shapes and their docstrings: `python -m chaff.compile.reference` writes
docs/reference/kinds.md, and a test keeps the two equal.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

from chaff.compile.schemas import made_schema
from chaff.shapes.base import Shape
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.scorer import Action, Scorer

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "kinds.md"

_HEAD: Final = """\
# Kinds of detection, fixes and scorers

<!-- made by `python -m chaff.compile.reference`; edit the docstrings in chaff/shapes instead -->

A rule is data: its `detect`, its `fix` and the `scorer` of each item name one of the kinds below
and fill in that kind's fields. There are no others. Patterns are RE2: no input makes a match slow,
and there is no look-around and no back-reference. A field without a default must be given. In
Jsonnet each kind is an object or a function of `specs/lib/chaff.libsonnet`.
"""
_PARTS: Final = (
    ("Detection", "detect", get_args(Detect)),
    ("Fixes", "fix", get_args(Fix)),
    ("Scorers", "scorer", (*get_args(Scorer), Action)),
)


def page() -> str:
    """Return the reference page, in Markdown."""
    definitions = made_schema("eval.config")["$defs"]
    parts = [_HEAD]
    for title, field, kinds in _PARTS:
        parts.append(f"\n## {title}\n\nThe kinds of `{field}`.\n")
        parts += ["\n" + "\n".join(_kind(kind, definitions[kind.__name__])) for kind in kinds]
    return "".join(parts)


def _kind(kind: type[Shape], schema: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about one kind."""
    tag = kind.__struct_config__.tag
    yield f"### `{tag}`" if tag else f"### {kind.__name__}"
    yield ""
    yield inspect.getdoc(kind) or ""
    yield ""
    fields = {name: part for name, part in schema["properties"].items() if name != "kind"}
    if not fields:
        yield "No fields."
        yield ""
        return
    yield "| field | value | default | |"
    yield "|---|---|---|---|"
    required = schema.get("required", [])
    for name, part in fields.items():
        default = "" if name in required else f"`{json.dumps(part.get('default'))}`"
        words = _cell(part.get("description", ""))
        yield f"| `{name}` | {_cell(_value(part))} | {default} | {words} |"
    yield ""


def _value(part: dict[str, Any]) -> str:
    """Return what a field holds, in words."""
    if "enum" in part:
        return " or ".join(f"`{value}`" for value in part["enum"])
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        options = [one for one in part["anyOf"] if one.get("type") != "null"]
        return _value(options[0]) if len(options) == 1 else "a scorer"
    return _PLAIN[part["type"]](part) if "type" in part else "any"


def _list(part: dict[str, Any]) -> str:
    least = f", at least {part['minItems']}" if part.get("minItems") else ""
    return f"list of {_value(part['items'])}{least}"


def _integer(part: dict[str, Any]) -> str:
    bounds = [f"{part[key]}" for key in ("minimum", "maximum") if key in part]
    return "integer" + (f" from {' to '.join(bounds)}" if bounds else "")


_PLAIN: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "array": _list,
    "integer": _integer,
    "object": lambda part: f"object of {_value(part.get('additionalProperties') or {})}",
    "string": lambda _: "text",
}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def write_page() -> None:
    """Write the page to where it is read."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_bytes(page().encode())
    print(f"wrote {PAGE.name}", file=sys.stderr)


if __name__ == "__main__":
    write_page()
