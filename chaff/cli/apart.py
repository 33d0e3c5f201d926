"""Does a piece of work for many things in several processes, with results in order.

A child is a fork of this process, so it starts with all that is loaded and compiled here by then.
It writes its results to a pipe when it is done, prints nothing, and leaves nothing else behind.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from chaff.errors import ChaffError

ENOUGH: Final = 64
"""Fewer files are linted sooner by one process."""
_MOST_PROCESSES: Final = 8

T = TypeVar("T")
R = TypeVar("R")


def processes() -> int:
    """Return how many processes are worth having: 1 where forks are not safe or not known."""
    threads = sys.modules.get("threading")
    if sys.platform != "linux" or (threads and threads.active_count() > 1):
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_PROCESSES)


def done_apart(
    work: Callable[[T], R], things: Sequence[T], sizes: Sequence[int], n_processes: int
) -> list[R]:
    """Return what `work` makes of each thing; `sizes` tell how long each may take.

    What it raises is raised here: that of the first thing whose work failed.
    """
    if n_processes < 2 or not things:
        return [work(thing) for thing in things]
    own, *others = _shares(sizes, n_processes)
    children: list[_Child] = []
    try:
        for share in others:
            children.append(_Child(work, things, share))  # noqa: PERF401 - each must be ended
        answers = [_attempt(work, things, own), *(child.answer() for child in children)]
    finally:
        for child in children:
            child.end()
    failed = [(place, error) for _, place, error in answers if error]
    if failed:
        raise min(failed, key=lambda one: one[0])[1]
    results = {place: result for found, _, _ in answers for place, result in found.items()}
    return [results[place] for place in range(len(things))]


def _shares(sizes: Sequence[int], n_shares: int) -> list[list[int]]:
    """Return places in shares that are about equally large, each in order."""
    shares: list[list[int]] = [[] for _ in range(n_shares)]
    loads = [0] * n_shares
    for place in sorted(range(len(sizes)), key=lambda place: -sizes[place]):
        least = loads.index(min(loads))
        shares[least].append(place)
        loads[least] += sizes[place] + 1
    return [sorted(share) for share in shares if share]


def _attempt(
    work: Callable[[T], R], things: Sequence[T], share: Sequence[int]
) -> tuple[dict[int, R], int, Exception | None]:
    """Return the results of a share, and where and why it ended early, if it did."""
    found: dict[int, R] = {}
    for place in share:
        try:
            found[place] = work(things[place])
        except (ChaffError, OSError) as error:
            return found, place, error
    return found, -1, None


class _Child:
    """A forked process that does a share of the work."""

    def __init__(self, work: Callable[[T], Any], things: Sequence[T], share: Sequence[int]) -> None:
        import pickle

        self._pickle = pickle
        self._reader, writer = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        self._id = os.fork()
        if self._id:
            os.close(writer)
            return
        # From here on this is the child; no exception may lead back into the parent's code.
        status = 1
        try:
            import signal

            signal.signal(signal.SIGINT, signal.SIG_DFL)
            with os.fdopen(writer, "wb") as out:
                pickle.dump(_attempt(work, things, share), out, pickle.HIGHEST_PROTOCOL)
            status = 0
        except BaseException:  # noqa: BLE001 - it is told, and the parent fails for lack of an answer
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            os._exit(status)

    def answer(self) -> tuple[dict[int, Any], int, Exception | None]:
        """Return what the child has found, when it has."""
        with os.fdopen(self._reader, "rb", closefd=False) as pipe:
            data = pipe.read()
        _, status = os.waitpid(self._id, 0)
        self._id = 0
        if status:
            raise RuntimeError(f"a process that linted a part of the files ended with {status}")
        found: tuple[dict[int, Any], int, Exception | None] = self._pickle.loads(data)
        return found

    def end(self) -> None:
        """Leave no process and no pipe behind."""
        os.close(self._reader)
        if self._id:
            import signal

            os.kill(self._id, signal.SIGKILL)
            os.waitpid(self._id, 0)
