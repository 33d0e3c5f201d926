"""Closes what a start left open in the ledger: it was finished, or it is given up."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from chaff.errors import BadInputError, UsageError
from chaff.run.experiment import Experiment
from chaff.run.ledger import (
    FREE_FOLDER,
    entry_path,
    new_entry,
    read_entries,
    read_entry,
    settled_entry,
    write_entry,
)
from chaff.run.locks import ledger_lock, running
from chaff.run.starts import Start
from chaff.shapes.ledger import SpendEntry
from chaff.shapes.record import RunFile, read_run


def close_finished(root: Path, experiment: Experiment, start: Start) -> None:
    """Close the entry of a complete run, which a crash right after its footer leaves open."""
    path = entry_path(root, start.run.header, free=experiment.is_free)
    if not path.exists() or read_entry(path, root).state != "open":
        return
    with ledger_lock(root):
        write_entry(path, _settled(read_entry(path, root), start.run, "closed"))


def abandon(root: Path, run_path: str) -> SpendEntry:
    """Give up the unfinished start at `run_path` (relative to the project); return its entry.

    It stays an attempt, and what it spent stays spent. Raises UsageError if there is no such start
    or it is complete, RunStopped if it is still running.
    """
    with running(root, run_path), ledger_lock(root):
        run = _read(root, run_path)
        if run is not None and run.footer is not None:
            raise UsageError("is complete; only unfinished starts are given up", where=run_path)
        path, entry = _entry_of(root, run_path, run)
        # A complete run that may not count is removed by hand; its start is then given up.
        if entry.state == "abandoned" or (entry.state == "closed" and run is not None):
            raise UsageError(f"is {entry.state} already", where=path.relative_to(root).as_posix())
        given_up = _settled(entry, run, "abandoned")
        write_entry(path, given_up)
    return given_up


def _settled(
    entry: SpendEntry, run: RunFile | None, state: Literal["closed", "abandoned"]
) -> SpendEntry:
    turns = run.turns if run else ()
    recorded = sum(turn.cost_nano_usd for turn in turns) if run else entry.billed_nano_usd
    return settled_entry(entry, state, recorded_nano_usd=recorded)


def _read(root: Path, run_path: str) -> RunFile | None:
    try:
        return read_run((root / run_path).read_bytes(), where=run_path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=run_path) from None


def _entry_of(root: Path, run_path: str, run: RunFile | None) -> tuple[Path, SpendEntry]:
    free = {path: read_entry(path, root) for path in sorted((root / FREE_FOLDER).glob("*.json"))}
    for path, entry in {**read_entries(root), **free}.items():
        if entry.run == run_path:
            return path, entry
    if run is None:
        raise UsageError("there is no such start", where=run_path, remedy="see runs/spend")
    return entry_path(root, run.header, free=False), new_entry(run.header, run_path)
