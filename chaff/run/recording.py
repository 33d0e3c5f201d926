"""Records an answer: scored, in the journal, on the disk, and only then settled in the ledger."""

from __future__ import annotations

from typing import Final

from chaff.battery.prompt import unfinished
from chaff.battery.score import score
from chaff.check.answers import is_batch
from chaff.errors import BadInputError, ChaffError, EndpointError, RunStopped
from chaff.money import cost_nano_usd, format_usd
from chaff.run.answers import Answer
from chaff.run.budget import Budget
from chaff.run.journal import Journal
from chaff.run.plan import Job
from chaff.shapes.record import Turn

_TIMES: Final = 1000
"""A bill of so many worst cases is none: entered, it would use up the program's cap for ever."""


class Recording:
    """Where the answers of one start go; called from several threads at once."""

    def __init__(self, journal: Journal, budget: Budget, endpoint: str) -> None:
        self._journal = journal
        self._budget = budget
        self._endpoint = endpoint

    def record(self, job: Job, answer: Answer, worst: int) -> Job | None:
        """Record an answer whose call could cost `worst`; return the cell's next job, if any.

        Raises EndpointError if the answer is unacceptable, RunStopped if it cannot be recorded.
        """
        responses = (*job.responses, answer.response)
        more = unfinished(job.item, responses)
        cost = cost_nano_usd(
            answer.usage, self._journal.header.prices, batch=is_batch(answer.response)
        )
        if self._is_unsplit(answer):
            self._budget.settle(worst, lost=worst)
            raise EndpointError(
                f"{self._endpoint}: the answer cannot be billed: it does not say for how long it "
                "wrote to the cache, and an hour was asked for, which costs more",
                where=str(job.cell),
                remedy="use an endpoint that reports usage.cache_creation",
            )
        if cost > _TIMES * worst:
            self._budget.settle(worst, lost=worst)
            raise self._absurd(job, cost, worst)
        turn = self._turn(job, answer, cost, responses, more=more)
        try:
            self._journal.append(turn)
        except ChaffError as error:
            self._budget.settle(worst, lost=max(worst, cost))
            if isinstance(error, BadInputError):
                raise EndpointError(
                    f"{self._endpoint}: the answer cannot be recorded: {error.problem}",
                    where=str(job.cell),
                ) from None
            raise
        self._budget.settle(worst, billed=cost)
        if cost > worst:
            raise EndpointError(
                f"{self._endpoint}: a call that could cost {format_usd(worst)} was billed "
                f"{format_usd(cost)}, so no cap can be promised",
                where=str(job.cell),
                remedy="use a server whose counting endpoint, max_tokens and discounts hold",
            )
        if self._journal.is_full:
            raise RunStopped(
                "the disk is full; what was in flight was written into room kept for it",
                where=self._journal.where,
                remedy="make room and run the same command again: it carries on",
            )
        return Job(cell=job.cell, item=job.item, responses=responses) if more else None

    def _is_unsplit(self, answer: Answer) -> bool:
        """Tell whether cache writes without a lifetime would be taken for cheaper ones."""
        transport = self._journal.header.transport
        if transport is None or transport.cache != "1h" or not answer.usage.cache_write_5m:
            return False
        return answer.response["usage"].get("cache_creation") is None

    def _absurd(self, job: Job, cost: int, worst: int) -> EndpointError:
        return EndpointError(
            f"{self._endpoint}: the answer cannot be recorded: it claims a bill of "
            f"{format_usd(cost)} for a call that can cost {format_usd(worst)} at most",
            where=str(job.cell),
            remedy="use a server whose usage holds; the ledger takes the call for its worst case, "
            "so should the bill be true after all, lower the caps by as much",
        )

    def _turn(
        self,
        job: Job,
        answer: Answer,
        cost: int,
        responses: tuple[dict[str, object], ...],
        *,
        more: bool,
    ) -> Turn:
        scored = None if more else score(job.item.scorer, responses)
        return Turn(
            prev=self._journal.header.order_seed,  # replaced by the journal
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
