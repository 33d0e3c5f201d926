"""Writes a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, mode: int) -> None:
    """Put `data` at `path`, at once, with these permissions; its folder must exist.

    A link at `path` is replaced, not followed. If it fails, what stood there stands there still.
    """
    # Imported here: it is slow to load, and a linter that writes nothing starts without it.
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".chaff.", suffix=".tmp")
    temporary = Path(name)
    try:
        _put(handle, data)
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_durably(path: Path, data: bytes) -> None:
    """Put `data` at `path`, at once; its name is safe on the disk too when this returns.

    A new file has the usual permissions. What a kill leaves behind has a fixed name, so that the
    next write takes it away; hence one writer at a time.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        _put(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), data)
        part.replace(path)
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put(handle: int, data: bytes) -> None:
    """Write `data` to an open file, sync and close it."""
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
