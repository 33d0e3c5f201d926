"""Tells what a path that was named is, and in which repository it lies."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def root_of(folder: str) -> str | None:
    """Return the nearest folder, from this one upwards, that holds `.git`; None if none does."""
    while not os.path.lexists(f"{folder.rstrip(os.sep)}{os.sep}.git"):
        above = os.path.dirname(folder)  # noqa: PTH120 - for speed
        if above == folder:
            return None
        folder = above
    return folder


def is_folder(path: str) -> bool:
    """Tell whether a path that was named is a folder; else it must be a file.

    Raises ValueError with what is wrong if it is neither.
    """
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        dead = os.path.islink(path)  # noqa: PTH114 - a path as it was given
        raise ValueError("is a link to nothing" if dead else "does not exist") from None
    except (OSError, ValueError) as error:
        # ValueError: a null byte in the path.
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"cannot be read: {reason}") from None
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise ValueError("is neither a file nor a folder")
    return stat.S_ISDIR(mode)
