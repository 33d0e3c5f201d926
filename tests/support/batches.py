"""The Message Batches API of the fake server: create, look, results in any order, cancel."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Body = dict[str, Any]
Outcome = Callable[[str, Body], Body | None]
"""Returns the `result` of a request instead of its answer, or None to let it be answered."""


@dataclass
class Batch:
    id: str
    requests: list[Body]
    created_at: str
    looks_left: int
    results: list[Body] = field(default_factory=list)
    ended: bool = False
    canceling: bool = False


class Batches:
    """All batches of a server. They live on whatever becomes of the client."""

    def __init__(self, answer: Callable[[Body], Body]) -> None:
        self.looks = 2
        """How often a batch is looked at before it has ended; -1: only once it is canceled."""
        self.outcome: Outcome = lambda _custom_id, _params: None
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.made: list[Batch] = []
        self._answer = answer
        self._lock = threading.Lock()

    def create(self, body: Body) -> Body:
        requests = body["requests"]
        names = [request["custom_id"] for request in requests]
        assert requests, "an empty batch"
        assert len(set(names)) == len(names), "custom ids must be distinct"
        with self._lock:
            made = Batch(
                id=f"msgbatch_{len(self.made) + 1:02}",
                requests=requests,
                created_at=self.now().isoformat().replace("+00:00", "Z"),
                looks_left=self.looks,
            )
            self.made.append(made)
        return self.described(made)

    def look(self, name: str) -> Body | None:
        with self._lock:
            batch = self._named(name)
            if batch is None:
                return None
            if batch.looks_left == 0 or batch.canceling:
                self._end(batch)
            elif batch.looks_left > 0:
                batch.looks_left -= 1
            return self.described(batch)

    def cancel(self, name: str) -> Body | None:
        with self._lock:
            batch = self._named(name)
            if batch is None:
                return None
            batch.canceling = True
            return self.described(batch)

    def results(self, name: str) -> str | None:
        batch = self._named(name)
        if batch is None or not batch.ended:
            return None
        return "".join(json.dumps(result) + "\n" for result in batch.results)

    def listing(self, after_id: str | None = None, limit: int = 20) -> Body:
        newest_first = list(reversed(self.made))
        if after_id is not None:
            names = [batch.id for batch in newest_first]
            newest_first = newest_first[names.index(after_id) + 1 :]
        shown = newest_first[:limit]
        return {
            "data": [self.described(batch) for batch in shown],
            "has_more": len(newest_first) > limit,
            "first_id": shown[0].id if shown else None,
            "last_id": shown[-1].id if shown else None,
        }

    def described(self, batch: Batch) -> Body:
        kinds = [result["result"]["type"] for result in batch.results]
        names = ("succeeded", "errored", "canceled", "expired")
        counts = {name: kinds.count(name) for name in names}
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended"
            if batch.ended
            else ("canceling" if batch.canceling else "in_progress"),
            "request_counts": {"processing": len(batch.requests) - len(kinds), **counts},
            "created_at": batch.created_at,
            # An address that nobody should follow with a key in hand.
            "results_url": "http://203.0.113.7/results" if batch.ended else None,
        }

    def _end(self, batch: Batch) -> None:
        if batch.ended:
            return
        half = len(batch.requests) // 2
        for number, request in enumerate(batch.requests):
            name, params = request["custom_id"], request["params"]
            result = self.outcome(name, params)
            if result is None and batch.canceling and number >= half:
                result = {"type": "canceled"}
            if result is None:
                result = {"type": "succeeded", "message": self._answer(params)}
            batch.results.append({"custom_id": name, "result": result})
        # Any order but that of the requests.
        batch.results.sort(key=lambda result: hashlib.sha256(result["custom_id"].encode()).digest())
        batch.ended = True

    def _named(self, name: str) -> Batch | None:
        return next((batch for batch in self.made if batch.id == name), None)
