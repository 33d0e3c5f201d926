"""Writes fixed files: whole or not at all, keeping mode and links, never over another's work."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from chaff.errors import BadInputError
from chaff.lint.engine import FixedFile
from chaff.lint.fixes.temporaries import sweep, temporary

_NO_LINKS: Final = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


def write_fixed(path: Path, before: bytes, after: FixedFile) -> None:
    """Write what the fixes made of `path`, which held `before` when it was linted.

    Moved text is written first, so that no crash can lose it, and taken back if the file itself
    cannot be written. After a crash between the two, a second run finds the moved text where it
    belongs and goes on from there, and clears away what the first one left. Raises BadInputError
    if the file has changed since, is write-protected or has hard links, if a file stands in the
    way, or if something cannot be written.
    """
    real = Path(os.path.realpath(path))
    made: list[Path] = []
    at = path
    try:
        if path.read_bytes() != before:
            raise BadInputError("changed while it was linted", where=str(path), remedy="run again")
        _require_writable(real, path)
        for folder in {real.parent, *((path.parent / name).parent for name in after.files)}:
            sweep(folder)
        for name, text in after.files.items():
            at = path.parent / name
            if not _holds(at, text):
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
    with temporary(path.parent, data) as whole:
        whole.chmod(path.stat().st_mode & 0o7777)
        whole.replace(path)


def _holds(path: Path, text: str) -> bool:
    """Tell whether a plain file holds just this text, which a run that was stopped has left."""
    return not path.is_symlink() and path.is_file() and path.read_bytes() == text.encode()


def _create(path: Path, text: str) -> None:
    """Make a file that holds `text`: whole or not at all, and never over another.

    A link is the only way to put a whole file in a place only if that place is free; where the
    file system has none, the file is made and filled, and taken back if that fails.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary(path.parent, text.encode()) as whole:
        whole.chmod(0o666 & ~_umask())
        try:
            os.link(whole, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _create_in_place(path, text)


def _create_in_place(path: Path, text: str) -> None:
    with path.open("xb") as file:
        try:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


def _umask() -> int:
    """Return which permissions new files are denied here; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
