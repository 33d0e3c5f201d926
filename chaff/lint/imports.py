"""Reads the `@imports` of a Claude file as Claude Code does: what is one, and where it points.

Seen with Claude Code 2.1.332. An import is `@` and a path, at the start of a run of text or behind
white space, in any paragraph, list item, heading, quote or table cell, in emphasis and as the text
of a link. There is none in code, in fences and in comments, nor behind a quote, a bracket or a
letter. A path goes on to the next white space, so that `@a.md,` asks for a file named `a.md,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

import pyromark

from chaff.lint.blocks import parse
from chaff.lint.builder import OPTIONS
from chaff.shapes.base import Shape

HOPS: Final = 4
"""What a Claude file imports is loaded, and so on, this often; what lies further is not."""

_IMPORT: Final = re.compile(r"(?:^|\s)@((?:[^\s\\]|\\ )+)")
_LOADABLE: Final = re.compile(r"[A-Za-z0-9._-]|~/|/.")
_COMMENT: Final = re.compile(rb"<!--.*?-->", re.DOTALL)
_PUNCTUATION: Final = ".,:;!?)]}>\"'`*"


class Import(Shape, frozen=True, kw_only=True):
    """One import: what is asked for, and where in the file it stands."""

    target: str
    """The path as Claude Code looks for it: without `@` and `#heading`; `\\ ` is a space."""
    line: int
    column: int
    """Of the `@`, from 1, in characters."""
    start: int
    end: int
    """From the `@` to the end of the path with its `#heading`, in bytes of the file."""

    @property
    def bare(self) -> str:
        """The target without the punctuation behind it, which keeps Claude Code from loading it."""
        return self.target.rstrip(_PUNCTUATION)


def imports_of(data: bytes) -> tuple[Import, ...]:
    """Return what looks like an import to Claude Code, in order, whether or not it exists.

    Names of users, packages and decorators (`@acme/ui`) are among them: they are tried as paths.
    Raises BadInputError if the bytes are not UTF-8.
    """
    if b"@" not in data:
        return ()
    document = parse(data)
    lines = document.lines
    found = []
    line, counted, column = 0, lines.start(0), 1
    for target, start, end in _candidates(data, lines.start(document.body_line)):
        if lines.at(start) != line:
            line = lines.at(start)
            counted, column = lines.start(line), 1
        column += len(data[counted:start].decode())
        counted = start
        found.append(Import(target=target, line=line + 1, column=column, start=start, end=end))
    return tuple(found)


def resolve(target: str, importer: str) -> str | None:
    """Return the path, from the root, that a target in the file `importer` means.

    Both paths are POSIX, `importer` from the root. None if it lies outside the root, or may:
    a path from the home folder or from the root of the disk.
    """
    if target.startswith(("~", "/")):
        return None
    parts: list[str] = list(PurePosixPath(importer).parent.parts)
    for part in PurePosixPath(target).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return "/".join(parts) or "."


def _candidates(data: bytes, offset: int) -> Iterator[tuple[str, int, int]]:
    """Yield target and span of each import of the Markdown that starts at `offset`."""
    for start, stop in _runs(data, offset):
        if data.find(b"@", start, stop) < 0:
            continue
        text = data[start:stop].decode()
        at, counted = start, 0
        for found in _IMPORT.finditer(text):
            path = found[1].partition("#")[0].replace("\\ ", " ")
            if not _LOADABLE.match(path):
                continue
            at += len(text[counted : found.start(1) - 1].encode())
            counted = found.start(1) - 1
            yield path, at, at + len(text[counted : found.end()].encode())


def _runs(data: bytes, offset: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of plain text in which imports are looked for.

    An escaped character ends a run and belongs to none, so that `\\@a.md` is no import.
    """
    body = data[offset:].decode()
    start = stop = -1
    in_code = False
    for event, span in pyromark.events_with_range(body, options=OPTIONS):
        if isinstance(event, dict) and "Text" in event and not in_code:
            begin, end = span["start"] + offset, span["end"] + offset
            escaped = data[begin - 1 : begin] == b"\\"
            if begin == stop and not escaped:
                stop = end
                continue
            yield start, stop
            start, stop = begin + escaped, end
            continue
        yield start, stop
        start = stop = -1
        match event:
            case {"Start": {"CodeBlock": _}}:
                in_code = True
            case {"End": "CodeBlock"}:
                in_code = False
            case {"Start": "HtmlBlock"}:
                yield from _outside_comments(data, span["start"] + offset, span["end"] + offset)
            case _:
                pass
    yield start, stop


def _outside_comments(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what stands between and behind the comments of an HTML block that begins with one."""
    if not data[start:end].lstrip().startswith(b"<!--"):
        return
    for found in _COMMENT.finditer(data, start, end):
        yield start, found.start()
        start = found.end()
    if b"<!--" not in data[start:end]:
        yield start, end
