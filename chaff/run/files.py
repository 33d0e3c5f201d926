"""Files on disk: writes that are whole or not at all, and safe before anyone relies on them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from chaff.errors import BadInputError, ChaffError, RunStopped

_REMEDY = "nothing already recorded is lost: mend it and run the same command again"


def make_folder(folder: Path, where: str) -> None:
    """Create a folder and its parents, and sync each new name to disk; errors name `where`."""
    missing = [folder, *folder.parents]
    missing = missing[: next((n for n, path in enumerate(missing) if path.is_dir()), 0)]
    try:
        for path in reversed(missing):
            path.mkdir(exist_ok=True)
            sync_folder(path.parent)
    except OSError as error:
        raise unwritable(where, error) from None


def write_whole(path: Path, data: bytes, where: str) -> None:
    """Write or replace a file: afterwards it holds all of `data`, after a crash old or new.

    Unlike `chaff.atomic` it syncs the folder too, and what a kill leaves behind has a fixed name,
    so that the next write takes it away. Errors name the file as `where`.
    """
    make_folder(path.parent, where)
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise unwritable(where, error) from None


def read_whole(path: Path, where: str) -> bytes:
    """Return a file's content, or raise BadInputError naming it."""
    try:
        return path.read_bytes()
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise BadInputError(problem, where=where) from None


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unwritable(where: str, error: OSError) -> ChaffError:
    """Return the stop for a disk that is full, read-only or otherwise unwilling.

    `where` is relative to the project: where that lies on this machine is nobody else's business.
    """
    return RunStopped(f"cannot be written: {error.strerror or error}", where=where, remedy=_REMEDY)
