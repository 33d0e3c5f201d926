"""Asks what a start owes, call by call or in batches, while a person watches."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from chaff.run.attempt import Attempt, WorstCase
from chaff.run.batch_api import BatchApi
from chaff.run.batch_wait import BatchWait
from chaff.run.batches import Batches
from chaff.run.budget import Budget
from chaff.run.cells import Cells
from chaff.run.control import Counter
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.interrupt import two_steps
from chaff.run.journal import Journal
from chaff.run.patience import Patience
from chaff.run.pending import PendingStore
from chaff.run.plan import ordered_cells, owed_jobs
from chaff.run.prepare import Prepared
from chaff.run.progress import Progress, Standing, Totals
from chaff.run.recording import Recording
from chaff.run.requests import Requests
from chaff.run.warmth import Warmth

if TYPE_CHECKING:
    from chaff.run.session import Surroundings

_BATCH_STOP = "leaving off; Ctrl-C again to quit at once (a batch that was submitted goes on)"


class Asking:
    """Everything that is needed to ask, put together once for a start."""

    def __init__(
        self,
        experiment: Experiment,
        prepared: Prepared,
        endpoint: Endpoint,
        counter: Counter,
        journal: Journal,
        budget: Budget,
        around: Surroundings,
    ) -> None:
        self._experiment = experiment
        self._prepared = prepared
        self._endpoint = endpoint
        self._journal = journal
        self._budget = budget
        self._around = around
        self._requests = Requests(
            experiment.config, experiment.model, prepared.control, prepared.caching
        )
        self._recording = Recording(journal, budget, endpoint.name)
        self._worst_case = WorstCase(counter, (experiment.prices, journal.header.prices))
        self._warmth = Warmth(self._requests.prefix, prepared.caching.lifetime, around.times.clock)
        self._stop = threading.Event()
        self._progress: Progress | None = None
        self._totals = Totals()
        self._n_cells = len(ordered_cells(experiment.config))

    def ask(self, pending: PendingStore) -> bool:
        """Ask every owed turn; return whether Ctrl-C ended it early."""
        journal = self._journal
        jobs = owed_jobs(self._experiment.config, journal.turns, where=journal.where)
        if not jobs:
            return False
        self._progress = Progress(
            self._around.out, clock=self._around.times.clock, quiet=self._around.quiet
        )
        words = (_BATCH_STOP,) if self._prepared.batch else ()
        with two_steps(self._stop, self._tell, *words) as was_interrupted:
            try:
                if self._prepared.batch:
                    self._batches(pending).run(jobs)
                else:
                    self._cells().run(jobs)
            finally:
                self._progress.close()
            return was_interrupted()

    def _cells(self) -> Cells:
        attempt = Attempt(
            self._requests,
            self._endpoint,
            self._recording,
            self._budget,
            model=self._experiment.model,
            worst_case=self._worst_case,
            now=self._around.times.now,
            stopping=self._stop.is_set,
        )
        return Cells(
            attempt,
            concurrency=self._around.concurrency,
            times=self._around.times,
            stop=self._stop,
            on_change=self._show,
            fixed=self._around.fixed,
            warmth=self._warmth,
        )

    def _batches(self, pending: PendingStore) -> Batches:
        times = self._around.times
        api = BatchApi(self._endpoint, model=self._experiment.model, now=times.now)
        patience = Patience(times, self._stop)
        wait = BatchWait(
            api, patience, self._stop, show=self._show, tell=self._tell, ask=self._around.ask
        )
        return Batches(
            api,
            self._requests,
            self._recording,
            self._budget,
            pending,
            worst_case=self._worst_case,
            warmth=self._warmth,
            times=times,
            patience=patience,
            wait=wait,
            stop=self._stop,
        )

    def _tell(self, text: str) -> None:
        # Also called by a signal's handler: where nobody reads, or a line is just being printed
        # (which cannot be entered twice), calls in flight still end.
        with suppress(OSError, RuntimeError):
            if self._progress is not None:
                self._progress.close()
            print(text, file=self._around.out, flush=True)

    def _show(self, in_flight: int, note: str = "") -> None:
        if self._progress is not None:
            self._progress.show(self._standing(in_flight, note))

    def _standing(self, in_flight: int, note: str) -> Standing:
        self._totals.take(self._journal.turns)
        experiment, totals = self._experiment, self._totals
        return Standing(
            model=experiment.model,
            done=totals.done,
            cells=self._n_cells,
            in_flight=in_flight,
            spent_nano_usd=totals.spent_nano_usd,
            left_nano_usd=self._budget.left_nano_usd,
            cap_nano_usd=0 if experiment.is_free else self._budget.cap_nano_usd,
            cached_share=totals.cached_share if self._prepared.caching.lifetime else None,
            note=note,
        )
