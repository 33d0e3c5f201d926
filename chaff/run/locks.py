"""Locks between processes: one for the ledger, one for each run file, freed when a process dies."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from chaff.errors import RunStopped
from chaff.run.files import make_folder, unwritable

_TOP = ".chaff"
_FOLDER = f"{_TOP}/locks"
_LEDGER = f"{_TOP}/spend.lock"
_ledger_threads = threading.Lock()


@contextmanager
def ledger_lock(root: Path) -> Iterator[None]:
    """Hold the project's one lock on the spend ledger, against threads and processes alike."""
    make_folder(root / _TOP, _TOP)
    with _ledger_threads:
        lock = FileLock(root / _LEDGER)
        try:
            lock.acquire()
        except OSError as error:
            raise unwritable(_LEDGER, error) from None
        try:
            yield
        finally:
            lock.release()


@contextmanager
def running(root: Path, name: str) -> Iterator[None]:
    """Hold the lock that says `name` (a run file, or a rule on a model) is being worked on.

    Raises RunStopped if another process holds it.
    """
    lock = _lock_of(root, name)
    try:
        # Not at once: whoever asks `is_running` holds it for a moment.
        lock.acquire(timeout=2)
    except Timeout:
        raise RunStopped(
            "another process is at work on it", where=name, remedy="wait until it has ended"
        ) from None
    except OSError as error:
        raise unwritable(_FOLDER, error) from None
    try:
        yield
    finally:
        lock.release()


def is_running(root: Path, name: str) -> bool:
    """Tell whether a live process holds the lock of `name`."""
    lock = _lock_of(root, name)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError as error:
        raise unwritable(_FOLDER, error) from None
    lock.release()
    return False


def _lock_of(root: Path, name: str) -> FileLock:
    make_folder(root / _FOLDER, _FOLDER)
    return FileLock(root / _FOLDER / (re.sub(r"[^A-Za-z0-9._-]", "--", name) + ".lock"))
