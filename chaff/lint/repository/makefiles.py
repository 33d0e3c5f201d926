"""Reads which targets a makefile has, with what it includes; what it cannot tell makes it open."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator
from fnmatch import fnmatchcase
from typing import Final

from chaff.lazy import lazy
from chaff.lint.repository.includes import Includes
from chaff.lint.repository.manifest import Targets

_DEEPEST: Final = 5
"""Variables within variables; more of them are taken for a ring."""

_INCLUDE: Final = lazy(r"^ *(?P<how>-include|sinclude|include)\s+(?P<names>.*)$")
_ASSIGNED: Final = lazy(
    r"^ *(?:(?:export|override|private)\s+)*(?P<name>[\w.-]+)\s*(?::{0,3}|[?+!])=(?P<value>.*)$"
)
_RULE: Final = lazy(r"^(?P<targets>[^\t#:=][^#:=]*)::?(?P<rest>[^=].*|)$")
_MAKES_RULES: Final = lazy(r"^\s*\$[({](?:eval|foreach|call)\b")
_VARIABLE: Final = lazy(r"\$[({](?P<name>[\w.-]+)[)}]|\$(?P<letter>\w)")
_MOST_EXPANDED: Final = 10_000
_LONGEST: Final = 10_000
_TOO_LONG: Final = "$"
"""In place of a longer value; as no variable has this name, it may be anything."""
_UNKNOWN: Final = "%"
_NO_TARGETS: Final = lazy(r"(?:^|/)\.env[^/]*$|\.d$")
"""Files that are included for their settings, and may be absent."""


class _Reader:
    def __init__(self, read: Callable[[str], str | None], paths: Collection[str]) -> None:
        self._includes = Includes(read)
        self._paths = paths
        self._variables: dict[str, str] = {}
        self.names: set[str] = set()
        self._makes_more = False
        self._expanded_times = 0

    @property
    def open(self) -> bool:
        return self._makes_more or self._includes.open

    def file(self, path: str, folder: str) -> None:
        for line in _logical_lines(self._includes.text(path)):
            self._line(line, folder)

    def _line(self, line: str, folder: str) -> None:
        if included := _INCLUDE.match(line):
            self._include(included["how"], included["names"], folder)
        elif assigned := _ASSIGNED.match(line):
            name = assigned["name"]
            value = f"{self._variables.get(name, '')} {assigned['value'].strip()}".strip()
            self._variables[name] = value if len(value) <= _LONGEST else _TOO_LONG
        elif _MAKES_RULES.match(line):
            self._makes_more = True
        elif rule := _RULE.match(line):
            self._rule(rule["targets"].rstrip(" &"), rule["rest"])

    def _rule(self, targets: str, rest: str) -> None:
        for name in self._expanded(targets):
            if name == ".PHONY":
                self._add(self._expanded(rest.partition("#")[0].partition(";")[0]))
            elif name == ".DEFAULT":
                self._makes_more = True
            else:
                self._add([name])

    def _add(self, names: list[str]) -> None:
        self.names.update(names)
        self._makes_more |= any(not name.strip(_UNKNOWN) for name in names)

    def _expanded(self, text: str, depth: int = 0) -> list[str]:
        """Return the words of a text, with `%` for what a variable may hold."""

        def value(found: re.Match[str]) -> str:
            name = found["name"] or found["letter"]
            self._expanded_times += 1
            spent = depth > _DEEPEST or self._expanded_times > _MOST_EXPANDED
            if spent or name not in self._variables:
                return _UNKNOWN
            return " ".join(self._expanded(self._variables[name], depth + 1))

        plain = _VARIABLE.sub(value, text)
        return [_UNKNOWN if "$" in word else word for word in plain.split()]

    def _include(self, how: str, names: str, folder: str) -> None:
        for name in self._expanded(names.partition("#")[0]):
            wanted = posixpath.normpath(posixpath.join(folder, name))
            if _UNKNOWN in name:
                self._makes_more = True
                continue
            found = sorted(path for path in self._paths if fnmatchcase(path, wanted))
            for path in found:
                self.file(path, folder)
            if not found and not (how != "include" and _NO_TARGETS.search(name)):
                self._makes_more = True


def read_targets(path: str, read: Callable[[str], str | None], paths: Collection[str]) -> Targets:
    """Return the targets of the makefile at `path`; both branches of a condition count."""
    reader = _Reader(read, paths)
    reader.file(path, posixpath.dirname(path))
    return Targets(
        names=frozenset(name for name in reader.names if _UNKNOWN not in name),
        patterns=tuple(sorted(name for name in reader.names if _UNKNOWN in name)),
        open=reader.open,
    )


def _logical_lines(text: str) -> Iterator[str]:
    """Yield lines with their continuations, without recipes and the bodies of definitions."""
    defining = False
    for line in re.sub(r"\\\r?\n[ \t]*", " ", text).splitlines():
        if re.match(r"\s*(?:override\s+)?define\s", line):
            defining = True
        elif re.match(r"\s*endef\b", line):
            defining = False
        elif not defining and not line.startswith("\t") and not line.lstrip().startswith("#"):
            yield line
