"""The cells of an experiment: their order, which are still owed, and what they add up to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS, Arm, ConfigItem, EvalConfig
from chaff.shapes.record import Turn, order_seed
from chaff.stats.matrix import Matrix


class Cell(Shape, frozen=True, kw_only=True):
    """One place of the matrix: an item asked once more in an arm."""

    arm: Arm
    item: str
    repeat: int

    def __str__(self) -> str:
        """Return the cell as people and the order read it."""
        return f"{self.arm}/{self.item}/{self.repeat}"


class Job(Shape, frozen=True, kw_only=True):
    """A cell that needs another turn: its answers so far, and how often this turn was tried."""

    cell: Cell
    item: ConfigItem
    responses: tuple[dict[str, Any], ...] = ()
    attempt: int = 1

    @property
    def turn(self) -> int:
        """The 1-based number of the turn to ask for."""
        return len(self.responses) + 1


def ordered_cells(config: EvalConfig) -> tuple[Cell, ...]:
    """Return every cell in the order of asking: interleaved, shuffled, the same on each machine.

    A cell's place is the SHA-256 of the order seed, a line feed, and `arm/item/repeat`; ascending.
    """
    seed = order_seed(config.config_hash)
    cells = (
        Cell(arm=arm, item=item.id, repeat=repeat)
        for arm in ARMS
        for item in config.battery.items
        for repeat in range(1, config.repeats + 1)
    )
    return tuple(sorted(cells, key=lambda cell: _place(seed, cell)))


def owed_jobs(config: EvalConfig, turns: Iterable[Turn], *, where: str) -> tuple[Job, ...]:
    """Return what is still to be asked, begun cells first.

    Raises BadInputError if the turns are not those of this config: a cell that does not exist, a
    turn out of sequence or after the score, two answers with one id.
    """
    answers = _by_cell(turns, where)
    items = {item.id: item for item in config.battery.items}
    cells = ordered_cells(config)
    if foreign := answers.keys() - set(cells):
        raise BadInputError(f"no such cell: {min(map(str, foreign))}", where=where)
    jobs = [
        Job(
            cell=cell,
            item=items[cell.item],
            responses=tuple(turn.response for turn in answers.get(cell, ())),
        )
        for cell in cells
        if not _is_scored(answers.get(cell, ()))
    ]
    return tuple(sorted(jobs, key=lambda job: not job.responses))


def tally(config: EvalConfig, turns: Iterable[Turn]) -> Matrix:
    """Return the passes of a complete matrix, items in the order of the config."""
    passed = [(turn.arm, turn.item) for turn in turns if turn.score == "pass"]
    items = [item.id for item in config.battery.items]
    arms = {arm: tuple(passed.count((arm, item)) for item in items) for arm in ARMS}
    return Matrix(repeats=config.repeats, **arms)


def _by_cell(turns: Iterable[Turn], where: str) -> dict[Cell, list[Turn]]:
    found: dict[Cell, list[Turn]] = {}
    ids: set[str] = set()
    for turn in turns:
        cell = Cell(arm=turn.arm, item=turn.item, repeat=turn.repeat)
        before = found.setdefault(cell, [])
        if turn.turn != len(before) + 1 or _is_scored(before):
            raise BadInputError(f"{cell}: turn {turn.turn} is out of sequence", where=where)
        if turn.response_id in ids:
            raise BadInputError(f"{cell}: answer {turn.response_id} stands twice", where=where)
        ids.add(turn.response_id)
        before.append(turn)
    return found


def _is_scored(turns: Sequence[Turn]) -> bool:
    return bool(turns) and turns[-1].score is not None


def _place(seed: str, cell: Cell) -> bytes:
    return hashlib.sha256(f"{seed}\n{cell}".encode()).digest()
