"""Writes compiled files below generated/, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from chaff.atomic import write_whole
from chaff.compile.staleness import GENERATED, record_path, recorded
from chaff.errors import SpecError


def write_outputs(root: Path, name: str, outputs: Mapping[str, bytes]) -> list[str]:
    """Write the files that differ, each whole or not at all; return their paths.

    What the last compile made and this one does not is deleted. The record goes last, so that an
    interrupted write is stale, not wrong. Raises SpecError if a file cannot be written, or lies
    behind a link.
    """
    for path in _abandoned(root, name, outputs):
        _delete(root / path)
    changed = [path for path in outputs if _content(root / path) != outputs[path]]
    for path in sorted(changed, key=lambda path: path == record_path(name)):
        _write(root, path, outputs[path])
    return changed


def _abandoned(root: Path, name: str, outputs: Mapping[str, bytes]) -> list[str]:
    """Return what only the last compile made; a record is a stranger's and may name anything."""
    record = recorded(str(root), name)
    if isinstance(record, str):
        return []
    return [
        path
        for path in sorted(set(record["outputs"]) - set(outputs))
        if path.startswith(f"{GENERATED}/{name}/") and _in_place(root, path)
    ]


def _in_place(root: Path, path: str) -> bool:
    """Tell whether the folders of a path are what they are called: no link, no `..`."""
    folder, _, _ = path.rpartition("/")
    return os.path.realpath(root / folder) == f"{os.path.realpath(root)}/{folder}"


def _delete(path: Path) -> None:
    """Delete a file, if it is one, and its folder, if nothing else is in it."""
    with suppress(OSError, ValueError):
        path.unlink()
        path.parent.rmdir()


def _content(path: Path) -> bytes | None:
    """Return what a plain file holds; None if there is no such thing."""
    try:
        return None if path.is_symlink() else path.read_bytes()
    except OSError:
        return None


def _write(root: Path, path: str, data: bytes) -> None:
    if not _in_place(root, path):
        raise SpecError("lies behind a link", where=path, remedy="replace the link by a folder")
    try:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(root / path, data, mode=0o644)
    except OSError as error:
        raise SpecError(f"cannot be written: {error.strerror}", where=path) from None
