"""Asks one turn of one cell once: count, reserve, send, record, settle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from chaff.battery.arm import View, view
from chaff.battery.prompt import body, unfinished
from chaff.battery.score import score
from chaff.errors import BadInputError, ChaffError, EndpointError
from chaff.money import cost_nano_usd, format_usd, worst_case_nano_usd
from chaff.run.answers import Answer, judge
from chaff.run.budget import LARGEST, Budget
from chaff.run.control import Counter
from chaff.run.endpoint import Endpoint
from chaff.run.failures import Failed
from chaff.run.journal import Journal
from chaff.run.plan import Job
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS, EvalConfig
from chaff.shapes.program import Prices
from chaff.shapes.record import Turn


class Answered(Shape, frozen=True, kw_only=True):
    """A turn that is recorded and paid; `next_job` is the cell's next turn, if it needs one."""

    next_job: Job | None


class NotAsked(Shape, frozen=True, kw_only=True):
    """The run is stopping, so the call was not sent."""


Outcome = Answered | Failed | NotAsked


class Attempt:
    """Everything that a call needs of one start; called from several threads at once."""

    def __init__(
        self,
        config: EvalConfig,
        endpoint: Endpoint,
        journal: Journal,
        budget: Budget,
        *,
        prices: Prices,
        now: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._config = config
        self._endpoint = endpoint
        self._journal = journal
        self._budget = budget
        self._header = journal.header
        self._prices = prices
        self._now = now
        self._stopping = stopping
        self._counter = Counter(endpoint, now)
        self._views: dict[str, View] = {
            arm: view(config, arm, journal.header.control) for arm in ARMS
        }

    def __call__(self, job: Job) -> Outcome:
        """Ask a turn once.

        Raises OverCap if it can never be afforded, EndpointError if its answer is unacceptable,
        RunStopped if it cannot be recorded.
        """
        seen = self._views[job.cell.arm]
        request = body(self._config, seen, job.item, self._header.model, job.responses)
        worst = self._worst_case(request)
        if isinstance(worst, Failed):
            return worst
        if self._stopping() or not self._budget.reserve(worst, self._stopping):
            return NotAsked()
        # Should this thread die from here on, the reservation stays, which is the safe side.
        received = self._endpoint.send(request)
        if isinstance(received, Failed):
            judged: Answer | Failed = received
        else:
            judged = judge(
                received,
                model=self._header.model,
                endpoint=self._endpoint.name,
                now=self._now(),
            )
        if isinstance(judged, Failed):
            self._budget.settle(worst, lost=worst if judged.maybe_billed else 0)
            return judged
        return self._record(job, judged, worst)

    def _worst_case(self, request: dict[str, Any]) -> int | Failed:
        """Return the most this call can cost, at the recorded or the present prices."""
        known = (self._prices, self._header.prices)
        most = request["max_tokens"]
        if not any(worst_case_nano_usd(1, most, prices) for prices in known):
            return 0
        tokens = self._counter.count(request)
        if isinstance(tokens, Failed):
            return tokens
        return max(worst_case_nano_usd(tokens, most, prices) for prices in known)

    def _record(self, job: Job, answer: Answer, worst: int) -> Answered:
        responses = (*job.responses, answer.response)
        more = unfinished(job.item, responses)
        cost = cost_nano_usd(answer.usage, self._header.prices)
        try:
            self._journal.append(self._turn(job, answer, cost, responses, more=more))
        except ChaffError as error:
            # A bill that no ledger could hold is no bill, just as a count beyond 2^53 is none.
            self._budget.settle(worst, lost=max(worst, cost) if cost <= LARGEST else worst)
            if isinstance(error, BadInputError):
                raise EndpointError(
                    f"{self._endpoint.name}: the answer cannot be recorded: {error.problem}",
                    where=str(job.cell),
                ) from None
            raise
        self._budget.settle(worst, billed=cost)
        if cost > worst:
            raise EndpointError(
                f"{self._endpoint.name}: a call that could cost {format_usd(worst)} was billed "
                f"{format_usd(cost)}, so no cap can be promised",
                where=str(job.cell),
                remedy="use a server whose counting endpoint and max_tokens hold",
            )
        return Answered(
            next_job=Job(cell=job.cell, item=job.item, responses=responses) if more else None
        )

    def _turn(
        self,
        job: Job,
        answer: Answer,
        cost: int,
        responses: tuple[dict[str, Any], ...],
        *,
        more: bool,
    ) -> Turn:
        scored = None if more else score(job.item.scorer, responses)
        return Turn(
            prev=self._header.order_seed,  # replaced by the journal, which knows the line before
            arm=job.cell.arm,
            item=job.cell.item,
            repeat=job.cell.repeat,
            turn=job.turn,
            response=answer.response,
            usage=answer.usage,
            stop_reason=answer.stop_reason,
            response_id=answer.response_id,
            request_id=answer.request_id,
            server_date=answer.server_date,
            model=answer.model,
            cost_nano_usd=cost,
            score=scored.score if scored else None,
            reason=scored.reason if scored else None,
        )
