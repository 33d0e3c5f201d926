"""Writes a file whole or not at all."""

from __future__ import annotations

import os
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
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
