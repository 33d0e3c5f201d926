"""Reads the files of a project as a stranger's: plain files below the root, of bounded size."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from chaff.errors import BadInputError

LARGEST_RUN: Final = 64 * 2**20
LARGEST_OTHER: Final = 8 * 2**20
_LONGEST_HEADER: Final = 2**20


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
    return _read(root, path, largest, whole=True)


def read_start(root: Path, path: str, *, largest: int = LARGEST_OTHER) -> bytes | None:
    """Return a file's first line, or as much of it as a header can have; else as `read_file`."""
    return _read(root, path, largest, whole=False)


def _read(root: Path, path: str, largest: int, *, whole: bool) -> bytes | None:
    try:
        place = _unlinked(root, path)
        try:
            state = os.stat(place)  # noqa: PTH116 - thousands of files: paths stay strings
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not stat.S_ISREG(state.st_mode):
            raise BadInputError("is no plain file", where=path)
        if state.st_size > largest:
            problem = f"has {state.st_size} bytes; at most {largest} are read"
            raise BadInputError(problem, where=path)
        with open(place, "rb") as file:  # noqa: PTH123 - as above
            return file.read() if whole else file.readline(_LONGEST_HEADER)
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=path) from None


def _unlinked(root: Path, path: str) -> str:
    """Return the place of a file that no link leads to."""
    place = str(root)
    for part in ("", *path.split("/")):
        place = f"{place}/{part}" if part else place
        if os.path.islink(place):  # noqa: PTH114 - as above
            raise BadInputError("is a link, or lies behind one", where=path)
    return place
