"""Asks owed turns through the Message Batches API: one batch a round, one round a turn.

Order of writes: plan, reservation, request, the batch's id, then each answer with its settlement,
each on the disk before the next. A crash between any two finds the batch again or knows that it
was never sent. Where a cached prefix is shared, a first batch of one request each warms it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import msgspec

from chaff.canonical import digest_bytes, line_bytes
from chaff.errors import ChaffError, EndpointError
from chaff.run.answers import Answer
from chaff.run.attempt import WorstCase
from chaff.run.batch_api import MAX_BYTES, MAX_REQUESTS, BatchApi, BatchStatus, Results
from chaff.run.batch_search import BatchSearch
from chaff.run.batch_wait import BatchWait
from chaff.run.budget import Budget
from chaff.run.cells import Times
from chaff.run.failures import MAX_ATTEMPTS, Failed, backoff
from chaff.run.ledger import instant
from chaff.run.patience import Patience, stopped
from chaff.run.pending import PendingBatch, PendingStore, PendingTurn
from chaff.run.plan import Cell, Job
from chaff.run.recording import Recording
from chaff.run.requests import Requests
from chaff.run.warmth import Warmth


class Batches:
    """Drives the owed jobs of one start through batches; used by one thread."""

    def __init__(
        self,
        api: BatchApi,
        requests: Requests,
        recording: Recording,
        budget: Budget,
        store: PendingStore,
        *,
        worst_case: WorstCase,
        warmth: Warmth,
        times: Times,
        patience: Patience,
        wait: BatchWait,
        stop: threading.Event,
    ) -> None:
        self._api = api
        self._requests = requests
        self._recording = recording
        self._budget = budget
        self._store = store
        self._worst_case = worst_case
        self._warmth = warmth
        self._times = times
        self._patience = patience
        self._wait = wait
        self._stop = stop
        self._search = BatchSearch(api, patience, wait, stop)
        self._todo: dict[Cell, Job] = {}

    def run(self, jobs: Sequence[Job]) -> None:
        """Return when all turns are answered, or when the stop flag is set.

        Raises what stopped the run, after everything that a batch answered is recorded.
        """
        self._todo = {job.cell: job for job in jobs}
        batch = self._store.read()
        if batch is not None:
            self._carry_on(batch)
        while self._todo and not self._stop.is_set():
            owed = list(self._todo.values())
            sent = self._send(self._warmth.warmers(owed) or owed)
            if sent is not None:
                self._finish(sent)

    def _carry_on(self, batch: PendingBatch) -> None:
        """Take up a batch that an earlier process left behind."""
        if not batch.may_be_there:
            self._store.clear()
            return
        known = batch if batch.id is not None else self._found(batch)
        if known is not None:
            self._finish(known, resumed=True)
            return
        if self._stop.is_set():
            return
        # The vendor's own list does not have it, so it never arrived: nothing can be billed.
        self._budget.settle(self._budget.entry.reserved_nano_usd)
        self._store.clear()

    # --- sending -------------------------------------------------------------------------------

    def _send(self, jobs: Sequence[Job]) -> PendingBatch | None:
        """Submit as many jobs as fit under the caps; None if it was told to stop."""
        newest = self._patience.insist(lambda: self._api.page(size=1)).batches
        batch = self._planned(jobs, newest[0].id if newest else None)
        self._store.write(batch)
        try:
            reserved = self._budget.reserve(batch.worst_nano_usd, self._stop.is_set)
        except ChaffError:
            self._store.clear()
            raise
        if not reserved:
            self._store.clear()
            return None
        batch = msgspec.structs.replace(batch, state="sending")
        self._store.write(batch)
        accepted = self._submitted(batch)
        if accepted is not None:
            self._store.write(accepted)
        return accepted

    def _planned(self, jobs: Sequence[Job], newest: str | None) -> PendingBatch:
        room = min(room.left for room in self._budget.rooms())
        at = instant(self._times.now())
        taken: list[tuple[Job, int]] = []
        worst_sum = n_bytes = 0
        for job in jobs:
            plain = self._requests.plain(job)
            worst = self._worst_case.in_batch(plain, self._times.sleep)
            worst_sum += worst
            n_bytes += len(line_bytes(plain)) + 500
            if taken and (worst_sum > room or n_bytes > MAX_BYTES or len(taken) >= MAX_REQUESTS):
                break
            taken.append((job, worst))
        named = f"{self._store.run} {at} {[(str(job.cell), job.turn) for job, _ in taken]}"
        nonce = digest_bytes(named.encode()).removeprefix("sha256:")[:20]
        turns = tuple(
            PendingTurn(
                custom_id=f"{nonce}-{number}",
                arm=job.cell.arm,
                item=job.cell.item,
                repeat=job.cell.repeat,
                turn=job.turn,
                worst_nano_usd=worst,
            )
            for number, (job, worst) in enumerate(taken)
        )
        return PendingBatch(
            schema="chaff.batch/1",
            run=self._store.run,
            state="planned",
            id=None,
            created_at=at,
            turns=turns,
            newest=newest,
        )

    def _submitted(self, batch: PendingBatch) -> PendingBatch | None:
        requests = [
            {"custom_id": turn.custom_id, "params": self._requests.sent(self._todo[turn.cell])}
            for turn in batch.turns
        ]
        attempt = 0
        while True:
            attempt += 1
            answer = self._api.submit(requests)
            if isinstance(answer, BatchStatus):
                return msgspec.structs.replace(batch, state="submitted", id=answer.id)
            if answer.maybe_billed and (found := self._found(batch)) is not None:
                return found
            if answer.maybe_billed and self._stop.is_set():
                return None
            if answer.kind in {"stop", "auth"} or attempt == MAX_ATTEMPTS:
                break
            if not self._patience.pause(answer, attempt):
                self._give_back(batch)
                return None
        self._give_back(batch)
        raise stopped(answer, "the batch was not accepted, and nothing of it is billed")

    def _give_back(self, batch: PendingBatch) -> None:
        self._budget.settle(batch.worst_nano_usd)
        self._store.clear()

    def _found(self, batch: PendingBatch) -> PendingBatch | None:
        """Return a batch whose id never reached us, if the server has it after all."""
        batch_id = self._search.find(batch)
        if batch_id is None:
            return None
        known = msgspec.structs.replace(batch, state="submitted", id=batch_id)
        self._store.write(known)
        return known

    # --- waiting -------------------------------------------------------------------------------

    def _finish(self, batch: PendingBatch, *, resumed: bool = False) -> None:
        if not self._wait.ended(batch):
            return
        canceled = self._collect(batch)
        if canceled and not resumed and not self._stop.is_set():
            # Somebody else did, perhaps to stop the spending: to go on is not ours to decide.
            raise EndpointError(
                f"{batch.id} was canceled before {canceled} of its {len(batch.turns)} requests "
                "were asked; what it answered is kept",
                where=self._store.run,
                remedy="the same command asks the rest in a new batch",
            )

    # --- collecting ----------------------------------------------------------------------------

    def _collect(self, batch: PendingBatch) -> int:
        """Record every answer of a batch that has ended, then forget it; return what it canceled.

        Raises the first thing that was wrong with an answer, after all others are recorded.
        """
        results = self._results(batch)
        problem: ChaffError | None = None
        canceled = 0
        for turn in batch.turns:
            job = self._todo.get(turn.cell)
            if job is None or job.turn != turn.turn:
                continue
            missing = Failed(
                kind="again", problem=f"{batch.id} has no result for it", maybe_billed=True
            )
            entry = results.entries.get(turn.custom_id, missing)
            canceled += entry is None
            try:
                self._take(job, entry, turn.worst_nano_usd)
            except EndpointError as error:
                problem = problem or error
        self._store.clear()
        if problem is not None:
            raise problem
        return canceled

    def _results(self, batch: PendingBatch) -> Results:
        """Return the results, fetched again while the listing is not whole."""
        wanted = {turn.custom_id for turn in batch.turns}
        for attempt in range(1, MAX_ATTEMPTS + 1):
            results = self._patience.insist(
                lambda: self._api.results(batch.id or ""), batch.id or ""
            )
            if wanted <= results.entries.keys():
                break
            self._patience.sleep(backoff(attempt, batch.id or ""), ignore_stop=True)
        return results

    def _take(self, job: Job, entry: Answer | Failed | None, worst: int) -> None:
        if isinstance(entry, Answer):
            self._warmth.ended(job, answered=True)
            following = self._recording.record(job, entry, worst)
            del self._todo[job.cell]
            if following is not None:
                self._todo[job.cell] = following
            return
        lost = worst if entry is not None and entry.maybe_billed else 0
        self._budget.settle(worst, lost=lost)
        if entry is None:
            return
        if entry.kind in {"stop", "auth"} or job.attempt >= MAX_ATTEMPTS:
            raise stopped(entry, str(job.cell))
        self._todo[job.cell] = msgspec.structs.replace(job, attempt=job.attempt + 1)
