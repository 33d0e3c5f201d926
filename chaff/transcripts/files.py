"""Reads transcripts from disk: whole ones, or only what was added since the last time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from chaff.canonical import digest_bytes
from chaff.errors import BadInputError
from chaff.transcripts import codex, rows
from chaff.transcripts.census import Census, census_of
from chaff.transcripts.copies import name
from chaff.transcripts.detect import READERS, Format, Reader, format_of
from chaff.transcripts.events import Event, Setting, Turn
from chaff.transcripts.index import FileState
from chaff.transcripts.lines import Line, lines

_SAMPLE: Final = 1 << 16
"""Bytes at either end of what was read that must be the same for a file to have only grown."""

_MOST_UNDECIDED: Final = 200
"""Rows after which a file that shows no format is taken for Claude Code's."""

_HEAD_ROWS: Final = 20


class Tally(msgspec.Struct, gc=False):
    """What was passed over while reading: nothing of it is an error, all of it is told."""

    n_rows: int = 0
    n_bytes: int = 0
    n_unreadable: int = 0
    n_too_long: int = 0
    n_torn: int = 0
    n_copies: int = 0
    unknown: Counter[str] = msgspec.field(default_factory=Counter)
    foreign: list[str] = msgspec.field(default_factory=list)
    """Files with lines of which none is a row of anything."""
    census: dict[str, Census] = msgspec.field(default_factory=dict)
    """By the version of the program that wrote last; '' where none is named."""

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.n_rows += other.n_rows
        self.n_bytes += other.n_bytes
        self.n_unreadable += other.n_unreadable
        self.n_too_long += other.n_too_long
        self.n_torn += other.n_torn
        self.n_copies += other.n_copies
        self.unknown.update(other.unknown)
        self.foreign += other.foreign
        for version, count in other.census.items():
            self.census.setdefault(version, Census()).add(count)


class Position(msgspec.Struct, frozen=True, gc=False):
    """A place in a file: bytes and rows before it; `is_open` if nothing ended the last row yet."""

    offset: int
    row: int
    is_open: bool


def path_key(path: Path) -> str:
    """Return the digest that stands for a file's place in an index."""
    return name("path", os.path.abspath(path))  # noqa: PTH100 (links keep their own place)


