"""Waits until a batch has ended; at Ctrl-C asks whether to cancel it, or leaves it running."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from chaff.run.batch_api import BatchApi
from chaff.run.consent import Ask
from chaff.run.patience import Patience
from chaff.run.pending import PendingBatch
from chaff.run.progress import Show

_LOOK_SECONDS: Final = (2.0, 60.0)
"""How soon a batch is looked at first, and how long the pauses get."""


class BatchWait:
    """The waiting of one start; used by one thread."""

    def __init__(
        self,
        api: BatchApi,
        patience: Patience,
        stop: threading.Event,
        *,
        show: Show,
        tell: Callable[[str], None],
        ask: Ask | None,
    ) -> None:
        self._api = api
        self._patience = patience
        self._stop = stop
        self._show = show
        self._tell = tell
        self._ask = ask

    def ended(self, batch: PendingBatch, *, ours: bool = True) -> bool:
        """Wait until a batch has ended; False if it was left running because of Ctrl-C."""
        pause, longest = _LOOK_SECONDS
        canceling = False
        batch_id = batch.id or ""
        while True:
            status = self._patience.insist(lambda: self._api.look(batch_id), batch_id)
            if ours:
                note = f"batch {batch_id}: {status.done} of {len(batch.turns)} processed"
                self._show(len(batch.turns) - status.done, note)
            if status.ended:
                return True
            if self._stop.is_set() and not canceling:
                if not ours:
                    return False
                if not self._says_cancel(batch_id):
                    self._tell(
                        f"{batch_id} goes on at the server, and is billed; the same command "
                        "collects its results (kept for 29 days)"
                    )
                    return False
                self._patience.insist(lambda: self._api.cancel(batch_id), batch_id)
                canceling = True
                self._tell(f"{batch_id} is being canceled; what it has answered is kept")
            self._patience.sleep(pause, ignore_stop=canceling)
            pause = min(longest, pause * 1.5)

    def _says_cancel(self, batch_id: str) -> bool:
        if self._ask is None:
            return False
        try:
            answer = self._ask(f"Cancel {batch_id}? What it has answered is billed. [y/N] ")
        except EOFError:
            return False
        return answer.strip().lower() in {"y", "yes"}
