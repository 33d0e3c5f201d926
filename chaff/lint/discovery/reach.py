"""Follows the `@imports` of Claude files on disk, as far as Claude Code follows them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from chaff.errors import ChaffError
from chaff.lint.discovery.intake import read_input
from chaff.lint.markdown.imports import HOPS, imports_of, possible_targets
from chaff.lint.names import agent_of
from chaff.lint.repository.disk import SKIPPED
from chaff.shapes.base import Shape

_MAX_BYTES: Final = 4 << 20
"""Claude Code loads no larger file."""
_MOST_LOOKED_UP: Final = 1000
"""Of a file that may name more files it is found out by parsing what it imports."""
_PROSE: Final = frozenset({"", ".md", ".txt", ".text"})
"""How names of files end that are loaded and, unlike `.json` or `.py`, can be linted."""
_BUILD_FILES: Final = frozenset(
    {"makefile", "gnumakefile", "dockerfile", "containerfile", "justfile", "procfile"}
    | {"jenkinsfile", "vagrantfile", "gemfile", "rakefile", "brewfile", "license", "codeowners"}
)


class Reached(Shape, frozen=True, kw_only=True):
    """A file that an import leads to, and the file that imports it, both from the disk's root."""

    path: str
    importer: str


def reach(path: str, root: str) -> Iterator[Reached]:
    """Yield what a Claude file imports, and what that imports, each file once, in loading order.

    Paths are those from the importing file on, links followed first, as Claude Code has it. Nothing
    is followed out of the root or into folders of packages, and what is missing is passed over: it
    is not in force. Of what is loaded only prose is yielded, for data and programs are no Markdown.
    """
    real_root = os.path.realpath(root)
    seen = {os.path.realpath(path)}
    # A stack of what is still to be loaded, so that no chain of files can exhaust Python's.
    waiting = [(target, path, 1) for target in reversed(_targets(path))]
    while waiting:
        target, importer, hops = waiting.pop()
        real = _found(target, importer, real_root)
        if real is None or os.path.realpath(real) in seen:
            continue
        seen.add(os.path.realpath(real))
        # Named below the root as it was given, which may lead through links.
        shown = os.path.normpath(os.path.join(root, os.path.relpath(real, real_root)))  # noqa: PTH118
        if _is_prose(shown):
            yield Reached(path=shown, importer=importer)
        if hops < HOPS:
            waiting += [(found, shown, hops + 1) for found in reversed(_targets(shown))]


def _found(target: str, importer: str, real_root: str) -> str | None:
    """Return the real path below the root of a file that an import means, None if there is none."""
    path = _path_of(target, os.path.dirname(os.path.realpath(importer)))  # noqa: PTH120 - strings throughout
    inside = f"{real_root.rstrip(os.sep)}{os.sep}"
    try:
        real = os.path.realpath(path)
        if not path.startswith(inside) or not real.startswith(inside) or not Path(real).is_file():
            return None
    except (OSError, ValueError):
        # ValueError: a null byte in the target.
        return None
    return None if SKIPPED & set(Path(real[len(inside) :]).parts) else path


def _path_of(target: str, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(target)))  # noqa: PTH111, PTH118


def _targets(path: str) -> list[str]:
    """Return what a file imports; one that cannot be read imports nothing, and is told of later."""
    try:
        data = read_input(Path(path), max_bytes=_MAX_BYTES)
        return [one.target for one in imports_of(data)] if _may_reach(data, path) else []
    except ChaffError:
        return []


def _may_reach(data: bytes, path: str) -> bool:
    """Tell without parsing of most files with an `@` that no file is there for it to import."""
    if b"@" not in data:
        return False
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 - strings throughout
    targets = islice(dict.fromkeys(possible_targets(data)), _MOST_LOOKED_UP + 1)
    return any(
        number == _MOST_LOOKED_UP or os.path.isfile(_path_of(target, folder))  # noqa: PTH113
        for number, target in enumerate(targets)
    )


def _is_prose(path: str) -> bool:
    found = PurePosixPath(path)
    if agent_of(found) is not None:
        return True
    if found.name.startswith(".") or found.name.lower() in _BUILD_FILES:
        return False
    return found.suffix.lower() in _PROSE
