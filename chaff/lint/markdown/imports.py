"""Reads the `@imports` of a Claude file as Claude Code does: what is one, and where it points.

Seen by running Claude Code 2.1.332 against a server that kept what it sent. An import is `@` and a
path, at the start of a run of plain text or behind white space: in a paragraph, list item, heading
or quote, in emphasis and as the text of a link. There is none in code, comments and alternative
texts, nor behind a quote, a bracket or a letter. A path goes on to the next white space, so that
`@a.md,` asks for a file named `a.md,`. Two things surprise: a table is plain text, so that
`| @a.md |` is an import and `|@a.md|` is none; and the words of a list item are read a second time
as they are written, so that `` - run `cat @a.md now` `` is one, although in code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any, Final

import pyromark

from chaff.lazy import lazy
from chaff.lint.markdown.blocks import LONE_CR, Document, parse
from chaff.shapes.base import Shape

HOPS: Final = 4
"""How many imports lead from a Claude file to a file that is still loaded."""

_BLANKS: Final = "\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space in JavaScript, which is not quite that of Python."""
_IMPORT: Final = lazy(rf"(?:^|[{_BLANKS}])@((?:[^{_BLANKS}\\]|\\ )+)")
_POSSIBLE: Final = lazy(rf"@(?=([A-Za-z0-9._~/-](?:[^{_BLANKS}\\]|\\ ){{0,4096}}))")
"""Looks ahead: in `@x[@a](b)` there are two."""
_CUTS: Final = lazy(r"(?!^)(?:[^\w]|_|$)")
_LOADABLE: Final = lazy(r"[A-Za-z0-9._-]|~/|/.")
_NEVER: Final = ("code", "front_matter")
_MAYBE: Final = lazy(rb"(?<![A-Za-z0-9])@[A-Za-z0-9._~/-]")
_LIKELY: Final = lazy(r"""(?:(?<![A-Za-z0-9"'({,:=/.`])|(?<=\\.))@[A-Za-z0-9._~/-]""")
"""What may be an import, by what stands before it; an escape begins a new run of text."""
_TICKED: Final = "`@"
_ROWS: Final = ("table_head", "table_row")
_BACKSLASH: Final = ord("\\")
_COMMENT: Final = lazy(rb"<!--.*?-->", re.DOTALL)
_PUNCTUATION: Final = ".,:;!?)]}>\"'`*"
_BLOCKS: Final = frozenset(
    {"Paragraph", "Heading", "List", "Item", "BlockQuote", "CodeBlock", "HtmlBlock"}
)


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
    hidden: bool = False
    """It stands in code, a comment or a tag in a list item: loaded, but hardly meant."""

    @property
    def bare(self) -> str:
        """The target without punctuation behind it, which keeps Claude Code from finding it."""
        return self.target.rstrip(_PUNCTUATION)


@lru_cache(maxsize=128)
def imports_of(data: bytes) -> tuple[Import, ...]:
    """Return what Claude Code takes for an import, in order, whether or not it exists.

    Names of users, packages and decorators (`@acme/ui`) are among them: they are tried as paths.
    Raises BadInputError if the bytes are not UTF-8.
    """
    if not _MAYBE.search(data):
        return ()
    document = parse(data)
    if not _may_import(document):
        return ()
    lines = document.lines
    found = []
    line, counted, column = 0, lines.start(0), 1
    for start, (target, end, hidden) in _candidates(data, lines.start(document.body_line)):
        if lines.at(start) != line:
            line = lines.at(start)
            counted, column = lines.start(line), 1
        # Counted on from the import before: one long line must not cost its square.
        column += len(data[counted:start].decode())
        counted = start
        place = {"line": line + 1, "column": column, "start": start, "end": end}
        found.append(Import(target=target, hidden=hidden, **place))
    return tuple(found)


def possible_targets(data: bytes) -> Iterator[str]:
    """Yield all that `imports_of` may name, and much more: for a quick look before it.

    Where plain text ends is not known without parsing: at the next white space, or before that at
    some punctuation.
    """
    for found in _POSSIBLE.finditer(data.decode(errors="replace")):
        words = found[1]
        for cut in _CUTS.finditer(words):
            yield words[: cut.start()].replace("\\ ", " ")


def resolve(target: str, importer: str) -> str | None:
    """Return the path, from the root, that a target in the file `importer` means.

    Both paths are POSIX, `importer` from the root. None if it lies outside the root, or may:
    a path from the home folder or from the root of the disk.
    """
    if target.startswith(("~", "/")):
        return None
    parts = list(PurePosixPath(importer).parent.parts)
    for part in PurePosixPath(target).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return "/".join(parts) or "."


