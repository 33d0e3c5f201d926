"""What a recorded response says: its text and its tool calls, whatever else it holds.

A response is data from outside. Blocks are taken by type, unknown ones are passed over, and a
field of the wrong type reads as absent, so nothing here can raise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chaff.shapes.base import Shape

CUT_OFF: Final = ("refusal", "max_tokens", "model_context_window_exceeded")
"""Stop reasons after which an answer is not one: nothing in it is scored."""

_encode: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode


class Call(Shape, frozen=True, kw_only=True):
    """One tool call: the tool's name and the arguments it was given."""

    id: str
    tool: str
    arguments: dict[str, Any]


def blocks(response: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the content blocks of a response."""
    content = response.get("content")
    if isinstance(content, list | tuple):
        yield from (block for block in content if isinstance(block, dict))


def text_of(response: Mapping[str, Any]) -> str:
    """Return the text blocks of a response, one after the other."""
    texts = (block.get("text") for block in blocks(response) if block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def calls_of(response: Mapping[str, Any]) -> tuple[Call, ...]:
    """Return the tool calls of a response in order; one without a name is none."""
    calls: list[Call] = []
    place = 0
    content = response.get("content")
    # A plain loop: every answer of a library is read here.
    for block in content if isinstance(content, list | tuple) else ():
        if not isinstance(block, dict) or block.get("type") != "tool_use":
            continue
        place += 1
        name = block.get("name")
        if isinstance(name, str):
            calls.append(Call(id=_id_of(block, place), tool=name, arguments=_arguments_of(block)))
    return tuple(calls)


def why_unusable(response: Mapping[str, Any], calls: Sequence[Call]) -> str:
    """Return why a response, which makes some calls, is no answer at all, or ''."""
    stop_reason = response.get("stop_reason")
    if stop_reason in CUT_OFF:
        return f"stopped: {stop_reason}"
    if not calls and not text_of(response).strip():
        return "the answer is empty"
    return ""


def as_text(value: Any) -> str:
    """Return an argument as the text that patterns see: strings as they are, the rest as JSON."""
    if isinstance(value, str):
        return value
    try:
        return _encode(value)
    except (RecursionError, TypeError, ValueError):
        return ""


def _id_of(use: Mapping[str, Any], place: int) -> str:
    given = use.get("id")
    return given if isinstance(given, str) and given else f"call_{place}"


def _arguments_of(use: Mapping[str, Any]) -> dict[str, Any]:
    given = use.get("input")
    return dict(given) if isinstance(given, dict) else {}
