"""Reads from the installed package what a new rule repository is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chaff.init.content import ORIGINAL, SPECS, TEMPLATES

_PACKAGE: Final = Path(__file__).parents[1]


def read_specs() -> dict[str, bytes]:
    """Return vocabulary, program, prices, and the example with its battery, by path in specs/."""
    folder = specs_folder()
    battery = (folder / "batteries" / ORIGINAL).rglob("*")
    paths = [folder / name for name in SPECS] + [path for path in battery if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()
    }


def read_templates() -> dict[str, str]:
    """Return our own files by name."""
    folder = Path(__file__).with_name("templates")
    return {
        name: (folder / name).read_text(encoding="utf-8")
        for name in TEMPLATES
        if (folder / name).is_file()
    }


def specs_folder() -> Path:
    """Return where the specs lie: in a wheel inside the package, in a checkout beside it."""
    shipped = _PACKAGE / "init" / "specs"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "specs"
