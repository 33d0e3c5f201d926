"""Sorts a run's observations into the registered matrix, scoring every cell again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from chaff.battery.prompt import unfinished
from chaff.battery.score import passes, score
from chaff.check.faults import Fault, fault
from chaff.shapes.config import ARMS, Arm, ConfigItem, EvalConfig
from chaff.shapes.record import RunFile, Turn
from chaff.stats.matrix import Matrix

_SHOWN = 5


class CellKey(NamedTuple):
    """One cell of the matrix."""

    arm: Arm
    item: str
    repeat: int

    def __str__(self) -> str:
        """Name the cell for people."""
        return f"{self.arm}/{self.item}/{self.repeat}"


class Placed(NamedTuple):
    """A turn and the number of its line."""

    number: int
    turn: Turn


class Cells(NamedTuple):
    """A run's observations by cell, what is wrong with them, and the passes where all are done."""

    faults: tuple[Fault, ...]
    turns: dict[CellKey, list[Placed]]
    finished: frozenset[CellKey]
    missing: tuple[CellKey, ...]
    passed: frozenset[CellKey]


def sort_cells(run: RunFile, config: EvalConfig, where: str) -> Cells:
    """Return a run's cells; the faults name foreign, duplicate, unfinished and misscored ones.

    Raises BadInputError if a scorer of the config cannot be applied.
    """
    items = {item.id: item for item in config.battery.items}
    owed = [
        CellKey(arm, item, repeat)
        for arm in ARMS
        for item in items
        for repeat in range(1, config.repeats + 1)
    ]
    turns, faults = _place(run, set(owed), where)
    finished: set[CellKey] = set()
    passed: set[CellKey] = set()
    for key, placed in turns.items():
        judged = _judge(key, placed, items[key.item], where)
        faults.extend(judged.faults)
        if judged.finished:
            finished.add(key)
        if judged.passed:
            passed.add(key)
    missing = tuple(key for key in owed if key not in finished)
    return Cells(tuple(faults), turns, frozenset(finished), missing, frozenset(passed))


def missing_faults(cells: Cells, run: RunFile, config: EvalConfig, where: str) -> Iterator[Fault]:
    """Yield a fault if a run with a footer lacks cells; without one they are merely owed."""
    if run.footer is not None and cells.missing:
        total = len(ARMS) * len(config.battery.items) * config.repeats
        message = f"{len(cells.missing)} of {total} cells are missing or unfinished: "
        yield fault("missing-cell", where, message + named(cells.missing), run.lines[-1].number)


def matrix_of(cells: Cells, config: EvalConfig) -> Matrix:
    """Return the passes of every item in each arm; raises BadInputError if it is no matrix."""

    def passes(arm: Arm) -> tuple[int, ...]:
        return tuple(
            sum(CellKey(arm, item.id, r) in cells.passed for r in range(1, config.repeats + 1))
            for item in config.battery.items
        )

    return Matrix(
        repeats=config.repeats,
        present=passes("present"),
        removed=passes("removed"),
        control=passes("control"),
    )


def named(keys: Iterable[CellKey]) -> str:
    """Return the first few cells of a list for a message."""
    names = [str(key) for key in keys]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _place(
    run: RunFile, owed: set[CellKey], where: str
) -> tuple[dict[CellKey, list[Placed]], list[Fault]]:
    turns: dict[CellKey, list[Placed]] = {}
    faults: list[Fault] = []
    for numbered in run.lines:
        turn = numbered.line
        if not isinstance(turn, Turn):
            continue
        key = CellKey(turn.arm, turn.item, turn.repeat)
        if key not in owed:
            message = f"{key} is no cell of this experiment"
            faults.append(fault("foreign-cell", where, message, numbered.number))
        elif key not in turns:
            turns[key] = [Placed(numbered.number, turn)]
        elif any(placed.turn.turn == turn.turn for placed in turns[key]):
            message = f"turn {turn.turn} of {key} was there already"
            faults.append(fault("duplicate-cell", where, message, numbered.number))
        else:
            turns[key].append(Placed(numbered.number, turn))
    return turns, faults


class _Judged(NamedTuple):
    faults: list[Fault]
    finished: bool = False
    passed: bool = False


def _judge(key: CellKey, placed: list[Placed], item: ConfigItem, where: str) -> _Judged:
    if len(placed) > 1:
        placed.sort(key=lambda one: one.turn.turn)
    faults: list[Fault] = []
    responses: list[dict[str, Any]] = []
    for place, one in enumerate(placed, start=1):
        if one.turn.turn != place:
            message = f"turn {place} of {key} is missing"
            return _Judged([fault("missing-cell", where, message, one.number)])
        if place > 1 and not unfinished(item, responses):
            message = f"{key} was finished before turn {place}"
            faults.append(fault("foreign-cell", where, message, one.number))
            break
        responses.append(one.turn.response)
    scored = _score(key, placed[: len(responses)], item, where)
    return _Judged([*faults, *scored.faults], scored.finished, scored.passed)


def _score(key: CellKey, cell: list[Placed], item: ConfigItem, where: str) -> _Judged:
    responses = [one.turn.response for one in cell]
    finished = not unfinished(item, responses)
    faults = [
        fault("score-extra", where, f"{key} is not finished at turn {one.turn.turn}", one.number)
        for one in (cell[:-1] if finished else cell)
        if one.turn.score is not None
    ]
    if not finished:
        return _Judged(faults)
    last = cell[-1]
    passed = passes(item.scorer, responses)
    if last.turn.score is None:
        faults.append(fault("score-missing", where, f"{key} is finished", last.number))
    elif (last.turn.score == "pass") != passed:
        again = score(item.scorer, responses)
        message = f"{key} says {last.turn.score}, its responses score {again.score}"
        faults.append(fault("score-wrong", where, f"{message}: {again.reason}", last.number))
    return _Judged(faults, finished=True, passed=passed)
