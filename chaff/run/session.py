"""One start of an experiment, from its header to its footer."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TextIO

from chaff.errors import BadInputError
from chaff.run.attempt import Attempt
from chaff.run.budget import Budget, Caps
from chaff.run.cells import Cells, Times
from chaff.run.control import Counter, choose_control, require_match
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.interrupt import two_steps
from chaff.run.journal import Journal
from chaff.run.ledger import entry_path, instant, new_entry, stamp
from chaff.run.locks import running
from chaff.run.opening import free_instant, new_header
from chaff.run.plan import ordered_cells, owed_jobs, tally
from chaff.run.progress import Progress, Standing
from chaff.run.starts import Start
from chaff.shapes.base import Shape
from chaff.shapes.record import Footer, Header, TokenCounts
from chaff.stats.admission import admit
from chaff.stats.facts import facts


class Surroundings(Shape, frozen=True, kw_only=True):
    """What a session is given from outside."""

    root: Path
    caps: Caps
    times: Times
    out: TextIO
    concurrency: int


class Finished(Shape, frozen=True, kw_only=True):
    """How a session ended."""

    path: str
    interrupted: bool


def counts_for(
    experiment: Experiment, start: Start | None, endpoint: Endpoint, times: Times
) -> TokenCounts:
    """Return the counts that choose the control: those of the start to carry on with, or new."""
    if start is not None:
        return start.run.header.counts
    config, model = experiment.config, experiment.model
    counter = Counter(endpoint, times.now)
    counts = choose_control(config, model, counter, times.sleep)
    require_match(config, model, counts.controls[-1].id, counter, times.sleep)
    return counts


def perform(
    experiment: Experiment,
    start: Start | None,
    counts: TokenCounts,
    endpoint: Endpoint,
    around: Surroundings,
) -> Finished:
    """Ask what is owed of an experiment, and write the footer if that completes it.

    Raises what stopped the run; everything answered until then is recorded and paid for.
    """
    if start is None:
        header = new_header(
            experiment,
            counts,
            endpoint,
            started_at=free_instant(around.root, experiment, around.times),
        )
    else:
        header = start.run.header
        _require_same_weights(start, endpoint)
    path = f"{experiment.folder}/{stamp(header.started_at)}.jsonl"
    with running(around.root, path), ExitStack() as stack:
        journal = _open(around, path, header, is_new=start is None)
        stack.callback(journal.close)
        budget = _account(experiment, journal, path, around, is_new=start is None)
        interrupted = _ask(experiment, endpoint, journal, budget, around)
        if owed_jobs(experiment.config, journal.turns, where=path):
            return Finished(path=path, interrupted=interrupted)
        journal.finish(_footer(experiment, journal, around.times.now()))
        budget.close()
    return Finished(path=path, interrupted=False)


def _ask(
    experiment: Experiment,
    endpoint: Endpoint,
    journal: Journal,
    budget: Budget,
    around: Surroundings,
) -> bool:
    """Ask every owed turn; return whether Ctrl-C ended it early."""
    jobs = owed_jobs(experiment.config, journal.turns, where=str(journal.path))
    if not jobs:
        return False
    stop = threading.Event()
    progress = Progress(around.out)
    attempt = Attempt(
        experiment.config,
        endpoint,
        journal,
        budget,
        prices=experiment.prices,
        now=around.times.now,
        stopping=stop.is_set,
    )
    cells = Cells(
        attempt,
        concurrency=around.concurrency,
        times=around.times,
        stop=stop,
        on_change=lambda flying: progress.show(_standing(experiment, journal, budget, flying)),
    )

    def tell(text: str) -> None:
        progress.close()
        print(text, file=around.out, flush=True)

    with two_steps(stop, tell) as was_interrupted:
        try:
            cells.run(jobs)
        finally:
            progress.close()
        return was_interrupted()


def _standing(experiment: Experiment, journal: Journal, budget: Budget, flying: int) -> Standing:
    turns = journal.turns
    return Standing(
        model=experiment.model,
        done=sum(turn.score is not None for turn in turns),
        cells=len(ordered_cells(experiment.config)),
        in_flight=flying,
        spent_nano_usd=sum(turn.cost_nano_usd for turn in turns),
        left_nano_usd=budget.left_nano_usd,
    )


def _open(around: Surroundings, path: str, header: Header, *, is_new: bool) -> Journal:
    if is_new:
        return Journal.create(around.root / path, header)
    journal = Journal.resume(around.root / path)
    if journal.cut:
        print(
            f"{path}: cut off {journal.cut} bytes of a line that was being written when the "
            "run died; its cell is asked again",
            file=around.out,
        )
    return journal


def _account(
    experiment: Experiment, journal: Journal, path: str, around: Surroundings, *, is_new: bool
) -> Budget:
    header = journal.header
    place = entry_path(around.root, header, free=experiment.is_free)
    entry = new_entry(header, path)
    if is_new:
        return Budget.start(around.root, place, around.caps, entry)
    return Budget.resume(
        around.root, place, around.caps, entry, recorded_nano_usd=journal.cost_nano_usd
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
