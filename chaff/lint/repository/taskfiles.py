"""Reads which tasks a Taskfile has, from its indentation; what it cannot tell makes it open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chaff.lazy import lazy
from chaff.lint.repository.manifest import Targets

_KEY: Final = lazy(
    r"^(?P<indent> *)(?P<quote>['\"]?)(?P<key>[^'\"#\s][^'\"#]*?)(?P=quote):(?:\s|$)"
)
_ALIASES: Final = lazy(r"^\s+aliases:\s*\[(?P<names>[^\]]*)\]")


def read_tasks(text: str | None) -> Targets:
    """Return the tasks of a Taskfile; all that an included file brings is a pattern."""
    if text is None or "\t" in text or "&" in text or "flatten: true" in text:
        return Targets(names=frozenset(), patterns=(), open=True)
    names, patterns = set[str](), set[str]()
    for section, key in _keys(text):
        if section == "tasks":
            (patterns if "*" in key else names).add(key.replace("*", "%"))
        elif section == "includes":
            patterns.add(f"{key}:%")
            names.add(key)
    for found in map(_ALIASES.match, text.splitlines()):
        if found:
            names.update(name.strip(" '\"") for name in found["names"].split(","))
    multiline_aliases = re.search(r"^\s+aliases:\s*(?:#.*)?$", text, re.MULTILINE) is not None
    return Targets(names=frozenset(names), patterns=tuple(sorted(patterns)), open=multiline_aliases)


def _keys(text: str) -> Iterator[tuple[str, str]]:
    """Yield the keys one level below each key of the file, with the latter."""
    section, depth = "", 0
    for line in text.splitlines():
        found = _KEY.match(line)
        if not found:
            continue
        indent = len(found["indent"])
        if indent == 0:
            section, depth = found["key"], 0
            continue
        depth = depth or indent
        if indent == depth:
            yield section, found["key"]