def _may_import(document: Document) -> bool:
    """Tell in a moment of most files that they import nothing, although there is an `@`."""
    ticked = False
    for block in document.blocks:
        if "@" not in block.text or block.kind in _NEVER:
            continue
        # Cells of a table end code; where the table is plain text, as it is here, they do not.
        if _LIKELY.search(block.text) or (block.kind in _ROWS and _TICKED in block.text):
            return True
        ticked |= _TICKED in block.text
    return ticked and not _all_in_code(document)


def _all_in_code(document: Document) -> bool:
    """Tell whether each backtick before an `@` opens a code span, or stands in one."""
    data = document.lines.data
    spans = [one for one in document.inlines if one.kind == "code"]
    starts = [one.start for one in spans]
    at = data.find(_TICKED.encode())
    while at >= 0:
        index = bisect_right(starts, at) - 1
        if index < 0 or spans[index].end <= at + 1:
            return False
        at = data.find(_TICKED.encode(), at + 1)
    return True


def _candidates(data: bytes, offset: int) -> list[tuple[int, tuple[str, int, bool]]]:
    """Return start, target, end and whether hidden, of the imports from byte `offset` on."""
    # As the blocks are parsed, see there.
    body = LONE_CR.sub("\n", data[offset:].decode()).encode()
    found: dict[int, tuple[str, int, bool]] = {}
    as_written = []
    for start, stop, whole in _runs(body):
        if body.find(b"@", start, stop) < 0:
            continue
        if whole:
            as_written.append((start, stop))
        else:
            found |= {at: (path, end, False) for at, path, end in _matches(body, start, stop)}
    for start, stop in as_written:
        for at, path, end in _matches(body, start, stop):
            found.setdefault(at, (path, end, True))
    return [
        (at + offset, (path, end + offset, hidden))
        for at, (path, end, hidden) in sorted(found.items())
    ]


def _matches(body: bytes, start: int, stop: int) -> Iterator[tuple[int, str, int]]:
    text = body[start:stop].decode()
    at, counted = start, 0
    for found in _IMPORT.finditer(text):
        path = found[1].partition("#")[0].replace("\\ ", " ")
        if _LOADABLE.match(path):
            at += len(text[counted : found.start(1) - 1].encode())
            counted = found.start(1) - 1
            yield at, path, at + len(text[counted : found.end()].encode())


def _runs(body: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield the spans in which imports are looked for, and whether it is a list item's whole text.

    Plain CommonMark, as Claude Code parses it: no tables and no strikethrough.
    """
    blocks = [""]
    run = item = (0, 0)
    pictures = 0
    events: Any = pyromark.events_with_range(body.decode())
    for event, span in events:
        if "Text" in event:
            kind, name = "Text", ""
        else:
            kind, name = _named(event) if event.__class__ is dict else (event, "")
        begin, end = span["start"], span["end"]
        # The range of an escaped character leaves the backslash out.
        escaped = begin > 0 and body[begin - 1] == _BACKSLASH
        if kind == "Text" and not pictures and blocks[-1] != "CodeBlock":
            if begin == run[1]:
                run = (run[0], end)
            else:
                yield *run, False
                run = (begin + escaped, end)
        else:
            yield *run, False
            run = (0, 0)
        if name in _BLOCKS:
            yield *item, True
            item = (0, 0)
            if kind == "End":
                blocks.pop()
                continue
            if name == "HtmlBlock":
                yield from _outside_comments(body, begin, end)
            elif name == "Paragraph" and blocks[-1] == "Item":
                yield begin, end, True
            blocks.append(name)
        elif blocks[-1] == "Item":
            item = (item[0] if item[1] else begin - escaped, max(end, item[1]))
        pictures += (name == "Image") * (1 if kind == "Start" else -1)


def _named(event: dict[str, Any]) -> tuple[str, str]:
    """Return the kind of an event and, of a start or an end, the name of what starts or ends."""
    ((kind, value),) = event.items()
    if kind not in ("Start", "End"):
        return kind, ""
    return kind, value if value.__class__ is str else next(iter(value))


def _outside_comments(body: bytes, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield what stands between and behind the comments of an HTML block that begins with one."""
    if not body[start:end].lstrip().startswith(b"<!--"):
        return
    for found in _COMMENT.finditer(body, start, end):
        yield start, found.start(), False
        start = found.end()
    if b"<!--" not in body[start:end]:
        yield start, end, False
