"""The parts of a Codex rollout's rows that matter to the reader, and which kinds there are."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw

from chaff.transcripts import rows


class Part(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str | None = None
    text: str | None = None


class Item(msgspec.Struct, gc=False):
    """A finished item, as newer versions record it."""

    type: str | None = None
    content: Raw = Raw()


class Payload(msgspec.Struct, gc=False):
    """What a row carries: of a session's head, a turn's settings, an event or an item."""

    type: str | None = None
    id: str | None = None
    session_id: str | None = None
    forked_from_id: str | None = None
    parent_thread_id: str | None = None
    thread_source: str | None = None
    cwd: str | None = None
    originator: str | None = None
    cli_version: str | None = None
    source: Raw = Raw()
    model: str | None = None
    role: str | None = None
    kind: str | None = None
    message: Raw = Raw()
    content: Raw = Raw()
    reason: str | None = None
    item: Item | None = None


class Row(msgspec.Struct, gc=False):
    """A line of a rollout; rollouts of 2025 have the payload's fields in the row itself."""

    type: str | None = None
    timestamp: str | int | float | None = None
    payload: Payload | None = None
    record_type: str | None = None
    id: str | None = None
    role: str | None = None
    content: Raw = Raw()


_KNOWN_NAMES: Final = """\
session_meta turn_context event_msg response_item compacted message reasoning function_call
function_call_output local_shell_call custom_tool_call custom_tool_call_output web_search_call
ghost_snapshot world_state inter_agent_communication inter_agent_communication_metadata
"""
KNOWN: Final = frozenset(_KNOWN_NAMES.split())

DECODER: Final = rows.Decoder(Row)
_PARTS: Final = msgspec.json.Decoder(list[Part | str])


def text_of(raw: Raw) -> str:
    """Return the text of a message: its text parts, a line each."""
    if bytes(memoryview(raw)[:1]) != b"[":
        text = rows.loads(raw) if raw else None
        return text if isinstance(text, str) else ""
    try:
        parts = _PARTS.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        value: Any = rows.loads(raw)
        given = [rows.conform(each, Part) for each in value or [] if isinstance(each, dict)]
        parts = _PARTS.decode(rows.encode(given))
    texts = [part if isinstance(part, str) else part.text for part in parts]
    return "\n".join(text for text in texts if text)


def is_name(raw: Raw, names: frozenset[str]) -> bool:
    """Tell whether a value is one of some strings."""
    return rows.loads(raw) in names if bytes(memoryview(raw)[:1]) == b'"' else False
