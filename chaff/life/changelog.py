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
    at = first.start() if first else len(text)
    gap = "" if not text or text[:at].endswith("\n\n") or not at else "\n"
    return f"{text[:at]}{gap}## Unreleased\n\n{item}\n{text[at:]}"
