"""The own words of a block, without what the file wraps around them."""

from __future__ import annotations

import re
from typing import Final

from chaff.lazy import lazy
from chaff.lint.markdown.builder import Open

_ROWS: Final = ("table_head", "table_row")
_OWN_MARK: Final = "chaff:"
_OWN_COMMENT: Final = lazy(r"(?<!`)\s*<!--\s*chaff:.*?-->")
"""A suppression is none of the words that it speaks of: rules for whole blocks would miss them."""
_SOURCES: Final = frozenset({*_ROWS, "code", "html", "front_matter", "thematic_break"})
"""Kinds whose text is their source."""


def text_of(block: Open, data: bytes) -> str:
    """Return a block's words with inline markup kept, or its source where it has no words."""
    if block.words:
        return _own(_joined(data[block.words[0] : block.words[1]].decode(), block.quotes))
    if block.kind not in _SOURCES:
        return ""
    source = data[block.start : block.end].decode()
    if block.kind in _ROWS:
        return _own(source.strip().strip("|").strip())
    return source.strip("\r\n")


def _own(words: str) -> str:
    return _OWN_COMMENT.sub("", words) if _OWN_MARK in words else words


def _joined(source: str, quotes: int) -> str:
    """Return lines joined by a space, without indentation, quote marks and hard breaks."""
    source = source.strip()
    if "\n" not in source and "\r" not in source:
        return source
    first, *rest = re.split(r"\r\n|\n|\r", source)
    parts = [first.rstrip(), *(_unquoted(line, quotes) for line in rest)]
    return " ".join([*(_unbroken(part) for part in parts[:-1]), parts[-1]])


def _unquoted(line: str, quotes: int) -> str:
    line = line.strip()
    for _ in range(quotes):
        if not line.startswith(">"):
            break
        line = line[1:].lstrip()
    return line


def _unbroken(line: str) -> str:
    backslashes = len(line) - len(line.rstrip("\\"))
    return line[:-1].rstrip() if backslashes % 2 else line
