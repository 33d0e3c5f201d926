"""Reads which recipes a justfile has, with what it imports; what it cannot tell makes it open."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import Final

from chaff.lazy import lazy
from chaff.lint.repository.includes import Includes
from chaff.lint.repository.manifest import Targets

_IMPORT: Final = lazy(r"^import\??\s+(?P<quote>['\"])(?P<path>.*?)(?P=quote)")
_MODULE: Final = lazy(r"^mod\??\s+(?P<name>[A-Za-z_][\w-]*)")
_ALIAS: Final = lazy(r"^alias\s+(?P<name>[A-Za-z_][\w-]*)\s*:=")
_SETTING: Final = lazy(r"^(?:set|export|unexport)\s|^[A-Za-z_][\w-]*\s*:=")
_RECIPE: Final = lazy(r"^@?(?P<name>[A-Za-z_][\w-]*)\b.*:")


class _Reader:
    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._includes = Includes(read)
        self._falls_back = False
        self.names: set[str] = set()

    @property
    def open(self) -> bool:
        return self._falls_back or self._includes.open

    def file(self, path: str) -> None:
        for line in self._includes.text(path).splitlines():
            self._line(line, posixpath.dirname(path))

    def _line(self, line: str, folder: str) -> None:
        if imported := _IMPORT.match(line):
            self.file(posixpath.normpath(posixpath.join(folder, imported["path"])))
        elif _is_fallback(line):
            self._falls_back = True
        elif named := _MODULE.match(line) or _ALIAS.match(line):
            self.names.add(named["name"])
        elif not _SETTING.match(line) and (recipe := _RECIPE.match(line)):
            self.names.add(recipe["name"])


def read_recipes(path: str, read: Callable[[str], str | None]) -> Targets:
    """Return the recipes, aliases and modules of the justfile at `path`."""
    reader = _Reader(read)
    reader.file(path)
    return Targets(names=frozenset(reader.names), patterns=(), open=reader.open)


def _is_fallback(line: str) -> bool:
    """Tell whether recipes of a justfile further up count too, wherever that lies."""
    return re.match(r"^set\s+fallback\b(?!\s*:=\s*false)", line) is not None
