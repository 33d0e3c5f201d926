"""Temporary files beside the files they become, and what runs that were killed have left of them.

A temporary is locked as long as its writer lives. So whoever gets the lock of one knows that nobody
will miss it; and a writer whose temporary was taken away before it had the lock makes another.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = ".chaff-lint."
_SUFFIX: Final = ".tmp"


@contextmanager
def temporary(folder: Path, data: bytes) -> Iterator[Path]:
    """Yield a file in `folder` that holds `data`, and is on the disk; at the end it is gone.

    It may be renamed meanwhile.
    """
    handle, path = _locked(folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            yield path
    finally:
        path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove the temporaries in a folder whose writers are gone."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
        for name in names:
            shown = os.path.basename(name)  # noqa: PTH119 - strings throughout
            if shown.startswith(_PREFIX) and shown.endswith(_SUFFIX):
                _remove(Path(name))


def _remove(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _lock(handle):
                path.unlink()
        finally:
            os.close(handle)


def _locked(folder: Path) -> tuple[int, Path]:
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=_PREFIX, suffix=_SUFFIX)
        _lock(handle)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock a file, and tell whether it is locked: not where there are no locks."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
