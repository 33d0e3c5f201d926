"""Finds the settings that hold for a folder: the closest file upwards, to the repository's root."""

from __future__ import annotations

import os
from pathlib import Path

from chaff.errors import BadInputError
from chaff.lint.settings import OWN_FILE, PYPROJECT, Settings, read_settings
from chaff.shapes.base import Shape


class Configured(Shape, frozen=True, kw_only=True):
    """Settings, and the folder that their paths are relative to."""

    settings: Settings
    folder: Path
    file: str = ""
    """Where they stand, '' if nowhere."""


def find_settings(cwd: Path) -> Configured:
    """Return the settings for a folder; where there are none, empty ones."""
    for folder in (cwd, *cwd.parents):
        for name in (OWN_FILE, PYPROJECT):
            if os.path.lexists(folder / name) and (found := load_settings(folder / name)):
                return found
        if (folder / ".git").exists():
            break
    return Configured(settings=Settings(), folder=cwd)


def load_settings(path: Path) -> Configured | None:
    """Return the settings in a file; None for a pyproject.toml that has none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(path)) from None
    settings = read_settings(data, where=str(path))
    if settings is None:
        return None
    return Configured(settings=settings, folder=path.parent.absolute(), file=str(path))
