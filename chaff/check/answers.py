"""Compares each line of a run with the raw response that it carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from chaff.check.faults import Fault, fault
from chaff.errors import BadInputError
from chaff.money import cost_nano_usd
from chaff.shapes.answer import is_same_model, usage_of
from chaff.shapes.record import RunFile, Turn


def is_batch(response: Mapping[str, Any]) -> bool:
    """Tell whether a response came from the Message Batches API, at its discount."""
    usage = response.get("usage")
    return isinstance(usage, dict) and usage.get("service_tier") == "batch"


def answer_faults(run: RunFile, where: str) -> Iterator[Fault]:
    """Yield what in a run's lines contradicts its own raw responses and header."""
    seen: dict[str, int] = {}
    answered = ""
    for numbered in run.lines:
        turn, number = numbered.line, numbered.number
        if not isinstance(turn, Turn):
            continue
        for code, message in _contradictions(turn, run):
            yield fault(code, where, message, number)
        if turn.response_id in seen:
            message = f"response {turn.response_id!r} stands in line {seen[turn.response_id]} too"
            yield fault("duplicate-response", where, message, number)
        seen.setdefault(turn.response_id, number)
        if not is_same_model(run.header.model, turn.model):
            message = f"asked {run.header.model}, answered {turn.model!r}"
            yield fault("model-answered", where, message, number)
        elif answered not in ("", turn.model):
            message = f"answered by {turn.model!r}, lines before by {answered!r}"
            yield fault("model-answered", where, message, number)
        else:
            answered = turn.model


def _contradictions(turn: Turn, run: RunFile) -> Iterator[tuple[str, str]]:
    stop_reason = turn.response.get("stop_reason")
    said = {
        "id": (turn.response_id, turn.response.get("id")),
        "stop_reason": (turn.stop_reason, stop_reason if isinstance(stop_reason, str) else None),
        "model": (turn.model, turn.response.get("model")),
    }
    for field, (beside, inside) in said.items():
        if beside != inside:
            yield "response-mismatch", f"{field} is {beside!r} beside the response"
    try:
        usage = usage_of(turn.response)
    except BadInputError as error:
        yield "usage-mismatch", f"in the response, {error.problem}"
    else:
        if usage != turn.usage:
            stated = f"the response states {usage.prompt} tokens in, {usage.output} out"
            line = f"the line {turn.usage.prompt} and {turn.usage.output}"
            yield "usage-mismatch", f"{stated}; {line}"
    cost = cost_nano_usd(turn.usage, run.header.prices, batch=is_batch(turn.response))
    if cost != turn.cost_nano_usd:
        yield "cost-mismatch", f"costs {cost} nano-USD, the line says {turn.cost_nano_usd}"
