"""Writes fixed files: whole or not at all, keeping mode and links, never over another's work."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from chaff.errors import BadInputError
from chaff.lint.engine import FixedFile


def write_fixed(path: Path, before: bytes, after: FixedFile) -> None:
    """Write what the fixes made of `path`, which held `before` when it was linted.

    Moved text is written first, so that no crash can lose it. Raises BadInputError if the file
    has changed since, if a file stands in the way, or if something cannot be written.
    """
    try:
        if path.read_bytes() != before:
            raise BadInputError("changed while it was linted", where=str(path), remedy="run again")
        for name, text in after.files.items():
            _create(path.parent / name, text)
        if after.data != before:
            replace(Path(os.path.realpath(path)), after.data)
    except OSError as error:
        where = str(error.filename or path)
        raise BadInputError(f"cannot be written: {error.strerror}", where=where) from None


def replace(path: Path, data: bytes) -> None:
    """Put `data` in the place of an existing file, at once, with the same mode."""
    mode = path.stat().st_mode & 0o7777
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
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


def _create(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
