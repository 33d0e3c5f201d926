"""Tells an answer from everything else that can come back over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from chaff.canonical import parse
from chaff.errors import BadInputError
from chaff.run.failures import Failed, requested_wait
from chaff.shapes.answer import is_same_model, usage_of
from chaff.shapes.base import Shape
from chaff.shapes.record import Usage

KEYS: Final = (
    "ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN; without a key, `--endpoint embedded --pilot` "
    "measures on a small model inside the process"
)
KEY_REMEDY: Final = f"check {KEYS}"
REFUSED_REMEDY: Final = "the request itself is refused; nothing is asked again"
_AGAIN: Final = frozenset((408, 409, 425, 499))
_GIVEN_UP: Final = frozenset((408, 499))
"""Somebody on the way no longer waited; the model may have gone on."""
_BUSY: Final = frozenset((429, 503, 529))
_BUSY_TYPES: Final = frozenset(("overloaded_error", "rate_limit_error"))
_AUTH_TYPES: Final = frozenset(("authentication_error", "permission_error"))
_FINAL_TYPES: Final = frozenset(
    ("invalid_request_error", "not_found_error", "request_too_large", "billing_error")
)
_USAGE: Final = re.compile(
    r'"(usage|(input|output|prompt|completion)_tokens)"|"type"\s*:\s*"message"'
)
_SHOWN: Final = 160

_STANDARD: Final = {
    "inference_geo": (None, "", "global", "not_available"),
    "speed": (None, "standard"),
}
"""What `usage` says of an answer at the standard price."""


class Received(Shape, frozen=True, kw_only=True):
    """A whole HTTP response. Header names are in lower case."""

    status: int
    headers: dict[str, str]
    text: str


class Answer(Shape, frozen=True, kw_only=True):
    """The model's message as it came, and what it says about itself."""

    response: dict[str, Any]
    usage: Usage
    response_id: str
    model: str
    stop_reason: str | None
    request_id: str | None
    server_date: str | None


def judge(received: Received, *, model: str, endpoint: str, now: datetime) -> Answer | Failed:
    """Return the answer in an HTTP response, or why it is none.

    Nothing is repaired: a body that parses up to a point is no answer. Whatever the model may have
    been paid for is marked, so that its worst case stays held against the caps.
    """
    if received.status != 200:
        return _refused(received, endpoint, now)
    try:
        value = parse(received.text.encode("utf-8", "surrogatepass"), where=endpoint)
    except BadInputError:
        return _unreadable(received, endpoint)
    if isinstance(value, dict) and value.get("type") == "error":
        return _refused(received, endpoint, now)
    if not _is_message(value):
        # However odd it is, or wrapped: what says it is a message, or what it used, was billed.
        billed = _speaks_of_usage(received.text)
        return _again(received, endpoint, "JSON, but no message", maybe_billed=billed)
    return _answer(value, received, model, endpoint)


def judge_entry(result: Any, *, model: str, endpoint: str, now: datetime) -> Answer | Failed | None:
    """Return what one result of a batch is: an answer, a failure, or None if it was canceled.

    Only what succeeded is billed.
    """
    kind = result.get("type") if isinstance(result, dict) else None
    if kind == "succeeded":
        # Read and judged like an answer that came alone; it has no headers of its own.
        text = json.dumps(result.get("message"))
        received = Received(status=200, headers={}, text=text)
        return judge(received, model=model, endpoint=endpoint, now=now)
    if kind == "errored":
        text = json.dumps(result.get("error"))
        return _refused(Received(status=200, headers={}, text=text), endpoint, now)
    if kind == "expired":
        return Failed(kind="again", problem=f"{endpoint}: the batch expired before it was asked")
    if kind == "canceled":
        return None
    problem = f"{endpoint}: a result of the batch is of no known kind: {_excerpt(str(kind))}"
    return Failed(kind="again", problem=problem, maybe_billed=True)


def refusal(received: Received, *, endpoint: str, now: datetime) -> Failed:
    """Return what a response with another status than 200 says."""
    return _refused(received, endpoint, now)


def tokens_in(received: Received, *, endpoint: str, now: datetime) -> int | Failed:
    """Return the count in a response of the counting endpoint, or why there is none."""
    if received.status != 200:
        return _refused(received, endpoint, now)
    try:
        value = parse(received.text.encode("utf-8", "surrogatepass"), where=endpoint)
    except BadInputError:
        return _again(received, endpoint, "no JSON")
    tokens = value.get("input_tokens") if isinstance(value, dict) else None
    if type(tokens) is not int or tokens <= 0:
        return _again(received, endpoint, "JSON, but no count of tokens")
    return tokens


