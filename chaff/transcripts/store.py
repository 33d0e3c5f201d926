"""Keeps an index on disk between readings."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chaff.atomic import write_whole
from chaff.errors import BadInputError
from chaff.transcripts import index
from chaff.transcripts.index import Index

_MODE: Final = 0o600
"""It says when someone worked, and that is nobody else's business."""


def load(path: Path) -> Index:
    """Return the index at `path`; an empty one if there is none yet.

    Raises BadInputError if what stands there is no index.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return index.EMPTY
    except OSError as error:
        raise BadInputError(error.strerror or "cannot be read", where=str(path)) from None
    return index.from_bytes(data, where=str(path))


def save(path: Path, kept: Index) -> None:
    """Put an index at `path`, whole or not at all; its folder must exist."""
    write_whole(path, index.to_bytes(kept), mode=_MODE)
