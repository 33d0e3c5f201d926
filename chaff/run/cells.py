"""Asks every owed turn, several at once, until all are answered or something stops the run.

A call that has to wait before its next attempt gives its slot to others. Once several calls in a
row have failed, only one at a time is tried, when its wait is over: a server in trouble is probed,
not hammered, and neither are its limits. Refusals for want of room lower the number of calls in
flight, unless the user fixed it; and calls that share a cached prefix wait until one has warmed it.
"""

from __future__ import annotations

import heapq
import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

import msgspec

from chaff.errors import EndpointError, NoCredentials, RunStopped
from chaff.run.attempt import Answered, NotAsked, Outcome
from chaff.run.failures import (
    MAX_ATTEMPTS,
    MAX_IN_A_ROW,
    MAX_WAIT_SECONDS,
    Failed,
    backoff,
)
from chaff.run.pace import Pace
from chaff.run.plan import Job
from chaff.run.progress import Show, duration
from chaff.run.warmth import Warmth

PROBE_AFTER: Final = 4
"""After so many failures in a row, calls are tried one at a time."""
_PASSING: Final = 0.4
"""The part of the usual wait that is enough after a refusal among answers: 0.1 s at first."""
_TROUBLE: Final = 70
"""Characters of what went wrong that find room in a line beside the rest."""
_LOOK_SECONDS: Final = 0.2
"""How often the wait for something to happen is interrupted to look at the stop flag."""


class Times(NamedTuple):
    """The clocks of a run: wall time for dates, seconds that only grow, and a way to wait."""

    now: Callable[[], datetime]
    clock: Callable[[], float]
    sleep: Callable[[float], None]


class _Done(NamedTuple):
    job: Job
    sent: int
    outcome: Outcome | Exception


