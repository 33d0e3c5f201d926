"""The parts of Claude Code's rows that matter to the reader, and which kinds of row there are."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw

from chaff.transcripts import rows


class Origin(msgspec.Struct, gc=False):
    """Who gave a prompt, since 2.1.263; anything but `human` is not a person."""

    kind: str | None = None


class ForkedFrom(msgspec.Struct, gc=False, rename={"uuid": "messageUuid"}):
    """The row of another session that this one repeats."""

    uuid: str | None = None


class Permission(msgspec.Struct, gc=False):
    """Who allowed or refused a tool."""

    source: str | None = None


class Identity(msgspec.Struct, gc=False, rename={"model": "modelId"}):
    """The model that a session was told it is."""

    model: str | None = None


class Block(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str | None = None
    text: str | None = None
    is_error: bool | None = None
    content: Raw = Raw()


class Message(msgspec.Struct, gc=False):
    """What a user or assistant row carries."""

    role: str | None = None
    model: str | None = None
    content: Raw = Raw()


class File(msgspec.Struct, gc=False):
    """An instruction file as an attachment records it."""

    path: str | None = None
    type: str | None = None
    content: str | None = None


_CAMEL: Final = {"mode": "commandMode", "is_meta": "isMeta", "human_turn": "humanTurn"}


class Attachment(msgspec.Struct, gc=False, rename=_CAMEL):
    """What the harness put beside a message."""

    type: str | None = None
    prompt: Raw = Raw()
    mode: str | None = None
    origin: Origin | str | None = None
    is_meta: bool | None = None
    human_turn: bool | None = None
    source_uuid: str | None = None
    identity: Identity | None = None
    files: Raw = Raw()
    path: str | None = None
    content: Raw = Raw()


class Row(msgspec.Struct, gc=False, rename="camel"):
    """A line of a session file."""

    type: str | None = None
    uuid: str | None = None
    timestamp: str | int | float | None = None
    session_id: str | None = None
    cwd: str | None = None
    version: str | None = None
    entrypoint: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    team_name: str | None = None
    parent_tool: str | None = msgspec.field(default=None, name="parent_tool_use_id")
    source_tool: str | None = msgspec.field(default=None, name="sourceToolUseID")
    plan_content: str | None = None
    permission_mode: str | None = None
    permission_decision: Permission | None = None
    origin: Origin | str | None = None
    prompt_source: str | None = None
    turn_origin: str | None = None
    row_source: str | None = None
    forked_from: ForkedFrom | None = None
    message: Message | None = None
    attachment: Attachment | None = None
    operation: str | None = None
    reason: str | None = None
    content: Raw = Raw()


_KNOWN_NAMES: Final = """\
user assistant attachment system progress summary custom-title ai-title last-prompt tag
agent-name agent-color agent-setting pr-link frame-link file-history-snapshot
file-history-delta attribution-snapshot mode permission-mode session-owner isolation-latch
dev-mods memory-mode atis-latch tools-used worktree-state cost-state queue-operation
content-replacement data-flow-records data-flow-incomplete derived-from continued-in
ended-by-model relocated bridge-session history-suppression api-request api-request-shape
api-request-blob api-request-resumed fork-context-ref observer-ref resume-head-vouch
marble-origami-commit marble-origami-snapshot speculation-accept result stream_event
"""
KNOWN: Final = frozenset(_KNOWN_NAMES.split())
"""Types of row that are known, most of them as holding no words; others are counted."""

LOADING: Final = frozenset({"instructions", "nested_memory"})
"""Attachments that say which instruction files were loaded."""

DECODER: Final = rows.Decoder(Row)
_TEXTS: Final = frozenset({"text", "input_text"})
_BLOCKS: Final = msgspec.json.Decoder(list[Block | str])
_FILES: Final = msgspec.json.Decoder(list[File])
_FILE: Final = msgspec.json.Decoder(File)
_TEXT: Final = msgspec.json.Decoder(str)


def is_known(kind: str | None) -> bool:
    """Tell whether a type of row is one that the reader knows."""
    return kind in KNOWN or (kind or "").startswith("artifact-")


def blocks_of(raw: Raw) -> list[Block]:
    """Return the parts of a message's content; a plain string is one part of type text."""
    first = bytes(memoryview(raw)[:1])
    if first == b'"':
        return [Block(type="text", text=text_of(raw))]
    if first != b"[":
        return []
    try:
        parts = _BLOCKS.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        parts = _leniently(raw)
    return [part if isinstance(part, Block) else Block(type="text", text=part) for part in parts]


def text_of(raw: Raw) -> str:
    """Return the text of a message's content: its text parts, a line each."""
    if bytes(memoryview(raw)[:1]) == b'"':
        try:
            return _TEXT.decode(raw)
        except msgspec.DecodeError:
            text = rows.loads(raw)
            return text if isinstance(text, str) else ""
    parts = blocks_of(raw)
    return "\n".join(part.text for part in parts if part.type in _TEXTS and part.text)


def files_of(attachment: Attachment) -> list[File]:
    """Return the instruction files that an attachment says were loaded."""
    try:
        if attachment.type == "instructions":
            return _FILES.decode(attachment.files)
        if attachment.type == "nested_memory":
            return [_FILE.decode(attachment.content)]
    except msgspec.DecodeError:
        return []
    return []


def _leniently(raw: Raw) -> list[Block | str]:
    value: Any = rows.loads(raw)
    if not isinstance(value, list):
        return []
    found = [
        part if isinstance(part, str) else rows.conform(part, Block)
        for part in value
        if isinstance(part, (str, dict))
    ]
    return _BLOCKS.decode(rows.encode(found))
