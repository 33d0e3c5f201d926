"""Tells where text of an instruction file may not be moved, and which files are not ours to fix."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final

from chaff.lint.names import is_instruction_file

NOTHING_PROMISED: Final[Mapping[Path, str]] = MappingProxyType({})


def taken(path: Path, targets: Collection[str], promised: Collection[Path] = ()) -> tuple[str, ...]:
    """Return those of `targets`, relative to the folder of `path`, that text may not be moved to.

    They are: what exists, or was `promised` to another file; what lies behind a link, which may
    lead out of the tree; and where an agent would load the text again. A link to a file in another
    folder gives up no text at all, for a pointer would be right in one of the two folders only.
    """
    barred = _barred(path, targets, promised)
    folder = folder_of(path)
    return tuple(
        target for target in targets if target in barred or os.path.lexists(folder / target)
    )


def written(
    path: Path, targets: Collection[str], promised: Mapping[Path, str] = NOTHING_PROMISED
) -> dict[str, str]:
    """Return the texts of those of `targets` that hold, or will hold, what was moved there before.

    Another file of this run `promised` them, or a run that was stopped has written them: text is
    moved before the file it comes from is replaced, so that nothing is lost; whoever finds the very
    text there has only the second half to do. Links and what is not UTF-8 are left out.
    """
    barred = _barred(path, targets, ())
    folder = folder_of(path)
    texts = (
        (target, promised.get(folder / target) or _text(folder / target))
        for target in targets
        if target not in barred
    )
    return {target: text for target, text in texts if text is not None}


def leads_out(path: Path, root: Path) -> bool:
    """Tell whether a file is a link, or lies behind one, to what is not below `root`."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def _barred(path: Path, targets: Collection[str], promised: Collection[Path]) -> frozenset[str]:
    """Return those of `targets` that may not be written, whether or not they exist."""
    folder = folder_of(path)
    real = Path(os.path.realpath(path.parent))
    if Path(os.path.realpath(path)).parent != real:
        return frozenset(targets)
    return frozenset(
        target
        for target in targets
        if folder / target in promised
        or any(
            is_instruction_file(PurePosixPath((base / target).as_posix()))
            for base in (folder, real)
        )
        or any(not _open(above) for above in _folders(folder, target))
    )


def _text(file: Path) -> str | None:
    """Return the text of a plain file, None if it is none or cannot be read."""
    try:
        if file.is_symlink() or not file.is_file():
            return None
        return file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None


def folder_of(path: Path) -> Path:
    """Return the folder a file lies in by its name: links are kept, since agents go by names."""
    return Path(os.path.abspath(path.parent))  # noqa: PTH100 - resolving would lose the links


def _folders(folder: Path, target: str) -> Iterator[Path]:
    """Yield the folders between a folder and a target below it."""
    return (folder / above for above in PurePosixPath(target).parents if above.parts)


def _open(folder: Path) -> bool:
    """Tell whether a folder is one, and no link, or could be made."""
    return not os.path.lexists(folder) or (folder.is_dir() and not folder.is_symlink())
