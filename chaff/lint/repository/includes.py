"""Reads files that include others, each once; one that cannot be read leaves open what it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_FILES: Final = 50
"""Of one that leads to more, it stays open what the others hold."""


class Includes:
    """What was read so far of a file and of all that it includes."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read = read
        self._seen: set[str] = set()
        self.open = False
        """There may be more than was read."""

    def text(self, path: str) -> str:
        """Return the text of a file; '' the second time, and if it cannot or need not be read."""
        if path in self._seen:
            return ""
        self._seen.add(path)
        text = self._read(path)
        if text is None or len(self._seen) > MOST_FILES:
            self.open = True
            return ""
        return text
