"""The instruction file on the disk: read by digest, replaced at once, never over others' words."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from chaff.atomic import sync_folder
from chaff.canonical import digest_bytes
from chaff.errors import BadInputError
from chaff.gate.swap import exchange
from chaff.shapes.gate_ledger import ABSENT

LARGEST: Final = 4 * 2**20


class Moved(BadInputError):
    """The file no longer holds what it was read as: somebody wrote it meanwhile."""


def read_target(path: Path) -> bytes | None:
    """Return what an instruction file holds; None if it is not there.

    Raises BadInputError if it is no plain file, too large, or cannot be read.
    """
    try:
        if not path.is_file():
            if path.exists() or path.is_symlink():
                raise BadInputError("is no file, or a link to none", where=str(path))
            return None
        if path.stat().st_size > LARGEST:
            raise BadInputError("is larger than 4 MB", where=str(path))
        return path.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(path)) from None


def digest_of(data: bytes | None) -> str:
    """Return the digest of a file's bytes; `absent` for none."""
    return ABSENT if data is None else digest_bytes(data)


def leftover(path: Path, tag: str) -> Path:
    """Return where a replacement called `tag` is written before it takes the file's place."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.chaff-{tag}")


def replace_target(path: Path, data: bytes, *, expected: str, tag: str) -> None:
    """Put `data` in the place of a file that holds `expected`, at once.

    Links stay links, mode and owner stay. Raises Moved, with the file as its last writer left it,
    if it does not hold `expected`; BadInputError if it cannot be replaced, or has hard links.
    """
    real = Path(os.path.realpath(path))
    ours = leftover(path, tag)
    try:
        if digest_of(read_target(real)) != expected:
            raise _moved(path)
        if real.stat().st_nlink > 1:
            raise BadInputError(
                "has hard links, which a new file would part from it",
                where=str(path),
                remedy="make them symbolic links",
            )
        if not os.access(real, os.W_OK):
            raise BadInputError("is write-protected", where=str(path))
        _write(ours, data, real)
        _take_place(ours, real, digest_bytes(data), expected, path)
        sync_folder(real.parent)
    except OSError as error:
        raise BadInputError(f"cannot be written: {error.strerror}", where=str(path)) from None


def _take_place(ours: Path, real: Path, after: str, expected: str, path: Path) -> None:
    try:
        exchanged = exchange(ours, real)
    except OSError:
        ours.unlink(missing_ok=True)
        raise
    if not exchanged:
        if digest_of(read_target(real)) != expected:
            ours.unlink()
            raise _moved(path)
        ours.replace(real)
        return
    if digest_of(read_target(ours)) != expected:
        give_back(ours, real, after)
        raise _moved(path)
    ours.unlink()


def give_back(theirs: Path, real: Path, after: str) -> None:
    """Put words that were displaced back, unless there are later ones.

    `theirs` is deleted once it holds nothing but our own text; else it stays, and is named.
    """
    if digest_of(read_target(real)) != after:
        raise BadInputError(
            "was written twice while it was replaced",
            where=str(real),
            remedy=f"the earlier words are in {theirs.name}, beside it",
        )
    exchange(theirs, real)
    if digest_of(read_target(theirs)) != after:
        exchange(theirs, real)
        raise BadInputError(
            "was written twice while it was replaced",
            where=str(real),
            remedy=f"the earlier words are in {theirs.name}, beside it",
        )
    theirs.unlink()


def _write(ours: Path, data: bytes, real: Path) -> None:
    """Write the new file beside the old, with its mode, and its owner where that is allowed."""
    state = real.stat()
    ours.unlink(missing_ok=True)
    handle = os.open(ours, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        with suppress(OSError):
            os.fchown(file.fileno(), state.st_uid, state.st_gid)
        os.fchmod(file.fileno(), state.st_mode & 0o7777)
        os.fsync(file.fileno())


def _moved(path: Path) -> Moved:
    return Moved("changed meanwhile", where=str(path), remedy="run again")
