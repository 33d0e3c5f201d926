"""Waits between tries of calls that cost nothing, in slices short enough to notice Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from chaff.errors import EndpointError, NoCredentials
from chaff.run.cells import Times
from chaff.run.failures import MAX_ATTEMPTS, MAX_WAIT_SECONDS, Failed, backoff

T = TypeVar("T")

_SLICE_SECONDS: Final = 0.2
_AGAIN: Final = "run the same command again: it looks for the batch and carries on"


class Patience:
    """How one start waits; used by one thread."""

    def __init__(self, times: Times, stop: threading.Event) -> None:
        self._times = times
        self._stop = stop

    def insist(self, call: Callable[[], T | Failed], what: str = "") -> T:
        """Return what a call that costs nothing gives, asking again where that can help."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            answer = call()
            if not isinstance(answer, Failed):
                return answer
            last = answer.kind in {"stop", "auth"} or attempt == MAX_ATTEMPTS
            if last or not self.pause(answer, attempt, ignore_stop=True):
                raise stopped(answer, what)
        raise AssertionError  # pragma: no cover - the last attempt returns or raises

    def pause(self, failed: Failed, attempt: int, *, ignore_stop: bool = False) -> bool:
        """Wait before the next try; False where that would be too long, or it is to stop."""
        wait = backoff(attempt, "batch") if failed.wait is None else failed.wait
        if wait > MAX_WAIT_SECONDS:
            return False
        self.sleep(wait, ignore_stop=ignore_stop)
        return ignore_stop or not self._stop.is_set()

    def sleep(self, seconds: float, *, ignore_stop: bool = False) -> None:
        """Wait; unless told otherwise, no longer than until the stop flag is set."""
        until = self._times.clock() + seconds
        while (left := until - self._times.clock()) > 0:
            if self._stop.is_set() and not ignore_stop:
                return
            self._times.sleep(min(left, _SLICE_SECONDS))


def stopped(failed: Failed, where: str) -> EndpointError:
    """Return the stop for a failure that no further try can mend."""
    if failed.kind == "auth":
        return NoCredentials(failed.problem, where=where, remedy=failed.remedy)
    return EndpointError(failed.problem, where=where, remedy=failed.remedy or _AGAIN)
