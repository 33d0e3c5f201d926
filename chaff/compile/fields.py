"""A JSON Schema's fields as tables in Markdown: name, type, default, meaning."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

Part = dict[str, Any]
Link = Callable[[str], str]
"""Turns the name of a shape into the words (or the link) that stand for it."""

_PATTERNS: Final = {
    r"^sha256:[0-9a-f]{64}$": "digest (`sha256:` and 64 hexadecimal digits)",
    r"^(sha256:[0-9a-f]{64}|absent)$": "digest, or `absent`",
    r"^\d{4}-\d{2}-\d{2}$": "day (`YYYY-MM-DD`)",
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "day (`YYYY-MM-DD`)",
    r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$": "instant (`YYYY-MM-DDThh:mm:ssZ`)",
    r"^[^/\\\x00][^\\\x00]*$": "relative path",
    r"^[0-9a-f]{40}([0-9a-f]{24})?$": "commit (40 or 64 hexadecimal digits)",
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "id (`a-z`, `0-9`, single hyphens between)",
    r"^[a-z0-9][a-z0-9._-]*$": "model name",
    r"^[0-9a-f]{32}$": "32 hexadecimal digits",
}
_LARGEST: Final = 2**53 - 1


def table(schema: Part, *, link: Link) -> Iterator[str]:
    """Yield the lines of the table of an object's fields; the tag `kind` is left out."""
    fields = {name: part for name, part in schema["properties"].items() if name != "kind"}
    if not fields:
        yield "No fields."
        yield ""
        return
    yield "| field | type | default | meaning |"
    yield "|---|---|---|---|"
    required = schema.get("required", [])
    for name, part in fields.items():
        default = "" if name in required else f"`{json.dumps(part.get('default'))}`"
        words = part.get("description", "")
        yield f"| `{name}` | {_cell(value(part, link))} | {default} | {_cell(words)} |"
    yield ""


def value(part: Part, link: Link) -> str:
    """Return what a field holds, in words."""
    if "enum" in part:
        return " or ".join(f"`{one}`" for one in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    if "$ref" in part:
        return link(str(part["$ref"]).rpartition("/")[2])
    if "anyOf" in part:
        return " or ".join(_distinct(value(one, link) for one in part["anyOf"]))
    return _PLAIN[part["type"]](part, link) if "type" in part else "any JSON"


def _distinct(words: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _list(part: Part, link: Link) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(value(one, link) for one in part['prefixItems'])}]"
    least = f", at least {part['minItems']}" if part.get("minItems") else ""
    most = f", at most {part['maxItems']}" if part.get("maxItems") else ""
    return f"list of {value(part['items'], link)}{least}{most}"


def _object(part: Part, link: Link) -> str:
    inside = part.get("additionalProperties")
    return f"object of {value(inside, link)}" if isinstance(inside, dict) and inside else "object"


def _number(part: Part, _: Link) -> str:
    words = part["type"]
    for key, before in (("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to")):
        if key in part and part[key] != _LARGEST:
            words += f" {before} {part[key]}"
    return str(words)


def _text(part: Part, _: Link) -> str:
    if "pattern" in part:
        return _PATTERNS.get(part["pattern"], f"text like `{part['pattern']}`")
    if part.get("format") == "date":
        return "day (`YYYY-MM-DD`)"
    return "text"


_PLAIN: Final[dict[str, Callable[[Part, Link], str]]] = {
    "array": _list,
    "boolean": lambda *_: "true or false",
    "integer": _number,
    "null": lambda *_: "null",
    "number": _number,
    "object": _object,
    "string": _text,
}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
