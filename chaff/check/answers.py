"""Compares each line of a run with the raw response that it carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from chaff.check.faults import Fault, fault
from chaff.check.lines import read_instant
from chaff.errors import BadInputError
from chaff.money import cost_nano_usd
from chaff.shapes.answer import is_same_model, read_date, usage_of
from chaff.shapes.record import Header, RunFile, Turn

MOST_AHEAD: Final = timedelta(hours=1)
"""How far a clock of one's own may be ahead of the server's."""


def is_batch(response: Mapping[str, Any]) -> bool:
    """Tell whether a response came from the Message Batches API, at its discount."""
    usage = response.get("usage")
    return isinstance(usage, dict) and usage.get("service_tier") == "batch"


def answer_faults(run: RunFile, where: str) -> Iterator[Fault]:
    """Yield what in a run's lines contradicts its own raw responses and header."""
    header = run.header
    earliest = read_instant(header.started_at) - MOST_AHEAD
    seen: dict[str, int] = {}
    answered = ""
    for numbered in run.lines:
        turn, number = numbered.line, numbered.number
        if not isinstance(turn, Turn):
            continue
        for code, message in _contradictions(turn, header):
            yield fault(code, where, message, number)
        if turn.response_id in seen:
            message = f"response {turn.response_id!r} stands in line {seen[turn.response_id]} too"
            yield fault("duplicate-response", where, message, number)
        seen.setdefault(turn.response_id, number)
        if turn.server_date is not None and _is_before(turn.server_date, earliest):
            message = f"answered at {turn.server_date}, started at {header.started_at}"
            yield fault("answer-too-early", where, message, number)
        if not is_same_model(header.model, turn.model):
            message = f"asked {header.model}, answered {turn.model!r}"
            yield fault("model-answered", where, message, number)
        elif answered not in ("", turn.model):
            message = f"answered by {turn.model!r}, lines before by {answered!r}"
            yield fault("model-answered", where, message, number)
        else:
            answered = turn.model


@lru_cache(maxsize=1024)
def _is_before(date: str, instant: datetime) -> bool:
    """Tell whether a server's date is earlier; one that cannot be read tells nothing."""
    said = read_date(date)
    return said is not None and said < instant


def _contradictions(turn: Turn, header: Header) -> Iterator[tuple[str, str]]:
    response = turn.response
    stop_reason = response.get("stop_reason")
    for field, beside, inside in (
        ("id", turn.response_id, response.get("id")),
        ("stop_reason", turn.stop_reason, stop_reason if isinstance(stop_reason, str) else None),
        ("model", turn.model, response.get("model")),
    ):
        if beside != inside:
            yield "response-mismatch", f"{field} is {beside!r} beside the response"
    try:
        usage = usage_of(response)
    except BadInputError as error:
        yield "usage-mismatch", f"in the response, {error.problem}"
    else:
        if usage != turn.usage:
            stated = f"the response states {usage.prompt} tokens in, {usage.output} out"
            line = f"the line {turn.usage.prompt} and {turn.usage.output}"
            yield "usage-mismatch", f"{stated}; {line}"
    cost = cost_nano_usd(turn.usage, header.prices, batch=is_batch(response))
    if cost != turn.cost_nano_usd:
        yield "cost-mismatch", f"costs {cost} nano-USD, the line says {turn.cost_nano_usd}"
