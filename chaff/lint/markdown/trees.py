"""Reads a drawing of folders, in box characters or by indentation, as the paths that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chaff.lazy import lazy
from chaff.shapes.base import Shape

_BRANCH: Final = lazy(
    r"^(?P<before>[\s│┃┆┊|]*)(?:[├└┣┗╰┝┕][─━╴╌\-]*|[|`+\\]-{2,})[ \t\u00a0]*(?P<text>.*)$"
)
_BRANCHES: Final = lazy(r"[├└┣┗╰┝┕]|[|`+\\][-]{2}")
_FOLDER: Final = lazy(r"/[`*,:]*(?:\s|$)")
_STEM: Final = lazy(r"^[\s│┃┆┊|]*$")
_FENCE: Final = lazy(r"^\s*(?:`{3,}|~{3,})")
_NAME: Final = lazy(r"\S+")
_PROGRAM: Final = lazy(r"^(?:[^\w\s.…*/#-]+|//\S*)(?:\s|$)")
"""A line that begins with a mere sign, or a remark: of a program, for no file is called that."""
_ELLIPSIS: Final = lazy(r"^(?:\.{3}|…|etc\.?)")


class Entry(Shape, frozen=True, kw_only=True):
    """One line of a drawing."""

    path: str
    """From what the drawing starts at; '' if the line only says that there is more."""
    comment: str
    """What stands behind the name."""


class Drawing(Shape, frozen=True, kw_only=True):
    """What hangs on one root."""

    root: str
    """What stands above the entries: the project's name or a folder; '' if nothing does."""
    entries: tuple[Entry, ...]


class Tree(Shape, frozen=True, kw_only=True):
    """All that is drawn in one block of code."""

    drawings: tuple[Drawing, ...]
    remarks: tuple[str, ...]
    """Other text in it: what is said beside a root, and lines that draw nothing."""

    @property
    def n_entries(self) -> int:
        """How many lines draw a file or folder."""
        return sum(len(drawing.entries) for drawing in self.drawings)


def may_draw(source: str, n_entries: int) -> bool:
    """Tell in a moment of most code that it draws no tree of so many entries."""
    return len(source.splitlines()) >= n_entries and (
        _BRANCHES.search(source) is not None or _FOLDER.search(source) is not None
    )


def read_tree(source: str) -> Tree:
    """Return what a block of code draws, fences and all; a tree without entries if nothing."""
    lines = [line for line in source.splitlines() if not _FENCE.match(line)]
    lines = [line.expandtabs(4) for line in lines if not _STEM.match(line)]
    if any(_BRANCH.match(line) for line in lines):
        return _drawn(lines)
    return _indented(lines)


def _drawn(lines: Sequence[str]) -> Tree:
    """Read branches: the column of a branch tells how deep it is."""
    drawings: list[Drawing] = []
    remarks: list[str] = []
    root, rows = "", list[tuple[int, str]]()
    for line in lines:
        if branch := _BRANCH.match(line):
            rows.append((len(branch["before"]), branch["text"]))
            continue
        if rows:
            drawings.append(Drawing(root=root, entries=tuple(_entries(rows))))
            rows = []
        root, remark = _parted(line.strip())
        if remark:
            remarks.append(remark)
    drawings.append(Drawing(root=root, entries=tuple(_entries(rows))))
    return Tree(drawings=tuple(drawings), remarks=tuple(remarks))


def _indented(lines: Sequence[str]) -> Tree:
    """Read names by indentation, if there are folders with something below them."""
    rows = [(len(line) - len(line.lstrip()), line.strip()) for line in lines]
    folders = [indent for indent, text in rows if _parted(text)[0].endswith("/")]
    deeper = any(indent > min(folders) for indent, _ in rows) if folders else False
    if not deeper or any(_PROGRAM.match(text) for _, text in rows):
        return Tree(drawings=(), remarks=())
    first, remark = _parted(rows[0][1])
    alone = first.endswith("/") and all(indent > rows[0][0] for indent, _ in rows[1:])
    entries = tuple(_entries(rows[1:] if alone else rows))
    root = first if alone else ""
    return Tree(
        drawings=(Drawing(root=root, entries=entries),),
        remarks=(remark,) if alone and remark else (),
    )


def _entries(rows: Sequence[tuple[int, str]]) -> Iterator[Entry]:
    above: list[tuple[int, str]] = []
    for depth, text in rows:
        while above and above[-1][0] >= depth:
            above.pop()
        name, comment = _parted(text)
        if not name or _ELLIPSIS.match(name):
            yield Entry(path="", comment=comment)
            continue
        parent = above[-1][1] if above else ""
        path = f"{parent}/{name.strip('/')}" if parent else name.strip("/")
        above.append((depth, path))
        yield Entry(path=path, comment=comment)


def _parted(text: str) -> tuple[str, str]:
    """Return the name at the start of a text, and what stands behind it."""
    found = _NAME.match(text)
    if not found:
        return "", ""
    name = found[0].strip("`*").rstrip(",:")
    return name.removeprefix("./"), text[found.end() :].strip()
