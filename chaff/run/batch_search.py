"""Searches the account's batches for the one whose id never reached us.

Neither our clock nor the server's is asked: what is newer than the account's newest batch of before
may be ours, and is if its results carry our ids.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from chaff.errors import EndpointError
from chaff.run.batch_api import BatchApi, BatchStatus
from chaff.run.batch_wait import BatchWait
from chaff.run.patience import Patience
from chaff.run.pending import PendingBatch

_PAUSES: Final = (0.0, 2.0, 8.0, 20.0, 30.0)
"""Before each look: a gateway may have given up on a request that the server still takes on.
What is not there after a minute never arrived."""
_MOST_PAGES: Final = 100


class BatchSearch:
    """The search of one start; used by one thread."""

    def __init__(
        self, api: BatchApi, patience: Patience, wait: BatchWait, stop: threading.Event
    ) -> None:
        self._api = api
        self._patience = patience
        self._wait = wait
        self._stop = stop

    def find(self, batch: PendingBatch) -> str | None:
        """Return the id of a batch that was sent; None if it never arrived, or it is to stop.

        Waits until a batch has ended to tell whose it is. Raises EndpointError if there are too
        many to look through.
        """
        seen: set[str] = set()
        for pause in _PAUSES:
            self._patience.sleep(pause)
            for status in self._candidates(batch, seen):
                if self._is_it(msgspec.structs.replace(batch, id=status.id)):
                    return status.id
            if self._stop.is_set():
                break
        return None

    def _candidates(self, batch: PendingBatch, seen: set[str]) -> list[BatchStatus]:
        """Return the batches of this size that were not looked into yet, ended ones first."""
        new = [
            status
            for status in self._newer(batch)
            if status.requests == len(batch.turns) and status.id not in seen
        ]
        seen.update(status.id for status in new)
        return sorted(new, key=lambda status: not status.ended)

    def _newer(self, batch: PendingBatch) -> Iterator[BatchStatus]:
        """Yield the account's batches down to the one that was the newest before ours."""
        after: str | None = None
        for _ in range(_MOST_PAGES):
            page = self._patience.insist(partial(self._api.page, after))
            for status in page.batches:
                if status.id == batch.newest:
                    return
                yield status
            after = page.after
            if after is None:
                return
        raise EndpointError(
            "the account has too many batches to find the one whose id was lost",
            where=batch.run,
            remedy="delete its file in .chaff/batches, and its worst case counts as spent",
        )

    def _is_it(self, batch: PendingBatch) -> bool:
        if not self._wait.ended(batch, ours=False):
            return False
        results = self._patience.insist(lambda: self._api.results(batch.id or ""))
        return any(turn.custom_id in results.entries for turn in batch.turns)
