"""The baseline on disk: read, and replaced only by another one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from chaff.atomic import write_whole
from chaff.errors import BadInputError
from chaff.lint.baseline import Baseline, Entry, baseline_bytes, read_baseline


def load_baseline(file: Path) -> Baseline:
    """Return the baseline in a file, or raise BadInputError."""
    try:
        return read_baseline(file.read_bytes(), where=str(file))
    except OSError as error:
        remedy = f"make it with `chaff lint --write-baseline {file.name}`"
        raise BadInputError(
            f"cannot be read: {error.strerror}", where=str(file), remedy=remedy
        ) from None


def save_baseline(file: Path, entries: Iterable[Entry]) -> None:
    """Write a baseline, at once. Raises BadInputError where something else stands."""
    if os.path.lexists(file):
        load_baseline(file)
    try:
        write_whole(file, baseline_bytes(entries), mode=0o644)
    except OSError as error:
        raise BadInputError(f"cannot be written: {error.strerror}", where=str(file)) from None
