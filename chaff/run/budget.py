"""Holds the caps: a call's worst case is reserved before it is sent, and settled afterwards.

What counts against a cap is what is billed, what is reserved for calls in flight, and what is
lost: failed attempts that may have been billed, and reservations of processes that died. A
reservation that does not fit now, but could once calls in flight have settled (in this process or
another), waits; one that never can raises OverCap.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from chaff.errors import OverCap, RunStopped
from chaff.money import format_usd
from chaff.run.ledger import (
    Entries,
    held_by_program,
    held_by_rule,
    read_entries,
    read_entry,
    settled_entry,
    write_entry,
)
from chaff.run.locks import is_running, ledger_lock
from chaff.shapes.base import Shape
from chaff.shapes.ledger import SpendEntry

_POLL_SECONDS: Final = 0.1
"""How often a waiting call looks whether another process has settled something."""


LARGEST: Final = 2**53 - 1
"""The largest number a ledger entry can hold; a server may claim to have billed more."""


class PlaceTaken(RunStopped):
    """The ledger's place for a start holds the entry of another one."""


class Caps(Shape, frozen=True, kw_only=True):
    """The two caps, and the day from which the second one counts."""

    rule_nano_usd: int
    program_nano_usd: int
    budget_from: str


class Room(Shape, frozen=True, kw_only=True):
    """What is held against a cap, and the cap."""

    name: str
    held: int
    cap: int

    @property
    def left(self) -> int:
        """What may still be reserved."""
        return max(0, self.cap - self.held)


class Budget:
    """One start's account in the ledger; safe to call from several threads.

    Calls that cannot cost anything leave the ledger alone.
    """

    def __init__(self, root: Path, path: Path, caps: Caps, *, opened: SpendEntry) -> None:
        self._root = root
        self._path = path
        self._caps = caps
        self._settled = threading.Condition()
        self._writing = threading.Lock()
        self._queueing = threading.Lock()
        self._queue: list[_Change] = []
        self._entries = Entries(root)
        self._entry = opened
        self._look(self.rooms())

    @classmethod
    def start(cls, root: Path, path: Path, caps: Caps, entry: SpendEntry) -> Budget:
        """Enter a new start in the ledger; raises PlaceTaken if another one has its place."""
        with ledger_lock(root):
            if path.exists():
                raise PlaceTaken(
                    "another start has entered itself here",
                    where=path.relative_to(root).as_posix(),
                    remedy="run the command again",
                )
            write_entry(path, entry)
        return cls(root, path, caps, opened=entry)

    @classmethod
    def resume(
        cls,
        root: Path,
        path: Path,
        caps: Caps,
        entry: SpendEntry,
        *,
        recorded_nano_usd: int,
        kept_nano_usd: int = 0,
        unsent_nano_usd: int = 0,
    ) -> Budget:
        """Take over the account of a process that died or stopped.

        `recorded_nano_usd` is what the turns in the run file cost, `kept_nano_usd` the worst case
        of a batch that is still there, `unsent_nano_usd` that of one that was never sent (see
        `settled_entry`).
        `entry` is used if the ledger has none, which a crash right after the header can cause.
        Raises PlaceTaken if the ledger has that of another start there.
        """
        with ledger_lock(root):
            known = read_entry(path, root) if path.exists() else entry
            if known.run != entry.run:
                raise PlaceTaken(
                    f"this is the entry of {known.run}, not of {entry.run}",
                    where=path.relative_to(root).as_posix(),
                    remedy=f"delete {entry.run}, which no ledger entry belongs to, and begin anew",
                )
            taken = settled_entry(
                known,
                "open",
                recorded_nano_usd=recorded_nano_usd,
                kept_nano_usd=kept_nano_usd,
                unsent_nano_usd=unsent_nano_usd,
            )
            write_entry(path, taken)
        return cls(root, path, caps, opened=taken)

    @property
    def entry(self) -> SpendEntry:
        """The entry of this start as last written."""
        return self._entry

    @property
    def left_nano_usd(self) -> int:
        """What was left under the tighter cap when the ledger was last read."""
        return self._tighter.left

    @property
    def cap_nano_usd(self) -> int:
        """The tighter cap: the one under which less is left."""
        return self._tighter.cap

    def rooms(self) -> tuple[Room, Room]:
        """Return what is held against the rule cap and the program cap."""
        with ledger_lock(self._root):
            return rooms(read_entries(self._root), self._caps, self._entry.config_hash)

    def reserve(self, worst: int, stopping: Callable[[], bool] = lambda: False) -> bool:
        """Hold `worst` nano-USD against both caps, waiting for calls in flight if need be.

        Returns False if it was told to stop while waiting. Raises OverCap if it can never fit.
        """
        if worst == 0:
            return True
        while not stopping():
            if self._enter(_Change(reserve=worst)):
                return True
            with self._settled:
                self._settled.wait(_POLL_SECONDS)
        return False

    def settle(self, worst: int, *, billed: int = 0, lost: int = 0) -> None:
        """Give a reservation back, and enter what the call cost or may have cost.

        If another thread is writing just now, it is left to that one: until then the ledger holds
        the worst case, which is the safe side.
        """
        if worst == billed == lost == 0:
            return
        with self._queueing:
            self._queue.append(_Change(given_back=worst, billed=billed, lost=lost))
        self._drain()
        with self._settled:
            self._settled.notify_all()

    def close(self) -> None:
        """Close the account: the matrix is complete."""
        self._drain()
        with self._writing, ledger_lock(self._root):
            self._update(msgspec.structs.replace(self._entry, state="closed"))

    def _enter(self, change: _Change) -> bool:
        """Bring a change to the ledger, and return whether it was granted.

        One thread writes for all that wait meanwhile: calls end together, and each write is synced
        to the disk twice.
        """
        with self._queueing:
            self._queue.append(change)
        with self._writing:
            if not change.done:
                self._write(self._taken())
        self._drain()
        if change.error is not None:
            raise change.error
        return change.granted

    def _drain(self) -> None:
        """Write what is queued, unless another thread writes: that one looks again afterwards."""
        while self._queue and self._writing.acquire(blocking=False):
            try:
                if group := self._taken():
                    self._write(group)
            finally:
                self._writing.release()

    def _taken(self) -> list[_Change]:
        with self._queueing:
            group, self._queue = self._queue, []
        return group

    def _write(self, group: Sequence[_Change]) -> None:
        try:
            with ledger_lock(self._root):
                self._update(self._with(group))
        except BaseException as error:
            for change in group:
                change.error = change.error or error
            raise
        finally:
            for change in group:
                change.done = True

    def _with(self, group: Sequence[_Change]) -> SpendEntry:
        """Return the entry with changes made: first what gives room, then what fits into it."""
        entry = self._entry
        for change in group:
            entry = msgspec.structs.replace(
                entry,
                billed_nano_usd=min(LARGEST, entry.billed_nano_usd + change.billed),
                reserved_nano_usd=entry.reserved_nano_usd - change.given_back,
                lost_nano_usd=min(LARGEST, entry.lost_nano_usd + change.lost),
            )
        wishes = [change for change in group if change.reserve]
        entries = self._entries.read() if wishes else {}
        for wish in wishes:
            entries[self._path] = entry
            if self._fits(wish, entries):
                reserved = entry.reserved_nano_usd + wish.reserve
                entry = msgspec.structs.replace(entry, reserved_nano_usd=reserved)
        return entry

    def _fits(self, wish: _Change, entries: dict[Path, SpendEntry]) -> bool:
        """Grant a wish if it fits now; give it an error if it never can."""
        config_hash = self._entry.config_hash
        now = rooms(entries, self._caps, config_hash)
        self._look(now)
        if all(room.held + wish.reserve <= room.cap for room in now):
            wish.granted = True
            return True
        at_best = {path: self._at_best(path, entry) for path, entry in entries.items()}
        for room in rooms(at_best, self._caps, config_hash):
            if room.held + wish.reserve > room.cap:
                wish.error = wish.error or _over(room, wish.reserve)
        return False

    def _look(self, now: tuple[Room, Room]) -> None:
        self._tighter = min(now, key=lambda room: room.left)

    def _at_best(self, path: Path, entry: SpendEntry) -> SpendEntry:
        """Return an entry as it may become: only a live process gives reservations back."""
        alive = path == self._path or (
            entry.reserved_nano_usd > 0 and is_running(self._root, entry.run)
        )
        return msgspec.structs.replace(entry, reserved_nano_usd=0) if alive else entry

    def _update(self, changed: SpendEntry) -> None:
        if changed != self._entry:
            write_entry(self._path, changed)
            self._entry = changed


