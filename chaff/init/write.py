"""Writes a new rule repository into a folder, and never over what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from chaff.errors import UsageError

_SHOWN: Final = 5


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files below a folder, which is made if it is not there.

    Raises UsageError, before anything is written, if a file is there already, or if something
    else stands in the way.
    """
    clashes = sorted({clash for path in files if (clash := _in_the_way(folder, path))})
    if clashes:
        more = f" and {len(clashes) - _SHOWN} more" if len(clashes) > _SHOWN else ""
        raise UsageError(
            f"there is already {', '.join(clashes[:_SHOWN])}{more}",
            where=str(folder),
            remedy="name an empty folder: `chaff init DIR`",
        )
    try:
        for path, data in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as file:
                file.write(data)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(place)) from None


def _in_the_way(folder: Path, path: str) -> str:
    """Return what keeps a file from being written: itself, or no folder where one must be."""
    place = folder / path
    if place.exists() or place.is_symlink():
        return path
    for above in _folders(folder, place):
        if above.is_symlink() or (above.exists() and not above.is_dir()):
            return above.relative_to(folder).as_posix() if above != folder else "."
    return ""


def _folders(folder: Path, place: Path) -> Iterator[Path]:
    """Yield the folders between a file and `folder`; that one only if it is no folder."""
    for above in place.parents:
        if above == folder:
            break
        yield above
    if not folder.is_dir():
        yield folder.resolve()