class Cells:
    """Drives jobs through `ask` with up to `concurrency` calls in flight."""

    def __init__(
        self,
        ask: Callable[[Job], Outcome],
        *,
        concurrency: int,
        times: Times,
        stop: threading.Event,
        on_change: Show,
        fixed: bool = False,
        warmth: Warmth | None = None,
    ) -> None:
        self._ask = ask
        self._concurrency = concurrency
        self._pace = Pace(concurrency, fixed=fixed)
        self._warmth = warmth or Warmth(lambda _: None, None, times.clock)
        self._times = times
        self._stop = stop
        self._on_change = on_change
        self._todo: SimpleQueue[tuple[Job, int] | None] = SimpleQueue()
        self._done: SimpleQueue[_Done] = SimpleQueue()
        self._ready: deque[Job] = deque()
        self._waiting: list[tuple[float, int, Job]] = []
        self._flying = 0
        self._sent = 0
        self._row = 0
        self._row_from = 0
        self._probe_at = 0.0
        self._trouble = ""
        self._error: Exception | None = None

    def run(self, jobs: Sequence[Job]) -> None:
        """Return when all turns are answered, or when the stop flag is set and no call in flight.

        Raises what stopped the run, after the calls in flight have ended.
        """
        self._ready.extend(jobs)
        for _ in range(min(self._concurrency, max(1, len(jobs)))):
            # Daemons: the second Ctrl-C must not wait for them.
            threading.Thread(target=self._work, daemon=True).start()
        try:
            while self._flying or (self._is_owed() and not self._stop.is_set()):
                self._send_ready()
                self._tell()
                self._wait()
            self._tell()
        finally:
            for _ in range(self._concurrency):
                self._todo.put(None)
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        while (task := self._todo.get()) is not None:
            job, sent = task
            try:
                outcome: Outcome | Exception = self._ask(job)
            except Exception as error:  # noqa: BLE001 - raised again by the thread that waits
                outcome = error
            if _is_final(outcome):
                # At once, and not only when the waiting thread gets to it.
                self._stop.set()
            self._done.put(_Done(job, sent, outcome))

    def _tell(self) -> None:
        try:
            self._on_change(self._flying, self._note)
        except Exception as error:  # noqa: BLE001 - raised again once the calls in flight ended
            self._end(error)

    @property
    def _note(self) -> str:
        """Say why nothing happens, if nothing does."""
        if self._flying or not self._waiting or self._stop.is_set():
            return ""
        seconds = self._next_at - self._times.clock()
        if seconds < 1:
            return ""
        return f"next try in {duration(seconds)} ({self._cause})"

    @property
    def _cause(self) -> str:
        """The last failure, cut to what a line holds."""
        told = self._trouble
        return told if len(told) <= _TROUBLE else f"{told[: _TROUBLE - 1]}…"

    def _is_owed(self) -> bool:
        return bool(self._ready or self._waiting)

    @property
    def _probing(self) -> bool:
        return self._row >= PROBE_AFTER and bool(self._waiting or self._flying)

    @property
    def _slots(self) -> int:
        return 1 if self._probing else self._pace.slots

    @property
    def _next_at(self) -> float:
        """When the next waiting call may go; there must be one."""
        soonest = self._waiting[0][0]
        return max(soonest, self._probe_at) if self._probing else soonest

    def _send_ready(self) -> None:
        now = self._times.clock()
        while self._flying < self._slots and not self._stop.is_set():
            if self._waiting and self._next_at <= now:
                job = heapq.heappop(self._waiting)[2]
            elif self._probing or (found := self._next_ready()) is None:
                return
            else:
                job = found
            self._sent += 1
            self._flying += 1
            self._warmth.sent(job)
            self._todo.put((job, self._sent))

    def _next_ready(self) -> Job | None:
        """Take the first job that need not wait for another one to warm its prefix."""
        for place, job in enumerate(self._ready):
            if self._warmth.may_send(job):
                del self._ready[place]
                return job
        return None

    def _wait(self) -> None:
        """Wait for an answer, or for the next call whose wait is over; never for long."""
        seconds = _LOOK_SECONDS
        if self._waiting and self._flying < self._slots:
            seconds = max(0.0, min(seconds, self._next_at - self._times.clock()))
        if self._flying:
            try:
                self._take(self._done.get(timeout=seconds))
            except Empty:
                return
        elif self._waiting and not self._stop.is_set():
            self._times.sleep(seconds)

    def _take(self, done: _Done) -> None:
        self._flying -= 1
        self._warmth.ended(done.job, answered=isinstance(done.outcome, Answered))
        match done.outcome:
            case Answered(next_job=next_job):
                self._row = 0
                self._pace.answered()
                if next_job is not None:
                    # A begun cell first, so that as few as possible are open at any time.
                    self._ready.appendleft(next_job)
            case Failed() as failed:
                self._take_failure(done, failed)
            case NotAsked():
                self._ready.appendleft(done.job)
            case Exception() as error:
                self._end(error)

    def _take_failure(self, done: _Done, failed: Failed) -> None:
        if done.sent > self._row_from:
            # Calls that were in flight together fail together: that is one failure, not many.
            self._row += 1
            self._row_from = self._sent
            if self._row >= PROBE_AFTER:
                # Each probe that fails makes the next one wait longer: an outage gets time.
                pause = backoff(2 * (self._row - PROBE_AFTER) + 1, "probe")
                self._probe_at = self._times.clock() + pause
        self._trouble = failed.problem
        if failed.kind == "busy":
            self._pace.refused(done.sent, self._sent)
        job = done.job
        wait = self._backoff(job, failed) if failed.wait is None else failed.wait
        if stopped := self._why_stopped(job, failed, wait):
            self._end(stopped)
            return
        later = msgspec.structs.replace(job, attempt=job.attempt + 1)
        heapq.heappush(self._waiting, (self._times.clock() + wait, done.sent, later))

    def _backoff(self, job: Job, failed: Failed) -> float:
        """Return our own wait; a short one where others are answered, as there is room then."""
        passing = failed.kind == "busy" and self._row <= 1 and self._pace.is_well
        return backoff(job.attempt, str(job.cell)) * (_PASSING if passing else 1)

    def _why_stopped(self, job: Job, failed: Failed, wait: float) -> RunStopped | None:
        where = str(job.cell)
        if failed.kind == "auth":
            return NoCredentials(failed.problem, remedy=failed.remedy)
        if failed.kind == "stop":
            return EndpointError(failed.problem, where=where, remedy=failed.remedy)
        if wait > MAX_WAIT_SECONDS:
            remedy = f"run the same command again {_when(self._times.now(), wait)}: it carries on"
            return EndpointError(failed.problem, where=where, remedy=remedy)
        tried = ""
        if job.attempt >= MAX_ATTEMPTS:
            tried = f"asked {job.attempt} times"
        elif failed.kind == "again" and self._row >= MAX_IN_A_ROW:
            tried = f"{self._row} failures in a row"
        if tried:
            remedy = "run the same command again later: it carries on with what is missing"
            return EndpointError(f"{failed.problem} ({tried})", where=where, remedy=remedy)
        return None

    def _end(self, error: Exception) -> None:
        self._error = self._error or error
        self._stop.set()


def _is_final(outcome: Outcome | Exception) -> bool:
    """Tell whether nothing more may be sent after this."""
    match outcome:
        case Failed(kind=kind):
            return kind in {"stop", "auth"}
        case _:
            return isinstance(outcome, Exception)


def _when(now: datetime, wait: float) -> str:
    try:
        then = now + timedelta(seconds=wait)
    except OverflowError:
        return "once the server allows it"
    return f"after {then:%Y-%m-%d %H:%M:%S} UTC"
