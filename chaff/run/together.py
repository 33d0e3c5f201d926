"""Lets one thread do for all what several wait to have done, such as a sync of the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Wish(Generic[T]):
    item: T
    done: bool = False
    error: BaseException | None = None


class Together(Generic[T]):
    """Calls `work` with all items that came while it was busy; never twice at a time.

    Answers arrive together, and a sync takes as long for one line as for twenty. Nobody waits for
    company: whoever finds nobody at work goes ahead at once.
    """

    def __init__(self, work: Callable[[Sequence[T]], None]) -> None:
        self._work = work
        self._queue: list[_Wish[T]] = []
        self._queueing = threading.Lock()
        self._working = threading.Lock()

    def do(self, item: T) -> None:
        """Return once `work` has returned for this item; raises what it raised."""
        wish = _Wish(item)
        with self._queueing:
            self._queue.append(wish)
        with self._working:
            if not wish.done:
                with self._queueing:
                    group, self._queue = self._queue, []
                self._do(group)
        if wish.error is not None:
            raise wish.error

    def _do(self, group: Sequence[_Wish[T]]) -> None:
        try:
            self._work([wish.item for wish in group])
        except BaseException as error:  # noqa: BLE001 - each of them raises it
            for wish in group:
                wish.error = error
        finally:
            for wish in group:
                wish.done = True
