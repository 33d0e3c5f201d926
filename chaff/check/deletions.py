"""Finds evidence and ledger entries that were committed once and are gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from chaff.check.faults import Fault, fault
from chaff.check.ledger import Entries
from chaff.check.runs import RUN_PATH, Assessed, second_runs
from chaff.history import History

_ENTRY: Final = re.compile(r"runs/spend/[^/]+\.json")


def deletion_faults(
    history: History,
    present: Collection[str],
    runs: Collection[Assessed],
    entries: Entries,
    *,
    assess: Callable[[str, bytes], Assessed],
    max_age_days: int,
) -> Iterator[Fault]:
    """Yield what was committed below runs/ and is gone from there.

    A file that was moved to where its kind is looked for is not gone. A run that could never count,
    in any of its committed versions, may go once its start is given up in the ledger. `present` are
    the paths that exist.
    """
    gone = sorted(history.committed_paths("runs") - set(present))
    if not gone:
        return
    seen = [path for path in present if RUN_PATH.fullmatch(path) or _ENTRY.fullmatch(path)]
    kept = {version for path in seen for version in history.version_ids(path)}
    lost = [path for path in gone if not kept.intersection(history.version_ids(path)[-1:])]
    for path in lost:
        if _ENTRY.fullmatch(path):
            yield fault("ledger-deleted", path, "it was committed, and is gone")
    deleted = [
        _at_its_best([assess(path, data) for data in history.versions(path)] or [assess(path, b"")])
        for path in lost
        if RUN_PATH.fullmatch(path)
    ]
    seconds = second_runs([*runs, *deleted], max_age_days, came_before=history.came_before)
    named = {entry.run: entry for entry in entries.values()}
    for run in deleted:
        entry = named.get(run.path)
        if entry is not None and entry.state != "abandoned":
            # Reported as run-gone, at the entry.
            continue
        is_pilot = run.header is not None and run.header.pilot
        could_count = run.examined.complete and run.is_sound and run.path not in seconds
        if could_count or (entry is None and not is_pilot):
            yield fault("run-deleted", run.path, "it was committed, and is gone")


def _at_its_best(versions: Sequence[Assessed]) -> Assessed:
    """Return a version that could count, if there is one: it may have been spoilt to be deleted."""
    sound = [run for run in versions if run.examined.complete and run.is_sound]
    return (sound or versions)[-1]
