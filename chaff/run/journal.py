"""The run file while it grows: one chained line a turn, on the disk before anything goes on."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from chaff.canonical import digest_bytes, parse
from chaff.errors import BadInputError, ChaffError, EndpointError, RunStopped
from chaff.run.files import make_folder, read_whole, unwritable, write_whole
from chaff.run.spare import Spare
from chaff.run.together import Together
from chaff.shapes.base import convert
from chaff.shapes.record import (
    Footer,
    Header,
    RunFile,
    Turn,
    broken_link,
    line_of,
    read_run,
)

if sys.platform != "win32":
    import fcntl

_FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT))


class Journal:
    """Appends turns and the footer to one run file; safe to call from several threads.

    After a failed write nothing more is accepted: the file ends in a whole line, or in a torn one
    that the next start cuts off. On a full disk the spare room is given up first, so that calls in
    flight can be recorded; `is_full` then says that nothing more may be asked.
    Turns that come together are written and synced together.
    """

    def __init__(
        self, path: Path, where: str, run: RunFile, file: int, *, spare: Spare | None, cut: int = 0
    ) -> None:
        self.path = path
        self.where = where
        """The path as errors name it."""
        self.is_full = False
        self.header = run.header
        self.cut = cut
        """Bytes of an unfinished last line that were cut off."""
        self._turns = list(run.turns)
        self._prev = run.lines[-1].digest
        self._ids = {turn.response_id for turn in run.turns}
        self._model = run.turns[0].model if run.turns else None
        self._together = Together(self._append_all)
        self._lock = threading.Lock()
        self._broken = False
        self._spare = spare
        self._file = file
        self._size = os.fstat(file).st_size

    @classmethod
    def create(
        cls, path: Path, header: Header, *, where: str = "", spare: Spare | None = None
    ) -> Journal:
        """Start a run file with its header; it never exists with less than a whole one."""
        where = where or path.name
        make_folder(path.parent, where)
        if path.exists():
            raise RunStopped("exists already", where=where, remedy="run the command again")
        data = line_of(header) + b"\n"
        write_whole(path, data, where)
        run = read_run(data, where=where)
        return cls(path, where, run, _open_to_append(path, where), spare=spare)

    @classmethod
    def resume(cls, path: Path, *, where: str = "", spare: Spare | None = None) -> Journal:
        """Open an unfinished run file; a torn last line is cut off, any other damage refused.

        Raises RunStopped if another process writes to it.
        """
        where = where or path.name
        file = _open_to_append(path, where)
        try:
            return cls._resumed(path, where, file, spare)
        except ChaffError:
            os.close(file)
            raise

    @classmethod
    def _resumed(cls, path: Path, where: str, file: int, spare: Spare | None) -> Journal:
        data = read_whole(path, where)
        run = read_run(data, where=where)
        if link := broken_link(run):
            raise BadInputError(
                "the chain is broken: the line before was changed",
                where=f"{where}:{link}",
                remedy="restore the file from version control or a backup",
            )
        if run.footer is not None:
            raise BadInputError("the run is complete", where=where)
        if run.torn:
            _cut_to(where, file, len(data) - len(run.torn))
        return cls(path, where, run, file, spare=spare, cut=len(run.torn))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns so far: every number is derived from them."""
        # Without the lock: whoever only looks need not wait for the disk.
        return tuple(self._turns)

    @property
    def cost_nano_usd(self) -> int:
        """What the turns so far cost."""
        return sum(turn.cost_nano_usd for turn in self.turns)

    def append(self, turn: Turn) -> None:
        """Write a turn (its `prev` is set here) and sync it to disk.

        Raises EndpointError if an earlier answer has the same id, or came from another snapshot of
        the model; RunStopped if the disk refuses.
        """
        entry = _Entry(turn)
        self._together.do(entry)
        if entry.error is not None:
            raise entry.error

    def finish(self, footer: Footer) -> None:
        """Write the last line: the matrix is complete."""
        with self._lock:
            self._require_sound()
            self._write([self._line(msgspec.structs.replace(footer, prev=self._prev))])

    def close(self) -> None:
        """Close the file; again is harmless, and an answer that comes later is refused."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _append_all(self, entries: Sequence[_Entry]) -> None:
        """Write turns that came together; one that is unacceptable does not keep the others out."""
        lines, accepted = [], []
        with self._lock:
            self._require_sound()
            for entry in entries:
                linked = msgspec.structs.replace(entry.turn, prev=self._prev)
                try:
                    self._require_fresh(linked)
                    lines.append(self._line(linked))
                except ChaffError as error:
                    entry.error = error
                    continue
                accepted.append(linked)
                self._ids.add(linked.response_id)
                self._model = linked.model
            if lines:
                self._write(lines)
            self._turns.extend(accepted)

    def _require_sound(self) -> None:
        if self._broken:
            raise RunStopped("an earlier line could not be written", where=self.where)

    def _require_fresh(self, turn: Turn) -> None:
        where = f"{turn.arm}/{turn.item}/{turn.repeat}"
        if turn.response_id in self._ids:
            raise EndpointError(
                f"answer {turn.response_id[:80]!r} came twice: something repeats old answers",
                where=where,
                remedy="take the cache between here and the model out of the way",
            )
        if self._model is not None and turn.model != self._model:
            raise EndpointError(
                f"answered by {turn.model}, earlier by {self._model}",
                where=where,
                remedy="a verdict is about one model: abandon this start and begin anew",
            )

    def _line(self, shape: Turn | Footer) -> bytes:
        """Return the next line, which the one after it will be chained to."""
        line = line_of(shape)
        # What could not be read back (nested too deeply, say) must never be written.
        convert(parse(line, where="the answer"), type(shape), where="the answer")
        self._prev = digest_bytes(line)
        return line + b"\n"

    def _write(self, lines: Sequence[bytes]) -> None:
        data = b"".join(lines)
        try:
            self._put(data)
        except OSError as error:
            self._broken = True
            raise unwritable(self.where, error) from None
        self._size += len(data)

    def _put(self, data: bytes) -> None:
        """Write and sync; once more in the spare room if the disk is full."""
        try:
            _write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            withdrawn = self._withdraw()
            if not withdrawn or error.errno not in _FULL or self._spare is None:
                raise
            if not self._spare.give_up():
                raise
            self.is_full = True
            self._put(data)

    def _withdraw(self) -> bool:
        """Cut off what was written of a line; where even that fails, the next start does it."""
        try:
            os.ftruncate(self._file, self._size)
        except OSError:
            return False
        return True


@dataclass
class _Entry:
    """A turn on its way into the file, and why it was refused, if it was."""

    turn: Turn
    error: ChaffError | None = None


def _open_to_append(path: Path, where: str) -> int:
    """Return a handle that no other process has: the locks in .chaff may be gone, the file not."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError as error:
        raise unwritable(where, error) from None
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise RunStopped(
                "another process is at work on it",
                where=where,
                remedy="wait until it has ended",
            ) from None
        except OSError:
            # A file system without such locks: those in .chaff have to do.
            return file
    return file


def _write_all(file: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


def _cut_to(where: str, file: int, size: int) -> None:
    try:
        os.ftruncate(file, size)
        os.fsync(file)
    except OSError as error:
        raise unwritable(where, error) from None
