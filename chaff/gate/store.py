"""Keeps a gate's ledger on the disk: locked against a second job, append-only, each line synced."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from chaff.atomic import sync_folder
from chaff.canonical import digest_bytes
from chaff.errors import BadInputError, RunStopped
from chaff.gate.chain import Chain, linked, read_chain
from chaff.shapes.gate_ledger import Line, Repair

LEDGER: Final = "ledger.jsonl"
_LOCK: Final = "lock"
_HOLDER: Final = "lock.holder.json"
_PATIENCE_SECONDS: Final = 2.0


class Clock:
    """Says what time it is, as records hold it, and which local day."""

    def __init__(self, now: datetime, zone: tzinfo) -> None:
        """Stand still at an aware moment."""
        self.now = now
        self.zone = zone

    @property
    def stamps(self) -> dict[str, object]:
        """The fields `at` and `day` of a ledger line."""
        at = self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {"at": at, "day": self.now.astimezone(self.zone).date()}


class Store:
    """An opened ledger; made by `opened`, under the lock."""

    def __init__(self, state: Path, chain: Chain) -> None:
        self.state = state
        self.chain = chain

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, in order."""
        return self.chain.lines

    def add(self, line: Line) -> Line:
        """Append a line; it is on the disk when this returns. Return it with its id."""
        chain, added, data = linked(self.chain, line)
        path = self.state / LEDGER
        is_new = not path.exists()
        try:
            _append(path, data)
            if is_new:
                sync_folder(self.state)
        except OSError as error:
            raise BadInputError(f"cannot be written: {error.strerror}", where=str(path)) from None
        self.chain = chain
        return added


def read_ledger(state: Path) -> tuple[Line, ...]:
    """Return the lines of a ledger that somebody may be writing; a torn tail is passed over."""
    return _read(state).lines


@contextmanager
def opened(state: Path, clock: Clock) -> Iterator[Store]:
    """Open a ledger under its lock, with a torn last line cut off and noted.

    The kernel frees the lock when its holder dies, so that none is ever stale. Raises RunStopped
    if another process holds it, BadInputError if the ledger is damaged.
    """
    _make_folder(state)
    lock = FileLock(state / _LOCK)
    try:
        lock.acquire(timeout=_PATIENCE_SECONDS)
    except Timeout:
        raise RunStopped(
            f"another job is at work{_holder(state, clock.now)}",
            where=str(state),
            remedy="wait until it has ended; nothing was done",
        ) from None
    except OSError as error:
        raise BadInputError(f"cannot be locked: {error.strerror}", where=str(state)) from None
    try:
        _hold(state, clock.now)
        store = Store(state, _read(state))
        if store.chain.torn:
            _repair(store, clock)
        yield store
    finally:
        (state / _HOLDER).unlink(missing_ok=True)
        lock.release()


def _read(state: Path) -> Chain:
    path = state / LEDGER
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Chain()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(path)) from None
    return read_chain(data, where=str(path))


def _repair(store: Store, clock: Clock) -> None:
    torn, path = store.chain.torn, store.state / LEDGER
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - len(torn))
        file.flush()
        os.fsync(file.fileno())
    store.chain = Chain(lines=store.lines, head=store.chain.head)
    store.add(Repair(cut_bytes=len(torn), cut=digest_bytes(torn), **clock.stamps))  # type: ignore[arg-type]


def _append(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(handle).st_size
        try:
            while data:
                data = data[os.write(handle, data) :]
            os.fsync(handle)
        except OSError:
            # Half a line, as of a full disk: take it back, or leave it to be repaired.
            os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)


def _make_folder(state: Path) -> None:
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadInputError(f"cannot be made: {error.strerror}", where=str(state)) from None


def _hold(state: Path, now: datetime) -> None:
    said = {"pid": os.getpid(), "host": socket.gethostname(), "since": now.isoformat()}
    (state / _HOLDER).write_text(json.dumps(said))


def _holder(state: Path, now: datetime) -> str:
    """Return who holds the lock, as far as is known: it is only told, never acted on."""
    try:
        said = json.loads((state / _HOLDER).read_text())
        since = datetime.fromisoformat(said["since"])
        hours = (now - since).total_seconds() / 3600
        hangs = "; it may hang" if hours > 1 else ""
        return (
            f": process {int(said['pid'])} on {said['host']}, since {since:%Y-%m-%d %H:%M}{hangs}"
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ""
