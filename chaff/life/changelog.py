"""Adds a line to the changelog, below its heading of what is not released yet."""

from __future__ import annotations

import re
from typing import Final

_UNRELEASED: Final = re.compile(r"^## Unreleased[^\n]*\n\n?", re.MULTILINE | re.IGNORECASE)
_FIRST_SECTION: Final = re.compile(r"^## ", re.MULTILINE)


def with_line(text: str, line: str) -> str:
    """Return the changelog with `line` as the first item of its unreleased changes; once."""
    item = f"- {line}\n"
    if item in text:
        return text
    found = _UNRELEASED.search(text)
    if found:
        return text[: found.end()] + item + text[found.end() :]
    first = _FIRST_SECTION.search(text)
    above, below = (text[: first.start()], text[first.start() :]) if first else (text, "")
    parts = [above.rstrip("\n"), f"## Unreleased\n\n{item}".rstrip("\n"), below.rstrip("\n")]
    return "\n\n".join(part for part in parts if part) + "\n"
