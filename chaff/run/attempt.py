"""Asks one turn of one cell once: count, reserve, send, record, settle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from chaff.check.answers import is_batch
from chaff.errors import EndpointError
from chaff.money import PRICED_TOKENS, worst_case_nano_usd
from chaff.run.answers import Answer, judge
from chaff.run.budget import Budget
from chaff.run.control import Counter
from chaff.run.endpoint import Endpoint
from chaff.run.failures import Failed
from chaff.run.plan import Job
from chaff.run.recording import Recording
from chaff.run.requests import Requests
from chaff.shapes.base import Shape
from chaff.shapes.program import Prices


class Answered(Shape, frozen=True, kw_only=True):
    """A turn that is recorded and paid; `next_job` is the cell's next turn, if it needs one."""

    next_job: Job | None


class NotAsked(Shape, frozen=True, kw_only=True):
    """The run is stopping, so the call was not sent."""


Outcome = Answered | Failed | NotAsked


class WorstCase:
    """The most that a call can cost, at the recorded or the present prices."""

    def __init__(self, counter: Counter, prices: tuple[Prices, ...]) -> None:
        self._counter = counter
        self._prices = prices

    def __call__(self, request: dict[str, Any]) -> int | Failed:
        """Return nano-USD for a plain call; counts its prompt, unless nothing can cost anything."""
        most = request["max_tokens"]
        if not any(worst_case_nano_usd(1, most, prices) for prices in self._prices):
            return 0
        tokens = self._counter.count(request)
        return tokens if isinstance(tokens, Failed) else self._of(tokens, most)

    def in_batch(self, request: dict[str, Any], sleep: Callable[[float], None]) -> int:
        """Return nano-USD for a request of a batch; insists on the count of its prompt."""
        worst = self(request)
        if isinstance(worst, Failed):
            worst = self._of(self._counter.insist(request, sleep), request["max_tokens"])
        return max(-(-worst * prices.batch_permille // 1000) for prices in self._prices)

    def _of(self, tokens: int, most: int) -> int:
        if tokens > PRICED_TOKENS:
            raise EndpointError(
                f"a prompt has {tokens:,} tokens, but prices are known up to {PRICED_TOKENS:,}",
                remedy="shorten the instruction file or the battery's repository",
            )
        return max(worst_case_nano_usd(tokens, most, prices) for prices in self._prices)


class Attempt:
    """Everything that a call needs of one start; called from several threads at once."""

    def __init__(
        self,
        requests: Requests,
        endpoint: Endpoint,
        recording: Recording,
        budget: Budget,
        *,
        model: str,
        worst_case: WorstCase,
        now: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._requests = requests
        self._endpoint = endpoint
        self._recording = recording
        self._budget = budget
        self._model = model
        self._worst_case = worst_case
        self._now = now
        self._stopping = stopping

    def __call__(self, job: Job) -> Outcome:
        """Ask a turn once.

        Raises OverCap if it can never be afforded, EndpointError if its answer is unacceptable,
        RunStopped if it cannot be recorded.
        """
        plain = self._requests.plain(job)
        worst = self._worst_case(plain)
        if isinstance(worst, Failed):
            return worst
        request = self._requests.sent(job, plain)
        if self._stopping() or not self._budget.reserve(worst, self._stopping):
            return NotAsked()
        # Should this thread die from here on, the reservation stays, which is the safe side.
        received = self._endpoint.send(request)
        if isinstance(received, Failed):
            judged: Answer | Failed = received
        else:
            name, now = self._endpoint.name, self._now()
            judged = judge(received, model=self._model, endpoint=name, now=now)
            judged = _discounted(judged, name) or judged
        if isinstance(judged, Failed):
            self._budget.settle(worst, lost=worst if judged.maybe_billed else 0)
            return judged
        return Answered(next_job=self._recording.record(job, judged, worst))


def _discounted(judged: Answer | Failed, endpoint: str) -> Failed | None:
    """Return why an answer is none if it claims the discount of a batch that nobody asked for."""
    if isinstance(judged, Failed) or not is_batch(judged.response):
        return None
    problem = f"{endpoint}: the answer claims a batch's discount, but was asked alone"
    remedy = "use an endpoint that reports how it bills"
    return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=True)
