"""Reads the paths that a Markdown file names in code spans, as targets of links, as imports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from chaff.lazy import lazy
from chaff.lint.markdown.blocks import Block, Document, parse
from chaff.lint.markdown.imports import imports_of
from chaff.lint.markdown.spans import without_code
from chaff.shapes.base import Shape

MARK: Final = "@"
"""Stands for a reference in a text of which only the words around it are looked at."""

_WINDOW: Final = 800
"""A sentence is looked for in so many bytes on either side."""
_LONGEST: Final = 4096
"""No file system takes a longer path."""
_BLANK: Final = lazy(r"\s")
_LINE_NUMBERS: Final = lazy(r"(?<=\w):\d+(?:[-:,]\d+)*$")
_NO_PATH: Final = lazy(r"[A-Za-z][A-Za-z0-9+.-]+:|[/~#\\%]|.*[\\\x00]")
_SENTENCE_END: Final = lazy(
    r"(?<!e\.g)(?<!i\.e)(?<!cf)(?<!etc)[.!?][*_)\"'\u201d]*(?=\s+[^\sa-z])|[\u3002\uff01\uff1f]"
)


class Reference(Shape, frozen=True, kw_only=True, gc=False):
    """One path that is named, and where in the file it stands."""

    kind: Literal["code", "link", "import"]
    path: str
    """As written, without line numbers, anchor and escapes."""
    start: int
    end: int
    """In bytes of the file: with the backticks, with the text of a link, with the `@`."""


@lru_cache(maxsize=2)
def references_of(data: bytes, *, imports: bool = True) -> tuple[Reference, ...]:
    """Return the paths that code spans, links and imports name, in order.

    Whether an import is one depends on who loads the file; here all are given, or none.
    Raises BadInputError if the bytes are not UTF-8.
    """
    found = [*_inline(data), *(_imports(data) if imports else ())]
    return tuple(sorted(found, key=lambda reference: reference.start))


def sentence_around(document: Document, block: Block, reference: Reference) -> str:
    """Return the sentence of a reference, with MARK in its place and all other code empty."""
    data, stop = document.lines.data, block.end
    if document.has_nested(block.index):
        stop = max(document.blocks[block.index + 1].begin, reference.end)
    begin = max(block.begin, reference.start - _WINDOW)
    before = data[begin : reference.start].decode(errors="replace")
    behind = data[reference.end : min(stop, reference.end + _WINDOW)].decode(errors="replace")
    begins = [found.end() for found in _SENTENCE_END.finditer(before + " X")]
    begins = [begin for begin in begins if begin <= len(before)]
    ends = _SENTENCE_END.search(behind)
    left = before[begins[-1] if begins else 0 :]
    right = behind[: ends.end() if ends else len(behind)]
    return " ".join((without_code(left) + MARK + without_code(right)).split())


def words_around(document: Document, block: Block, references: tuple[Reference, ...]) -> str:
    """Return a block's words with MARK in the place of each of its references."""
    text, words, done = block.text, "", 0
    for reference in references:
        source = document.lines.data[reference.start : reference.end].decode(errors="replace")
        at = text.find(source, done)
        if at >= 0:
            words += text[done:at] + MARK
            done = at + len(source)
    return words + text[done:]


def _imports(data: bytes) -> Iterator[Reference]:
    for found in imports_of(data):
        yield Reference(kind="import", path=found.target, start=found.start, end=found.end)


def _inline(data: bytes) -> Iterator[Reference]:
    for found in parse(data).inlines:
        path = _path_of_link(found.text) if found.kind == "link" else _path_of_code(found.text)
        if path:
            yield Reference(kind=found.kind, path=path, start=found.start, end=found.end)


def _path_of_link(target: str) -> str:
    """Return the path that a link leads to; '' for other places. `mdc:` is how Cursor links."""
    target = target.removeprefix("mdc:").partition("?")[0]
    if "%" in target:
        # Slow to load, and seldom needed.
        from urllib.parse import unquote

        target = unquote(target)
    return _plain(target)


def _path_of_code(text: str) -> str:
    """Return the path that a code span names; '' if it holds anything else."""
    return "" if _BLANK.search(text) else _plain(text)


def _plain(text: str) -> str:
    path = text.partition("#")[0]
    if ":" in path:
        path = _LINE_NUMBERS.sub("", path)
    return "" if len(path) > _LONGEST or _NO_PATH.match(path) else path
