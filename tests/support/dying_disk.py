"""Lets a process die, or its disk refuse, at the n-th thing that it asks of the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

WRITING = ("write", "fsync", "replace", "ftruncate", "mkdir", "unlink")
"""What changes the disk, or makes a change safe. Files opened by Python write past these; but they
are renamed into place, so that how much of them was written is never seen."""


class Died(BaseException):
    """Stands for SIGKILL: nothing of ours may catch it."""


class Disk:
    """Counts operations; at number `at` (from 0) it fails with what `fail` makes."""

    def __init__(self, at: int | None, fail: Callable[[], BaseException], *, once: bool) -> None:
        self.asked = 0
        self.failed = False
        self._at = at
        self._fail = fail
        self._once = once

    def before(self, name: str, arguments: tuple[Any, ...]) -> None:
        number = self.asked
        self.asked += 1
        if self._at is None or number < self._at or (self._once and self.failed):
            return
        self.failed = True
        if name == "write" and number == self._at:
            # Torn: the first half is there.
            handle, data = arguments
            _REAL["write"](handle, bytes(data)[: len(data) // 2])
        raise self._fail()


_REAL: dict[str, Callable[..., Any]] = {name: getattr(os, name) for name in WRITING}


@contextmanager
def dying_disk(
    at: int | None = None,
    fail: Callable[[], BaseException] = Died,
    *,
    once: bool = False,
    sync: bool = False,
) -> Iterator[Disk]:
    """Count and fail while the block runs; with `once` only one operation fails.

    Without `sync` nothing waits for the real disk: a killed process loses nothing by that.
    """
    disk = Disk(at, fail, once=once)

    def wrapped(name: str) -> Callable[..., Any]:
        def operation(*arguments: Any, **more: Any) -> Any:
            disk.before(name, arguments)
            if name == "fsync" and not sync:
                return None
            return _REAL[name](*arguments, **more)

        return operation

    with ExitStack() as stack:
        for name in WRITING:
            stack.enter_context(patch.object(os, name, wrapped(name)))
        yield disk
