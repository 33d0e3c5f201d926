"""Keeps a little room on the disk, to be given up when it is full, for answers already paid for."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from chaff.run.files import write_whole

FOLDER: Final = ".chaff/spare"
_BYTES: Final = 1 << 20
"""Room for the answers of more calls than can be in flight, and for their ledger entries."""


class Spare:
    """One file of no content; safe to call from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def hold(cls, root: Path, run: str) -> Spare:
        """Take the room; raises RunStopped where the disk is full before anything is asked."""
        where = f"{FOLDER}/{run.replace('/', '--').removesuffix('.jsonl')}"
        # Random: a file system may store zeros without using any room.
        write_whole(root / where, os.urandom(_BYTES), where)
        return cls(root / where)

    def give_up(self) -> bool:
        """Free the room; tell whether there was any."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Free the room at the end of a run."""
        with suppress(OSError):
            self._path.unlink()
