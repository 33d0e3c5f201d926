"""Reads and writes files of a project; what the disk refuses stops the run."""

from __future__ import annotations

from pathlib import Path

from chaff.atomic import sync_folder, write_durably
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
    """Write or replace a file and its folder's names; errors name the file as `where`."""
    make_folder(path.parent, where)
    try:
        write_durably(path, data)
    except OSError as error:
        raise unwritable(where, error) from None


def read_whole(path: Path, where: str) -> bytes:
    """Return a file's content, or raise BadInputError naming it."""
    try:
        return path.read_bytes()
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise BadInputError(problem, where=where) from None


def unwritable(where: str, error: OSError) -> ChaffError:
    """Return the stop for a disk that is full, read-only or otherwise unwilling.

    `where` is relative to the project: where that lies on this machine is nobody else's business.
    """
    return RunStopped(f"cannot be written: {error.strerror or error}", where=where, remedy=_REMEDY)
