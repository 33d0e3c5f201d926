"""Flags the later copies of a block that says word for word what an earlier one says.

Two blocks say the same if nothing but case, emphasis, white space and final punctuation tells them
apart; code is compared as it stands. An earlier copy may stand in a file that this one imports.
Never a copy are: numbered items, which are steps; blocks that hold or introduce others; blocks
that are meant for different things (see `scope`).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from chaff.errors import BadInputError
from chaff.lazy import lazy
from chaff.lint.finding import Match, match_block
from chaff.lint.markdown.blocks import Block, Document, parse
from chaff.lint.markdown.imports import HOPS, imports_of, resolve
from chaff.lint.markdown.spans import code_spans
from chaff.lint.matchers.common import blocks_of, excused
from chaff.lint.matchers.scope import Scope, is_label, narrower, parallel, scopes
from chaff.lint.repository.place import NOWHERE, Place
from chaff.shapes.base import Shape
from chaff.shapes.detect import RepeatedBlockDetect

MAX_COPIES: Final = 8
"""So many copies that are meant for different things are kept to compare with."""

_IMPORTERS: Final = ("CLAUDE.md", "CLAUDE.local.md", "GEMINI.md")
_INTRODUCED: Final = ("code", "table", "html")
_EMPHASIS: Final = lazy(r"(?<![\w*])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\w*])")
_NO_LETTERS: Final = bytes(
    code for code in range(128) if not chr(code).isalnum() and chr(code) != "\n"
)
_QUOTES: Final = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
_FINAL: Final = ".;!,\u3002\uff1b\uff01 "
_SYLLABLES: Final = lazy(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}|[^\W\d_]\w*")
"""A word; two characters of a script without spaces count as one."""


class Copy(Shape, frozen=True, kw_only=True):
    """A block that later ones are compared with."""

    scope: Scope
    where: str
    """What a finding says of it."""


def flag(
    document: Document, detect: RepeatedBlockDetect, place: Place = NOWHERE
) -> Iterator[Match]:
    """Yield each block whose words stood before: in this file, or in one that it imports."""
    files = [(path, parse(text)) for path, text in _imported(document.lines.data, place)]
    letters = _letters(
        block.text
        for one in (*(parsed for _, parsed in files), document)
        for block in blocks_of(one, detect.blocks)
    )
    if len(set(letters)) == len(letters):
        return
    repeated = {key for key, count in Counter(letters).items() if count > 1}
    seen: dict[str, list[Copy]] = {}
    for path, parsed in files:
        _collect(parsed, path, detect, repeated, seen)
    later: list[tuple[Block, Copy, Scope]] = []
    for block, scope, words in _directives(document, place.path, detect, repeated):
        copies = seen.setdefault(words, [])
        found = next((one for one in copies if not _parallel(one.scope, scope, detect)), None)
        if found:
            later.append((block, found, scope))
        elif len(copies) < MAX_COPIES:
            copies.append(Copy(scope=scope, where=f"as on line {block.line}"))
    emptied = _emptied(document, {block.index for block, _, _ in later})
    for block, copy, scope in later:
        fixable = block.index not in emptied and not narrower(copy.scope, scope)
        yield match_block(document, block, fixable=fixable, detail=copy.where)


def _parallel(first: Scope, second: Scope, detect: RepeatedBlockDetect) -> bool:
    return parallel(first, second, detect.part, detect.whole)


def _letters(texts: Iterable[str]) -> list[bytes]:
    """Return what any two texts share that say the same: a quick look before the right one.

    The texts are taken as lines, all at once.
    """
    lines = "\n".join(texts)
    if not lines.isascii():
        lines = unicodedata.normalize("NFC", lines)
    return lines.casefold().encode("ascii", "ignore").translate(None, _NO_LETTERS).split(b"\n")


def same_words(text: str) -> str:
    """Return what two texts have in common that say the same."""
    parts: list[str] = []
    at = 0
    for span in code_spans(text):
        parts += [_plain(text[at : span.start]), span.code]
        at = span.end
    parts.append(_plain(text[at:]))
    return " ".join("".join(parts).split()).rstrip(_FINAL)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return _EMPHASIS.sub("", text).casefold()


def _collect(
    document: Document,
    path: str,
    detect: RepeatedBlockDetect,
    repeated: Collection[bytes],
    seen: dict[str, list[Copy]],
) -> None:
    for block, scope, words in _directives(document, path, detect, repeated):
        copies = seen.setdefault(words, [])
        if len(copies) < MAX_COPIES:
            copies.append(Copy(scope=scope, where=f"as on line {block.line} of {path}"))


def _directives(
    document: Document, path: str, detect: RepeatedBlockDetect, repeated: Collection[bytes]
) -> Iterator[tuple[Block, Scope, str]]:
    """Yield what may be a copy, or have one, with its scope and its words."""
    blocks = [*blocks_of(document, detect.blocks)]
    letters = _letters(block.text for block in blocks)
    wanted = {block.index for block, own in zip(blocks, letters, strict=True) if own in repeated}
    for block, scope in scopes(document, path):
        if block.index not in wanted or not _alone(document, block):
            continue
        words = same_words(block.text)
        if len(_SYLLABLES.findall(words)) < detect.min_words:
            continue
        if not excused(block, detect.unless, detect.unless_under):
            yield block, scope, words


def _alone(document: Document, block: Block) -> bool:
    """Tell whether a block is no step, and neither holds nor introduces another."""
    if document.has_nested(block.index) or is_label(block.text):
        return False
    stop = document.after(block.index)
    follower = document.blocks[stop].kind if stop < len(document.blocks) else ""
    if block.kind == "list_item":
        marker = document.lines.data[block.begin : block.begin + 1]
        return not marker.isdigit() and follower not in _INTRODUCED
    return follower not in (*_INTRODUCED, "list", "block_quote")


def _emptied(document: Document, gone: Collection[int]) -> set[int]:
    """Return those of `gone` that are all there is below the heading they stand under."""
    emptied: set[int] = set()
    section: set[int] = set()
    under = kept = False
    for block in document.blocks:
        if block.kind == "heading":
            emptied |= section if under and not kept else set()
            under, kept, section = True, False, set()
        elif block.index in gone:
            section.add(block.index)
        else:
            kept |= block.kind != "list"
    return emptied | (section if under and not kept else set())


def _imported(data: bytes, place: Place) -> list[tuple[str, bytes]]:
    """Return path and text of the files that are loaded with this one because it imports them.

    None if one of them leads back here: of two files that import each other, each would have its
    copy deleted for the sake of the other's.
    """
    if place.path.rpartition("/")[2] not in _IMPORTERS:
        return []
    known = {place.path}
    loaded: list[tuple[str, bytes]] = []
    level = [(place.path, data)]
    for hop in range(2 * HOPS):
        above, level = level, []
        for importer, text in above:
            for path, content in _targets(text, importer, place):
                if path == place.path:
                    return []
                if path not in known:
                    known.add(path)
                    level.append((path, content))
        loaded += level if hop < HOPS else []
    return loaded


def _targets(data: bytes, importer: str, place: Place) -> Iterator[tuple[str, bytes]]:
    try:
        wanted = [one.target for one in imports_of(data) if not one.hidden]
    except BadInputError:
        return
    for target in wanted:
        path = resolve(target, importer)
        if path is None:
            continue
        text = "" if path == place.path else place.repository.read(path)
        if text is not None:
            yield path, text.encode()
