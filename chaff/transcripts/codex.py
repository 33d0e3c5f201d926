"""Codex rollouts: rows in, events out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from chaff.canonical import digest_bytes
from chaff.transcripts import machine, rows
from chaff.transcripts.codex_rows import DECODER, KNOWN, Payload, Row, is_name, text_of
from chaff.transcripts.copies import keys_of, name
from chaff.transcripts.events import (
    Event,
    Interrupt,
    Keys,
    Kind,
    Load,
    Setting,
    Settings,
    Stamp,
    Turn,
    moment,
)

_PROGRAMS: Final = frozenset({"exec", "mcp"})
_PROGRAM_ORIGINS: Final = ("codex_exec", "codex_sdk")

_APP_OPENERS: Final = (
    "# Context from my IDE setup:",
    "# Selected text:",
    "# Files mentioned by the user:",
    "# Applications mentioned by the user:",
    "# Response annotations:",
    "# Diff comments:",
    "# Browser comments:",
    "# MCP app context:",
    "# Failing PR checks:",
    "# Pull request merge conflict:",
    "# Chrome tabs:",
    "# In app browser:",
    "## Prior conversation with Codex:",
    "## Referenced chats with Codex:",
    "## Referenced ChatGPT conversation:",
    "## Code review guidelines:",
    "## Pull request fix:",
    "## Pull request merge task:",
    "## Auto resolve merge:",
)
"""How prompts begin that an editor or app built around what the person typed."""

_REQUEST: Final = re.compile(r"^## My request(?: for Codex)?[:：]", re.MULTILINE)
_AGENTS_MD: Final = re.compile(
    r"\s*# AGENTS\.md instructions for (?P<folder>[^\n]+)\n+<INSTRUCTIONS>\n?(?P<text>.*?)\n?"
    r"</INSTRUCTIONS>",
    re.DOTALL,
)

_EVENT, _ITEM = "event", "item"


class Reader:
    """Reads one rollout, row by row; give it every line once, in order.

    A message of the person stands in the file up to three times: as an event, as a finished item,
    and as what was sent to the model. The last holds injected text too, so it counts only in files
    without the others.
    """

    def __init__(self, place: str, numbers: Mapping[str, int] | None = None) -> None:
        """`place` names the file; `numbers` are those of an earlier reading of its beginning."""
        self.unknown: Counter[str] = Counter()
        self.n_unreadable = 0
        self._place = place
        self._conversation = self._root = place
        self._is_program = self._is_aside = self._has_head = False
        self._seen = Settings()
        self._sent: list[Event] = []
        self._last, self._last_in = "", ""
        self._has_events = False
        self._n_said = 0
        self.resume(numbers or {})

    @property
    def settled(self) -> bool:
        """Whether everything read so far has been told."""
        return not self._sent

    def numbers(self) -> dict[str, int]:
        """Return what a later reading of the file's rest has to start from."""
        found = {"n_said": self._n_said, "has_events": int(self._has_events)}
        if self._last:
            found[self._last] = int(self._last_in == _ITEM)
        return found

    def resume(self, numbers: Mapping[str, int]) -> None:
        """Go on as after an earlier reading, having been fed the head of the file again."""
        self._n_said = numbers.get("n_said", 0)
        self._has_events = bool(numbers.get("has_events"))
        self._sent.clear()
        self._last, self._last_in = "", ""
        for key, value in numbers.items():
            if key not in {"n_said", "has_events"}:
                self._last, self._last_in = key, _ITEM if value else _EVENT

    def feed(self, number: int, line: bytes) -> list[Event]:
        """Return what line `number` says."""
        found = DECODER.rows(line)
        if not found:
            self.n_unreadable += not rows.is_blank(line)
            return []
        events: list[Event] = []
        for row in found:
            events += self._row(number, row)
        return events

    def finish(self) -> list[Event]:
        """Return the messages of a file that has them only as they were sent to the model."""
        sent, self._sent = self._sent, []
        return sent

    def _row(self, number: int, row: Row) -> list[Event]:
        payload = row.payload or Payload(type=row.type, role=row.role, content=row.content)
        if row.type == "session_meta":
            return self._head(number, row, payload)
        if row.type == "turn_context":
            given = Settings(cwd=payload.cwd, model=payload.model)
            return self._settings(number, row.timestamp, given)
        if row.type == "event_msg":
            return self._event(number, row.timestamp, payload)
        if row.type in {"response_item", "message"}:
            return self._message(number, row.timestamp, payload)
        if row.type is None and row.id and not self._has_head:
            self._has_head = True
            self._conversation = self._root = row.id
        elif row.type not in KNOWN and row.record_type is None:
            self.unknown[row.type or ""] += 1
        return []

    def _head(self, number: int, row: Row, payload: Payload) -> list[Event]:
        """Take a session's head; those that follow are of the sessions it was forked from."""
        session = payload.id or payload.session_id
        if self._has_head:
            self._root = session or self._root
            return []
        self._has_head = True
        self._conversation = session or self._place
        self._root = payload.forked_from_id or self._conversation
        self._is_aside = bool(
            payload.parent_thread_id
            or payload.thread_source == "subagent"
            or bytes(payload.source).lstrip()[:1] == b"{"
        )
        self._is_program = is_name(payload.source, _PROGRAMS) or (
            payload.originator or ""
        ).startswith(_PROGRAM_ORIGINS)
        given = Settings(payload.cwd, payload.cli_version, payload.originator)
        return self._settings(number, row.timestamp, given)

    def _event(self, number: int, stamp: Stamp, payload: Payload) -> list[Event]:
        if payload.type == "turn_aborted" and payload.reason in {None, "interrupted"}:
            if self._is_aside:
                return []
            keys = Keys(same=(name("interrupt", self._root, self._n_said),))
            at = moment(stamp)
            return [Interrupt(row=number, at=at, conversation=self._conversation, keys=keys)]
        if payload.type == "user_message" and payload.kind in {None, "plain"}:
            return self._said(number, stamp, text_of(payload.message), _EVENT)
        item = payload.item if payload.type == "item_completed" else None
        if item and (item.type or "").replace("_", "").lower() == "usermessage":
            return self._said(number, stamp, text_of(item.content), _ITEM)
        return []

    def _said(self, number: int, stamp: Stamp, given: str, source: str) -> list[Event]:
        self._has_events = True
        self._sent.clear()
        text = own_words(given)
        if not text.strip() or self._is_aside:
            return []
        said = name("said", text)
        if said == self._last and source != self._last_in:
            self._last = ""
            return []
        self._last, self._last_in = said, source
        return [self._turn(number, stamp, text)]

    def _message(self, number: int, stamp: Stamp, payload: Payload) -> list[Event]:
        if payload.type != "message" or payload.role != "user":
            return []
        given = text_of(payload.content)
        if loaded := _AGENTS_MD.match(given):
            return [self._load(number, stamp, loaded)]
        text = own_words(given)
        if self._has_events or self._is_aside or not text.strip():
            return []
        self._sent.append(self._turn(number, stamp, text, self._n_said + len(self._sent)))
        return []

    def _load(self, number: int, stamp: Stamp, loaded: re.Match[str]) -> Load:
        folder = loaded["folder"].rstrip("/")
        return Load(
            row=number,
            at=moment(stamp),
            conversation=self._conversation,
            path=f"{folder}/AGENTS.md",
            scope="Project",
            digest=digest_bytes(loaded["text"].encode()),
        )

    def _turn(self, number: int, stamp: Stamp, text: str, index: int | None = None) -> Turn:
        if index is None:
            index, self._n_said = self._n_said, self._n_said + 1
        kind: Kind = "sdk" if self._is_program else "prompt"
        return Turn(
            row=number,
            kind=kind,
            text=text,
            at=moment(stamp),
            conversation=self._conversation,
            cwd=self._seen.cwd,
            version=self._seen.version,
            entrypoint=self._seen.entrypoint,
            model=self._seen.model,
            keys=self._keys(stamp, text, index),
        )

    def _keys(self, stamp: Stamp, text: str, index: int) -> Keys:
        """Return a turn's keys: forks are stamped anew, but repeat their turns in order."""
        keys = keys_of(uuid=None, stamp=stamp, text=text, session=(self._root,), place="")
        same = (name("nth", self._root, index, text),)
        return Keys(same=same, moment=keys.moment, here=keys.here)

    def _settings(self, number: int, stamp: Stamp, given: Settings) -> list[Event]:
        at, conversation = moment(stamp), self._conversation
        return [
            Setting(row=number, at=at, conversation=conversation, name=name, value=value)
            for name, value in self._seen.take(given)
        ]


def own_words(text: str) -> str:
    """Return what the person typed of a message that an app may have built around it."""
    cleaned = machine.clean(text)
    if cleaned.after_message or machine.is_written_by_harness(cleaned.text):
        return ""
    if not cleaned.text.lstrip().startswith(_APP_OPENERS):
        return cleaned.text
    requests = list(_REQUEST.finditer(cleaned.text))
    return machine.clean(cleaned.text[requests[-1].end() :].strip()).text if requests else ""
