"""Writes fixed files: whole or not at all, keeping mode and links, never over another's work."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from chaff.atomic import write_whole
from chaff.errors import BadInputError
from chaff.lint.engine import FixedFile


def write_fixed(path: Path, before: bytes, after: FixedFile) -> None:
    """Write what the fixes made of `path`, which held `before` when it was linted.

    Moved text is written first, so that no crash can lose it, and taken back if the file itself
    cannot be written. Raises BadInputError if the file has changed since, is write-protected or
    has hard links, if a file stands in the way, or if something cannot be written.
    """
    real = Path(os.path.realpath(path))
    made: list[Path] = []
    at = path
    try:
        if path.read_bytes() != before:
            raise BadInputError("changed while it was linted", where=str(path), remedy="run again")
        _require_writable(real, path)
        for name, text in after.files.items():
            at = path.parent / name
            _create(at, text)
            made.append(at)
        at = path
        if after.data != before:
            replace(real, after.data)
    except OSError as error:
        for file in made:
            file.unlink(missing_ok=True)
        raise BadInputError(f"cannot be written: {error.strerror}", where=str(at)) from None


def _require_writable(real: Path, path: Path) -> None:
    """Raise what keeps a file from being replaced, though its folder may allow it."""
    if not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    if real.stat().st_nlink > 1:
        raise BadInputError(
            "has hard links, which a fix would part from it",
            where=str(path),
            remedy="make them symbolic links, or edit it by hand",
        )


def replace(path: Path, data: bytes) -> None:
    """Put `data` in the place of an existing file, at once, with the same mode."""
    write_whole(path, data, mode=path.stat().st_mode & 0o7777)


def _create(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        try:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise
