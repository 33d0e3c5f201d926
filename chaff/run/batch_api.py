"""Speaks the Message Batches API: submit, look, fetch the results, cancel. Each call is one try."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from chaff.canonical import parse
from chaff.errors import BadInputError, EndpointError, NoCredentials
from chaff.run.answers import Answer, Received, judge_entry, refusal
from chaff.run.cells import Times
from chaff.run.endpoint import Endpoint
from chaff.run.failures import Failed
from chaff.run.patience import Patience
from chaff.shapes.base import Shape

MAX_REQUESTS: Final = 100_000
MAX_BYTES: Final = 200_000_000
"""The vendor's limit is 256 MB."""

_PAGE: Final = 100
_PATH: Final = "/v1/messages/batches"
_GONE: Final = (
    "a batch is known only to the workspace that made it, and its results for 29 days: use a key "
    "of that workspace; or delete the file in .chaff/batches that names it, and its worst case "
    "counts as spent"
)
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")


class BatchStatus(Shape, frozen=True, kw_only=True):
    """A batch as the server describes it."""

    id: str
    ended: bool
    requests: int
    done: int


class Page(Shape, frozen=True, kw_only=True):
    """A part of the account's batches, newest first."""

    batches: tuple[BatchStatus, ...]
    after: str | None
    """Where the next page begins; None after the last one."""


class Results(Shape, frozen=True, kw_only=True):
    """What a batch came to, by custom id. `whole` is False where the listing broke off."""

    entries: dict[str, Answer | Failed | None]
    """None: canceled before it was asked."""
    whole: bool


class BatchApi:
    """The five calls, for one model."""

    def __init__(self, endpoint: Endpoint, *, model: str, now: Callable[[], datetime]) -> None:
        self._endpoint = endpoint
        self._model = model
        self._now = now

    def submit(self, requests: Sequence[dict[str, Any]]) -> BatchStatus | Failed:
        """Send a batch; each request has a `custom_id` and its `params`."""
        return self._status(self._endpoint.request("POST", _PATH, {"requests": list(requests)}))

    def look(self, batch_id: str) -> BatchStatus | Failed:
        """Return how far a batch is."""
        return self._status(self._endpoint.request("GET", f"{_PATH}/{batch_id}"), named=True)

    def cancel(self, batch_id: str) -> BatchStatus | Failed:
        """Ask the server to stop; what it has begun it may still finish, and bill."""
        path = f"{_PATH}/{batch_id}/cancel"
        return self._status(self._endpoint.request("POST", path, {}), named=True)

    def page(self, after: str | None = None, *, size: int = _PAGE) -> Page | Failed:
        """Return the batches that are older than `after`, or the newest ones."""
        rest = f"&after_id={after}" if after else ""
        value = self._json(self._endpoint.request("GET", f"{_PATH}?limit={size}{rest}"))
        if isinstance(value, Failed):
            return value
        data = value.get("data")
        if not isinstance(data, list):
            return self._odd("no list of batches")
        found = tuple(status for status in map(_status_of, data) if status is not None)
        more = value.get("has_more") is True and bool(found)
        return Page(batches=found, after=found[-1].id if more else None)

    def results(self, batch_id: str) -> Results | Failed:
        """Return the results of a batch that has ended, in whatever order they come."""
        # By its own path: the address that a server names in `results_url` could be anyone's.
        received = self._endpoint.request("GET", f"{_PATH}/{batch_id}/results")
        if isinstance(received, Failed):
            return received
        if received.status != 200:
            return self._refused(received, named=True)
        entries: dict[str, Answer | Failed | None] = {}
        whole = True
        for line in received.text.split("\n"):
            if not line.strip():
                continue
            try:
                value = parse(line.encode("utf-8", "surrogatepass"), where="a batch result")
                name, result = value["custom_id"], value["result"]
            except (BadInputError, KeyError, TypeError):
                whole = False
                continue
            if isinstance(name, str) and name not in entries:
                entries[name] = self._entry(result)
        return Results(entries=entries, whole=whole)

    def _entry(self, result: Any) -> Answer | Failed | None:
        return judge_entry(result, model=self._model, endpoint=self._endpoint.name, now=self._now())

    def _status(self, received: Received | Failed, *, named: bool = False) -> BatchStatus | Failed:
        value = self._json(received, named=named)
        if isinstance(value, Failed):
            return value
        return _status_of(value) or self._odd("JSON, but no batch")

    def _json(self, received: Received | Failed, *, named: bool = False) -> dict[str, Any] | Failed:
        if isinstance(received, Failed):
            return received
        if received.status != 200:
            return self._refused(received, named=named)
        try:
            value = parse(received.text.encode("utf-8", "surrogatepass"), where="a batch")
        except BadInputError:
            return self._odd("no JSON")
        return value if isinstance(value, dict) else self._odd("JSON, but no object")

    def _refused(self, received: Received, *, named: bool) -> Failed:
        """Return what a refusal says; `named`: that of a call about one batch."""
        failed = refusal(received, endpoint=self._endpoint.name, now=self._now())
        gone = named and received.status == 404
        return msgspec.structs.replace(failed, remedy=_GONE) if gone else failed

    def _odd(self, what: str) -> Failed:
        problem = f"{self._endpoint.name}: {what} from the Message Batches API"
        return Failed(kind="again", problem=problem, maybe_billed=True)


def require_batches(endpoint: Endpoint, times: Times, *, model: str) -> None:
    """Raise EndpointError, before anything is begun, if a server has no Message Batches API."""
    api = BatchApi(endpoint, model=model, now=times.now)
    try:
        Patience(times, threading.Event()).insist(lambda: api.page(size=1))
    except NoCredentials:
        raise
    except EndpointError as error:
        raise EndpointError(
            f"the Message Batches API cannot be used: {error.problem}",
            where="--batch",
            remedy="leave --batch out; nothing was spent",
        ) from None


def _status_of(value: Any) -> BatchStatus | None:
    if not isinstance(value, dict):
        return None
    name, counts = value.get("id"), value.get("request_counts")
    if not isinstance(name, str) or not _ID.fullmatch(name) or not isinstance(counts, dict):
        return None
    numbers = {key: count for key, count in counts.items() if type(count) is int}
    total = sum(numbers.values())
    return BatchStatus(
        id=name,
        ended=value.get("processing_status") == "ended",
        requests=total,
        done=total - numbers.get("processing", 0),
    )
