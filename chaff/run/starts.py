"""Finds what was already started for an experiment: complete runs, and one to carry on with."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from pathlib import Path

from chaff.check.lines import read_instant
from chaff.check.runs import expected_path
from chaff.errors import BadInputError, RunStopped
from chaff.money import format_usd
from chaff.run.experiment import Experiment
from chaff.run.files import read_whole
from chaff.run.ledger import FOLDER, entry_path, read_entries, read_entry
from chaff.run.locks import is_running
from chaff.shapes.base import Shape
from chaff.shapes.record import RunFile, read_run


class Start(Shape, frozen=True, kw_only=True):
    """A run file of an experiment, with its path relative to the project."""

    path: str
    run: RunFile

    @property
    def is_complete(self) -> bool:
        """Whether its footer is written."""
        return self.run.footer is not None


def starts_of(root: Path, experiment: Experiment) -> tuple[Start, ...]:
    """Return the starts of this config and request settings on this model, oldest first.

    Raises BadInputError for a run file that cannot be read: it might be the one that counts.
    """
    found = []
    for path in sorted((root / experiment.folder).glob("*.jsonl")):
        where = path.relative_to(root).as_posix()
        try:
            run = read_run(read_whole(path, where), where=where)
        except BadInputError as error:
            remedy = "restore it from version control or a backup"
            raise BadInputError(error.problem, where=error.where, remedy=remedy) from None
        if _is_of(run, experiment):
            found.append(Start(path=where, run=run))
    return tuple(found)


def standing_run(starts: tuple[Start, ...], now: datetime, max_age_days: int) -> Start | None:
    """Return the complete run that makes another one pointless, if there is one."""
    for start in starts:
        age = now - read_instant(start.run.header.started_at)
        if start.is_complete and age <= timedelta(days=max_age_days):
            return start
    return None


def unfinished_start(
    root: Path, starts: tuple[Start, ...], experiment: Experiment, endpoint: str
) -> Start | None:
    """Return the start to carry on with: the newest that was neither finished nor abandoned.

    A registered start on another endpoint is refused: two half runs make no experiment, and
    leaving one half aside must be said in the ledger. A pilot may simply begin anew.
    """
    for start in reversed(starts):
        if start.is_complete or is_abandoned(root, start, experiment):
            continue
        if experiment.pilot and is_running(root, start.path):
            continue
        recorded = start.run.header.endpoint
        if recorded == endpoint:
            return start
        if not experiment.pilot:
            raise RunStopped(
                f"an unfinished start was asked on {recorded}, not {endpoint}",
                where=start.path,
                remedy=f"carry on there, or give it up with `chaff abandon {start.path}`",
            )
    return None


def require_same_way(start: Start | None, *, batch: bool) -> None:
    """Raise RunStopped if a start that was begun call by call is to go on in batches.

    The other way round it simply goes on in batches: a pending one has to be collected anyway.
    """
    transport = start.run.header.transport if start else None
    if start is not None and batch and not (transport and transport.batch):
        raise RunStopped(
            "this start was begun call by call",
            where=start.path,
            remedy="leave --batch out to carry on with it, or give it up with "
            f"`chaff abandon {start.path}`",
        )


def require_entered(root: Path, resumed: Collection[str]) -> None:
    """Raise BadInputError for a paid run that the ledger has lost: the caps would forget its cost.

    `resumed` are starts that are about to be entered again, as a crash right after the header
    asks for.
    """
    entered = {entry.run for entry in read_entries(root).values()} | set(resumed)
    for top in ("runs", ".chaff/pilots"):
        for path in sorted((root / top).glob("*/*/*.jsonl")):
            where = path.relative_to(root).as_posix()
            if where in entered:
                continue
            run = read_run(read_whole(path, where), where=where)
            cost = sum(turn.cost_nano_usd for turn in run.turns)
            if cost and expected_path(run.header) not in entered:
                raise BadInputError(
                    f"cost {format_usd(cost)}, but has no entry in {FOLDER}, so no cap counts it",
                    where=where,
                    remedy="restore the entry from version control or a backup",
                )


def is_abandoned(root: Path, start: Start, experiment: Experiment) -> bool:
    """Tell whether the ledger says that a start was given up."""
    path = entry_path(root, start.run.header, free=experiment.is_free)
    return path.exists() and read_entry(path, root).state == "abandoned"


def _is_of(run: RunFile, experiment: Experiment) -> bool:
    header, config = run.header, experiment.config
    return (
        header.config_hash == config.config_hash
        and header.request_hash == config.request_hash[experiment.model]
        and header.model == experiment.model
        and header.practice == config.practice
        and header.pilot == experiment.pilot
    )
