"""Reads the files of a project as a stranger's: plain files below the root, of bounded size."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from chaff.errors import BadInputError

LARGEST_RUN: Final = 64 * 2**20
LARGEST_OTHER: Final = 8 * 2**20


def list_files(root: Path, folder: str) -> list[str]:
    """Return every file and link below a folder, relative to the project; no link is followed.

    Of a folder that is itself a link, the link alone.
    """
    if (root / folder).is_symlink():
        return [folder]
    found: list[str] = []
    for place, folders, files in os.walk(root / folder, followlinks=False):
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        base = Path(place).relative_to(root)
        found.extend((base / name).as_posix() for name in (*files, *links))
    return sorted(found)


def read_file(root: Path, path: str, *, largest: int = LARGEST_OTHER) -> bytes | None:
    """Return a file's bytes; None if there is none.

    Raises BadInputError for a link, for what is no file, and for what is too large.
    """
    place = root / path
    try:
        if any(part.is_symlink() for part in (place, *place.parents) if part.is_relative_to(root)):
            raise BadInputError("is a link, or lies behind one", where=path)
        if not place.exists():
            return None
        if not place.is_file():
            raise BadInputError("is no plain file", where=path)
        size = place.stat().st_size
        if size > largest:
            raise BadInputError(f"has {size} bytes; at most {largest} are read", where=path)
        return place.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=path) from None
