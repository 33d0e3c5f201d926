"""Which format a transcript has, from its first rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Raw

from chaff.transcripts import claude_code, codex, plain, rows
from chaff.transcripts.codex_rows import KNOWN as KNOWN_TO_CODEX
from chaff.transcripts.events import Event

Format: TypeAlias = Literal["claude-code", "codex", "plain"]


class Reader(Protocol):
    """What all formats' readers can do; see chaff/transcripts/claude_code.py."""

    unknown: Counter[str]
    n_unreadable: int

    @property
    def settled(self) -> bool:
        """Whether everything read so far has been told."""

    def numbers(self) -> dict[str, int]:
        """Return what a later reading of the file's rest has to start from."""

    def feed(self, number: int, line: bytes) -> Sequence[Event]:
        """Return what line `number` says."""

    def finish(self) -> Sequence[Event]:
        """Return what waited for later rows."""


class _Probe(msgspec.Struct, gc=False):
    type: str | None = None
    role: str | None = None
    record_type: str | None = None
    payload: Raw = Raw()
    message: Raw = Raw()
    content: Raw = Raw()
    instructions: Raw = Raw()


_DECODER: Final = rows.Decoder(_Probe)

READERS: Final[dict[Format, Callable[[str, Mapping[str, int]], Reader]]] = {
    "claude-code": claude_code.Reader,
    "codex": codex.Reader,
    "plain": plain.Reader,
}


def format_of(line: bytes) -> Format | None:
    """Return the format that a line shows, or None if it shows none."""
    for row in _DECODER.rows(line):
        if row.payload or row.record_type or (row.instructions and row.type is None):
            return "codex"
        if row.role and row.content and not row.message:
            return "plain"
        if row.type in KNOWN_TO_CODEX:
            return "codex"
        if row.type:
            return "claude-code"
    return None
