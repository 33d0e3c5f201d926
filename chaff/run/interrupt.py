"""Ctrl-C in two steps: the first lets calls in flight end, the second quits at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130


@contextmanager
def two_steps(
    stop: threading.Event,
    tell: Callable[[str], None],
    first: str = "finishing the calls in flight; Ctrl-C again to quit at once",
) -> Iterator[Callable[[], bool]]:
    """Set `stop` at the first SIGINT and end the process at the second.

    Yields a function that tells whether there was one. Quitting hard is safe: it is no more than
    what kill -9 does, and every recorded line is on the disk already. Outside the main thread,
    where no handler can be set, SIGINT is left as it is.
    """
    seen: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        seen.append(number)
        if len(seen) > 1:
            tell("stopped; the same command carries on")
            os._exit(INTERRUPTED)
        stop.set()
        tell(first)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: bool(seen)
        return
    before = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)
