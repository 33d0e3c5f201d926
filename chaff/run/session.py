"""One start of an experiment, from its header to its footer."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TextIO

from chaff.errors import BadInputError
from chaff.run.asking import Asking
from chaff.run.budget import Budget, Caps, PlaceTaken
from chaff.run.cells import Times
from chaff.run.consent import Ask
from chaff.run.control import Counter
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.journal import Journal
from chaff.run.ledger import entry_path, instant, new_entry, stamp
from chaff.run.locks import running
from chaff.run.opening import free_instant, new_header
from chaff.run.pending import PendingStore
from chaff.run.plan import ordered_cells, owed_jobs, tally
from chaff.run.prepare import Prepared
from chaff.run.spare import Spare
from chaff.run.starts import Start
from chaff.shapes.base import Shape
from chaff.shapes.record import Footer, Header, Turn
from chaff.stats.admission import admit
from chaff.stats.facts import facts


class Surroundings(Shape, frozen=True, kw_only=True):
    """What a session is given from outside."""

    root: Path
    caps: Caps
    times: Times
    out: TextIO
    concurrency: int
    fixed: bool = False
    """The number of calls in flight is the user's, and never lowered."""
    quiet: bool = False
    ask: Ask | None = None
    """How to ask the person at the terminal; None where there is nobody."""


class Finished(Shape, frozen=True, kw_only=True):
    """How a session ended, and the turns that it added."""

    path: str
    interrupted: bool
    turns: tuple[Turn, ...]


def perform(
    experiment: Experiment,
    start: Start | None,
    prepared: Prepared,
    endpoint: Endpoint,
    counter: Counter,
    around: Surroundings,
) -> Finished:
    """Ask what is owed of an experiment, and write the footer if that completes it.

    Raises what stopped the run; everything answered until then is recorded and paid for.
    """
    if start is None:
        header = new_header(
            experiment,
            prepared.counts,
            endpoint,
            started_at=free_instant(around.root, experiment, around.times),
            transport=prepared.transport,
        )
    else:
        header = start.run.header
        _require_same_weights(start, endpoint)
    path = f"{experiment.folder}/{stamp(header.started_at)}.jsonl"
    with running(around.root, path), ExitStack() as stack:
        spare = Spare.hold(around.root, path)
        stack.callback(spare.close)
        journal = _open(around, path, header, spare, is_new=start is None)
        stack.callback(journal.close)
        pending = PendingStore(around.root, path)
        budget = _account(experiment, journal, path, pending, around, is_new=start is None)
        before = len(journal.turns)
        asking = Asking(experiment, prepared, endpoint, counter, journal, budget, around)
        interrupted = asking.ask(pending)
        added = journal.turns[before:]
        if owed_jobs(experiment.config, journal.turns, where=path):
            return Finished(path=path, interrupted=interrupted, turns=added)
        journal.finish(_footer(experiment, journal, around.times.now()))
        budget.close()
    return Finished(path=path, interrupted=False, turns=added)


def _open(
    around: Surroundings, path: str, header: Header, spare: Spare, *, is_new: bool
) -> Journal:
    if is_new:
        return Journal.create(around.root / path, header, where=path, spare=spare)
    journal = Journal.resume(around.root / path, where=path, spare=spare)
    if journal.cut:
        print(
            f"{path}: cut off {journal.cut} bytes of a line that was being written when the "
            "run died; its cell is asked again",
            file=around.out,
        )
    return journal


def _account(
    experiment: Experiment,
    journal: Journal,
    path: str,
    pending: PendingStore,
    around: Surroundings,
    *,
    is_new: bool,
) -> Budget:
    header = journal.header
    place = entry_path(around.root, header, free=experiment.is_free)
    entry = new_entry(header, path)
    if is_new:
        try:
            return Budget.start(around.root, place, around.caps, entry)
        except PlaceTaken:
            # Nothing was asked, and what is left behind would be taken for a start to resume.
            journal.path.unlink()
            raise
    batch = pending.read()
    kept = batch.owed_nano_usd(journal.turns) if batch and batch.may_be_there else 0
    unsent = batch.owed_nano_usd(journal.turns) if batch and not batch.may_be_there else 0
    return Budget.resume(
        around.root,
        place,
        around.caps,
        entry,
        recorded_nano_usd=journal.cost_nano_usd,
        kept_nano_usd=kept,
        unsent_nano_usd=unsent,
    )


def _footer(experiment: Experiment, journal: Journal, now: datetime) -> Footer:
    turns = journal.turns
    verdict = admit(tally(experiment.config, turns), experiment.config.admission)
    return Footer(
        prev=journal.header.order_seed,  # replaced by the journal, which knows the line before
        # A clock that was set back must not make the end come before the start.
        finished_at=max(instant(now), journal.header.started_at),
        cells=len(ordered_cells(experiment.config)),
        calls=len(turns),
        cost_nano_usd=journal.cost_nano_usd,
        verdict=facts(verdict),
    )


def _require_same_weights(start: Start, endpoint: Endpoint) -> None:
    before, now = start.run.header.software.get("weights"), endpoint.software.get("weights")
    if before != now:
        raise BadInputError(
            f"was begun with weights {before}, now there are {now}",
            where=start.path,
            remedy="name the same file in CHAFF_GGUF, or give the start up with `chaff abandon`",
        )