@dataclass
class _Change:
    """What one thread wants of the ledger, and what came of it."""

    reserve: int = 0
    given_back: int = 0
    billed: int = 0
    lost: int = 0
    done: bool = False
    granted: bool = False
    error: BaseException | None = None


def rooms(entries: dict[Path, SpendEntry], caps: Caps, config_hash: str) -> tuple[Room, Room]:
    """Return what a ledger holds against the rule cap and the program cap."""
    return (
        Room(
            name="rule cap",
            held=held_by_rule(entries.values(), config_hash),
            cap=caps.rule_nano_usd,
        ),
        Room(
            name=f"program cap since {caps.budget_from}",
            held=held_by_program(entries.values(), caps.budget_from),
            cap=caps.program_nano_usd,
        ),
    )


def require_begun(started_at: str, caps: Caps) -> None:
    """Raise RunStopped for a paid start before `budget_from`: no program cap would count it."""
    if started_at[:10] < caps.budget_from:
        raise RunStopped(
            f"a start of {started_at} lies before budget_from, {caps.budget_from}, so what it "
            "spends would count against no program cap; nothing was spent",
            where="specs/program.jsonnet",
            remedy="set this machine's clock, set budget_from to a day that has come, or give an "
            "old start up with `chaff abandon`",
        )


def _over(room: Room, worst: int) -> OverCap:
    return OverCap(
        f"the next call could cost {format_usd(worst)}, but {format_usd(room.held)} of the "
        f"{room.name} of {format_usd(room.cap)} is taken",
        remedy="the run is incomplete and no verdict is drawn; raise the cap in "
        "specs/program.jsonnet, then the same command carries on",
    )
