"""What one manifest defines, and whether that includes a given target."""

from __future__ import annotations

import posixpath
from typing import Final

from chaff.shapes.base import Shape


class Targets(Shape, frozen=True, kw_only=True):
    """What can be made."""

    names: frozenset[str]
    patterns: tuple[str, ...]
    """With one `%` for any text, as in make."""
    open: bool
    """There may be more."""
    joined: bool = False
    """Names joined by hyphens are targets, too."""


OPEN: Final = Targets(names=frozenset(), patterns=(), open=True)
"""Of a manifest that cannot be read."""


class Manifest(Shape, frozen=True, kw_only=True):
    """One file that defines what a runner can be asked for."""

    path: str
    targets: Targets
    label: str = ""
    """The package's name."""
    programs: frozenset[str] = frozenset()
    """Programs that come with the package."""

    @property
    def folder(self) -> str:
        """The folder it lies in, '' for the root."""
        return posixpath.dirname(self.path)

    def may_define(self, target: str) -> bool:
        """Tell whether it defines the target, or may for all that can be told."""
        parts = target.split("-") if self.targets.joined else [target]
        return self.targets.open or target in self.targets.names or all(map(self._names, parts))

    def _names(self, target: str) -> bool:
        patterns = self.targets.patterns
        return target in self.targets.names or any(_fits(target, one) for one in patterns)


def _fits(target: str, pattern: str) -> bool:
    """Tell whether a target is that of a pattern, in which each `%` is any text but none."""
    head, *tails = pattern.split("%")
    if not target.startswith(head):
        return False
    at = len(head)
    for place, tail in enumerate(tails, start=1):
        found = target.rfind(tail, at + 1) if place == len(tails) else target.find(tail, at + 1)
        if found < 0:
            return False
        at = found + len(tail)
    return at == len(target)
