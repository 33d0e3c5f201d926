"""Puts pages into a folder: only those that changed are written, former ones are taken away.

A list of what was written stays in the folder. Nothing is deleted or replaced that is not on it
with the bytes that were written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from chaff.atomic import write_whole
from chaff.canonical import digest_bytes, readable_bytes
from chaff.errors import BadInputError, UsageError
from chaff.shapes.base import Shape

LIST: Final = ".chaff-site.json"
_SCHEMA: Final = "chaff.site/1"
_MODE: Final = 0o644


class Written(Shape, frozen=True, kw_only=True):
    """What was done to a site's folder."""

    changed: tuple[str, ...]
    same: int
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    """Former pages that somebody has changed since: they are left where they are."""


def write_site(folder: Path, pages: Mapping[str, bytes]) -> Written:
    """Write pages, by path within `folder`.

    Raises UsageError if the folder holds something and no site was ever written there, or if a
    page would replace a file that is not the site's.
    """
    former = _former(folder)
    changed = [path for path, data in pages.items() if not _holds(folder / path, data)]
    _require_ours(folder, changed, former)
    # First the list, of both: a crash leaves no page behind that nobody owns up to.
    made = {path: digest_bytes(data) for path, data in pages.items()}
    _write_list(folder, {**former, **made})
    for path in changed:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, pages[path], mode=_MODE)
    removed, kept = _clear(folder, {p: d for p, d in former.items() if p not in made})
    _write_list(folder, made)
    return Written(
        changed=tuple(changed),
        same=len(pages) - len(changed),
        removed=tuple(removed),
        kept=tuple(kept),
    )


def _former(folder: Path) -> dict[str, str]:
    path = folder / LIST
    if not path.is_file():
        if folder.is_symlink() or (
            folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
        ):
            raise UsageError(
                "holds something that is not a site of chaff",
                where=str(folder),
                remedy="name an empty folder, or one that does not exist",
            )
        return {}
    try:
        value = json.loads(path.read_bytes())
        files = value["files"] if value["schema"] == _SCHEMA else {}
        named = {str(name): str(digest) for name, digest in files.items()}
        sound = value["schema"] == _SCHEMA and all(map(_is_inside, named))
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise BadInputError("is no list of pages", where=str(path), remedy=f"delete {folder}")
    return named


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and ".." not in parts and not path.startswith("/") and "\\" not in path


def _require_ours(folder: Path, changed: list[str], former: Mapping[str, str]) -> None:
    for path in changed:
        target = folder / path
        taken = path not in former and (target.exists() or target.is_symlink())
        if taken or _through_link(folder, path):
            raise UsageError(
                "is no page that chaff wrote", where=str(target), remedy="move it away"
            )


def _clear(folder: Path, former: Mapping[str, str]) -> tuple[list[str], list[str]]:
    removed, kept = [], []
    for path, digest in sorted(former.items()):
        target = folder / path
        if _through_link(folder, path) or not target.is_file():
            continue
        if digest_bytes(target.read_bytes()) != digest:
            kept.append(path)
            continue
        target.unlink()
        removed.append(path)
        for parent in target.parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()
    return removed, kept


def _through_link(folder: Path, path: str) -> bool:
    place = PurePosixPath(path)
    parents = [parent for parent in place.parents if parent.parts]
    return any((folder / one).is_symlink() for one in (place, *parents))


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and not path.is_symlink() and path.read_bytes() == data


def _write_list(folder: Path, files: Mapping[str, str]) -> None:
    data = readable_bytes({"schema": _SCHEMA, "files": dict(files)})
    if _holds(folder / LIST, data):
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / LIST, data, mode=_MODE)
