"""Plain JSON Lines of messages with a role and a content: rows in, events out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Raw

from chaff.transcripts import machine, rows
from chaff.transcripts.claude_rows import text_of
from chaff.transcripts.copies import keys_of
from chaff.transcripts.events import Event, Turn, moment


class Row(msgspec.Struct, gc=False):
    """A message; all but role and content is optional."""

    role: str | None = None
    content: Raw = Raw()
    timestamp: str | int | float | None = None
    created_at: str | int | float | None = None
    id: str | None = None
    uuid: str | None = None
    session_id: str | None = None
    conversation_id: str | None = None
    cwd: str | None = None
    model: str | None = None


_DECODER: Final = rows.Decoder(Row)
_OTHERS: Final = frozenset({"assistant", "system", "developer", "tool", "function", "model"})


class Reader:
    """Reads one file, row by row; give it every line once, in order."""

    settled = True

    def __init__(self, place: str, _numbers: Mapping[str, int] | None = None) -> None:
        """`place` names the file."""
        self.unknown: Counter[str] = Counter()
        self.n_unreadable = 0
        self._place = place

    def numbers(self) -> dict[str, int]:
        """Return what a later reading of the file's rest has to start from: nothing."""
        return {}

    def feed(self, number: int, line: bytes) -> list[Event]:
        """Return what line `number` says."""
        found = _DECODER.rows(line)
        if not found:
            self.n_unreadable += not rows.is_blank(line)
        turns = (self._row(number, row, part) for part, row in enumerate(found))
        return [turn for turn in turns if turn is not None]

    def finish(self) -> list[Event]:
        """Return what waited for later rows: nothing."""
        return []

    def _row(self, number: int, row: Row, part: int) -> Turn | None:
        if row.role not in {"user", "human"}:
            if row.role not in _OTHERS:
                self.unknown[row.role or ""] += 1
            return None
        text = machine.clean(text_of(row.content)).text
        if not text.strip() or text.strip() in machine.INTERRUPTS:
            return None
        conversation = row.session_id or row.conversation_id or self._place
        stamp = row.timestamp if row.timestamp is not None else row.created_at
        return Turn(
            row=number,
            kind="prompt",
            text=text,
            at=moment(stamp),
            conversation=conversation,
            cwd=row.cwd,
            version=None,
            entrypoint=None,
            model=None,
            keys=keys_of(
                uuid=row.uuid or row.id,
                stamp=stamp,
                text=text,
                session=(conversation,),
                place=(self._place, number, part),
            ),
        )
