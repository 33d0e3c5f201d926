"""Texts of the instruction file, kept by digest: the backups, and what proposals would make."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chaff.atomic import sync_folder, write_whole
from chaff.canonical import digest_bytes
from chaff.errors import BadInputError

FOLDER: Final = "texts"
_MODE: Final = 0o600


def keep(state: Path, data: bytes) -> str:
    """Keep a text, once, and return its digest; it is on the disk when this returns."""
    name = digest_bytes(data)
    path = _path(state, name)
    if not _holds(path, data):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, data, mode=_MODE)
        sync_folder(path.parent)
    return name


def text(state: Path, name: str) -> bytes:
    """Return a kept text, or raise BadInputError if it is gone or no longer what it was."""
    path = _path(state, name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"backup cannot be read: {error.strerror}", where=str(path)) from None
    if digest_bytes(data) != name:
        raise BadInputError("backup is not what it was: its digest differs", where=str(path))
    return data


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def _path(state: Path, name: str) -> Path:
    return state / FOLDER / f"{name.removeprefix('sha256:')}.md"
