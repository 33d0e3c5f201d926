"""Remembers a batch from before it is sent until its last answer is recorded.

The file lies in .chaff/batches. Should it be lost, the ledger still holds the batch's worst case.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

from chaff.atomic import sync_folder
from chaff.canonical import parse, readable_bytes
from chaff.errors import BadInputError, RunStopped
from chaff.run.files import read_whole, unwritable, write_whole
from chaff.run.plan import Cell
from chaff.shapes.base import Shape, convert, to_json
from chaff.shapes.config import Arm
from chaff.shapes.record import Count, Instant, Turn

FOLDER: Final = ".chaff/batches"


class PendingTurn(Shape, frozen=True, kw_only=True):
    """One request of a batch."""

    custom_id: str
    arm: Arm
    item: str
    repeat: int
    turn: int
    worst_nano_usd: Count

    @property
    def cell(self) -> Cell:
        """The cell that it asks."""
        return Cell(arm=self.arm, item=self.item, repeat=self.repeat)


class PendingBatch(Shape, frozen=True, kw_only=True):
    """A batch on its way. `id` is known once the server has accepted it."""

    schema: Literal["chaff.batch/1"]
    run: str
    state: Literal["planned", "sending", "submitted"]
    id: str | None
    created_at: Instant
    turns: tuple[PendingTurn, ...]
    newest: str | None = None
    """The account's newest batch before this one: should the id of ours never arrive, ours is
    among those that are newer, whatever the clocks say."""

    @property
    def may_be_there(self) -> bool:
        """Whether the server may know of it."""
        return self.state != "planned"

    @property
    def worst_nano_usd(self) -> int:
        """What all of it can cost."""
        return sum(turn.worst_nano_usd for turn in self.turns)

    def owed_nano_usd(self, recorded: Iterable[Turn]) -> int:
        """Return what those of its turns can cost that are not recorded yet."""
        known = {(turn.arm, turn.item, turn.repeat, turn.turn) for turn in recorded}
        return sum(
            turn.worst_nano_usd
            for turn in self.turns
            if (turn.arm, turn.item, turn.repeat, turn.turn) not in known
        )


class PendingStore:
    """The one file that remembers the batch of a run."""

    def __init__(self, root: Path, run: str) -> None:
        self.run = run
        self._where = f"{FOLDER}/{run.replace('/', '--').removesuffix('.jsonl')}.json"
        self._path = root / self._where

    def read(self) -> PendingBatch | None:
        """Return the batch, or None; a damaged file is refused, never taken for none."""
        if not self._path.exists():
            return None
        try:
            value = parse(read_whole(self._path, self._where), where=self._where)
            return convert(value, PendingBatch, where=self._where)
        except BadInputError as error:
            raise RunStopped(
                f"the file that remembers a batch is damaged: {error.problem}",
                where=self._where,
                remedy="restore it; or delete it, and the batch's worst case counts as spent",
            ) from None

    def write(self, batch: PendingBatch) -> None:
        """Remember a batch, safe on the disk."""
        write_whole(self._path, readable_bytes(to_json(batch)), self._where)

    def clear(self) -> None:
        """Forget it: everything that it answered is recorded."""
        try:
            self._path.unlink(missing_ok=True)
            if self._path.parent.is_dir():
                sync_folder(self._path.parent)
        except OSError as error:
            raise unwritable(self._where, error) from None