class Reading:
    """One file being read; iterate it once, then ask for its state and tally."""

    def __init__(self, path: Path, before: FileState | None = None) -> None:
        """`before` is how far an earlier reading came, if there was one."""
        self.tally = Tally()
        self.state = before
        self._path = path
        self._before = before
        self._place = path_key(path)
        self._format: Format | None = before.format if before else None
        self._reader: Reader | None = None
        self._position = Position(0, 0, is_open=False)
        self._undecided: list[tuple[int, bytes]] = []
        self._n_words = 0
        self._version = ""
        self._by_program = False

    def __iter__(self) -> Iterator[Event]:
        """Yield the file's events in the order of its rows, copies included.

        Raises BadInputError if the file cannot be read, or is no transcript at all.
        """
        try:
            with self._path.open("rb", buffering=0) as file:
                yield from self._events(file)
        except OSError as error:
            reason = error.strerror or "cannot be read"
            raise BadInputError(reason, where=str(self._path)) from None

    def _events(self, file: BinaryIO) -> Iterator[Event]:
        status = os.fstat(file.fileno())
        before = self._before
        if before and (before.size, before.mtime_ns) == (status.st_size, status.st_mtime_ns):
            return
        start = self._position = self._start(file, status.st_size)
        file.seek(start.offset)
        done = start
        for row, line in self._whole_lines(file, start):
            data, reader = line.data, self._reader
            if data is None:
                self.tally.n_too_long += 1
            elif reader is None:
                yield from self._undecided_row(row, data)
                reader = self._reader
            elif told := reader.feed(row, data):
                yield from self._noted(told)
            if reader is not None and reader.settled:
                done = self._position
        self.tally.n_rows += self._position.row - start.row
        self.tally.n_bytes += self._position.offset - start.offset
        yield from self._finish(status, file, done)

    def _start(self, file: BinaryIO, size: int) -> Position:
        """Return where to go on: at the beginning if the file has not only grown."""
        before = self._before
        if before is None or not _has_only_grown(file, before, size):
            self._format = None
            return Position(0, 0, is_open=False)
        if before.format:
            self._reader = _resumed(file, before.format, self._place, before)
        return Position(before.offset, before.row, is_open=before.is_open)

    def _whole_lines(self, file: BinaryIO, start: Position) -> Iterator[tuple[int, Line]]:
        """Yield rows with their numbers, but not one whose end is still to come."""
        offset, row, is_open = start.offset, start.row, start.is_open
        for line in lines(file.read):
            if is_open and line.is_ended and line.n_bytes == 1:
                offset, is_open = offset + 1, False
                continue
            is_open = not line.is_ended
            if is_open and not (line.data and rows.is_whole(line.data)):
                self.tally.n_torn += line.data is None or not rows.is_blank(line.data)
                return
            offset += line.n_bytes
            self._position = Position(offset, row + 1, is_open=is_open)
            yield row, line
            row += 1

    def _undecided_row(self, number: int, data: bytes) -> Iterator[Event]:
        self._undecided.append((number, data))
        self._format = format_of(data)
        if self._format or len(self._undecided) >= _MOST_UNDECIDED:
            yield from self._decide()

    def _decide(self) -> Iterator[Event]:
        """Choose the reader, and give it the rows that did not show which one it is."""
        self._reader = READERS[self._format or "claude-code"](self._place, {})
        for number, data in self._undecided:
            yield from self._noted(self._reader.feed(number, data))
        self._undecided.clear()

    def _finish(self, status: os.stat_result, file: BinaryIO, done: Position) -> Iterator[Event]:
        numbers: dict[str, int] = {}
        if self._reader is None:
            yield from self._decide()
        if self._reader is not None:
            numbers = self._reader.numbers()
            yield from self._noted(self._reader.finish())
            self.tally.n_unreadable += self._reader.n_unreadable
            self.tally.unknown.update(self._reader.unknown)
            if self._format is None and self._reader.n_unreadable and not self._reader.unknown:
                self.tally.foreign.append(str(self._path))
        self._count()
        self.state = FileState(
            size=status.st_size,
            mtime_ns=status.st_mtime_ns,
            offset=done.offset,
            row=done.row,
            is_open=done.is_open,
            head=_digest(file, 0, min(done.offset, _SAMPLE)),
            tail=_digest(file, max(0, done.offset - _SAMPLE), done.offset),
            format=self._format,
            numbers=numbers,
        )

    def _noted(self, told: Sequence[Event]) -> Sequence[Event]:
        """Return events as they are, with what the census needs taken from them."""
        for event in told:
            if isinstance(event, Turn):
                self._n_words += event.scores
                self._by_program = self._by_program or not event.scores
            elif isinstance(event, Setting) and event.name == "version":
                self._version = event.value
            elif isinstance(event, Setting) and event.name == "entrypoint":
                self._by_program = event.value.startswith("sdk")
        return told

    def _count(self) -> None:
        tally = self.tally
        self.tally.census[self._version] = census_of(
            self._path,
            by_program=self._by_program,
            rows=tally.n_rows,
            words=self._n_words,
            unknown=tally.unknown.total() + tally.n_unreadable,
        )


def _has_only_grown(file: BinaryIO, before: FileState, size: int) -> bool:
    offset = before.offset
    return (
        size >= offset
        and _digest(file, 0, min(offset, _SAMPLE)) == before.head
        and _digest(file, max(0, offset - _SAMPLE), offset) == before.tail
    )


def _digest(file: BinaryIO, start: int, end: int) -> str:
    file.seek(start)
    return digest_bytes(file.read(end - start))


def _resumed(file: BinaryIO, form: Format, place: str, before: FileState) -> Reader:
    """Return a reader that goes on where an earlier one stopped."""
    if form != "codex":
        return READERS[form](place, before.numbers)
    reader = codex.Reader(place)
    file.seek(0)
    for number, line in enumerate(lines(file.read)):
        if number >= min(_HEAD_ROWS, before.row):
            break
        reader.feed(number, line.data or b"")
    reader.resume(before.numbers)
    reader.unknown.clear()
    reader.n_unreadable = 0
    return reader