def _answer(
    value: dict[str, Any], received: Received, model: str, endpoint: str
) -> Answer | Failed:
    answered, response_id = value.get("model"), value.get("id")
    if not is_same_model(model, answered):
        problem = f"{endpoint}: asked {model}, answered by {_excerpt(str(answered))}"
        remedy = "use an endpoint that serves the model under its own name"
        return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=True)
    try:
        usage = usage_of(value)
    except BadInputError as error:
        problem = f"{endpoint}: the answer cannot be billed: {error.problem}"
        remedy = "use an endpoint that reports usage"
        return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=True)
    if usage.prompt == 0:
        problem = f"{endpoint}: the answer cannot be billed: it reports a prompt of 0 tokens"
        remedy = "use an endpoint that reports usage"
        return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=True)
    if surcharge := _surcharge(value["usage"]):
        problem = f"{endpoint}: the answer was billed at another price than ours: {surcharge}"
        remedy = "let the account answer at its standard speed, from anywhere"
        return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=True)
    if not isinstance(response_id, str) or not response_id:
        problem = f"{endpoint}: the answer has no id, so a repeat cannot be told from a copy"
        return Failed(kind="stop", problem=problem, maybe_billed=True)
    return Answer(
        response=value,
        usage=usage,
        response_id=response_id,
        model=str(answered),
        stop_reason=value.get("stop_reason"),
        request_id=received.headers.get("request-id"),
        server_date=received.headers.get("date"),
    )


def _surcharge(usage: Mapping[str, Any]) -> str:
    """Return what makes an answer dearer than the manifest says, or ''."""
    for field, standard in _STANDARD.items():
        if usage.get(field) not in standard:
            return f"{field} {_excerpt(str(usage[field]))}"
    tools = usage.get("server_tool_use")
    if any(tools.values()) if isinstance(tools, dict) else tools:
        return f"server_tool_use {_excerpt(str(tools))}"
    return ""


def _speaks_of_usage(text: str) -> bool:
    return _USAGE.search(text) is not None


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("type") == "message"
        and isinstance(value.get("content"), list)
        and all(isinstance(block, dict) for block in value["content"])
        and isinstance(value.get("stop_reason"), str | None)
    )


def _refused(received: Received, endpoint: str, now: datetime) -> Failed:
    error = _error_of(received.text)
    kind, message = str(error.get("type", "")), str(error.get("message", ""))
    status, said = received.status, f": {_excerpt(message)}" if message else ""
    problem = f"{endpoint}: status {status}{said or _described(received)}"
    if status in {401, 403} or kind in _AUTH_TYPES:
        return Failed(kind="auth", problem=problem, remedy=KEY_REMEDY)
    if _is_spend_limit(error):
        remedy = "the account's own spend limit is reached: raise it, then run the same command"
        return Failed(kind="stop", problem=problem, remedy=remedy)
    wait = requested_wait(received.headers, now)
    if status in _BUSY or kind in _BUSY_TYPES or re.search("overloaded", message, re.IGNORECASE):
        # A gateway says 503 also when it lost its connection to a model at work.
        lost = status == 503 and not kind
        return Failed(kind="busy", problem=problem, wait=wait, maybe_billed=lost)
    if kind not in _FINAL_TYPES and (status in _AGAIN or status == 200):
        lost = status in _GIVEN_UP or (status == 200 and _speaks_of_usage(received.text))
        return Failed(kind="again", problem=problem, wait=wait, maybe_billed=lost)
    if status >= 500:
        # Behind a gateway the model may have answered all the same.
        return Failed(kind="again", problem=problem, wait=wait, maybe_billed=True)
    remedy = REFUSED_REMEDY
    if 300 <= status < 400:
        remedy = "redirects are not followed: name the address that answers"
    return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=200 < status < 300)


def _unreadable(received: Received, endpoint: str) -> Failed:
    body = received.text.strip("\ufeff\r\n\t ")
    if not body:
        sent = received.headers.get("content-length", "0") != "0"
        return _again(received, endpoint, "an empty body", maybe_billed=sent)
    streamed = received.headers.get("content-type", "").startswith("text/event-stream")
    if streamed or body.startswith(("{", "event:", "data:")):
        # A message that was cut off, or one that was streamed without being asked to be.
        return _again(received, endpoint, "a body that is cut off or no JSON", maybe_billed=True)
    if not body.startswith("<") and any("\udc80" <= char <= "\udcff" for char in body):
        # An answer, perhaps, in a compression or charset that was not declared.
        return _again(received, endpoint, "a body that is no text", maybe_billed=True)
    return _again(received, endpoint, "a page instead of an answer")


def _again(received: Received, endpoint: str, what: str, *, maybe_billed: bool = False) -> Failed:
    problem = f"{endpoint}: {what}: status {received.status}{_described(received)}"
    return Failed(kind="again", problem=problem, maybe_billed=maybe_billed)


def _described(received: Received) -> str:
    kind = received.headers.get("content-type", "no content type")
    lines = received.text.strip().splitlines()
    return f", {_excerpt(kind)}" + (f": {_excerpt(lines[0])}" if lines else ", empty")


def _error_of(text: str) -> Mapping[str, Any]:
    try:
        value = parse(text.encode("utf-8", "surrogatepass"), where="error")
    except BadInputError:
        return {}
    error = value.get("error") if isinstance(value, dict) else None
    return error if isinstance(error, dict) else {}


def _is_spend_limit(error: Mapping[str, Any]) -> bool:
    details = error.get("details")
    code = details.get("error_code") if isinstance(details, dict) else None
    return isinstance(code, str) and "spend_limit" in code


def _excerpt(text: str) -> str:
    """Return text from outside for a message: one printable line, not too long."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
