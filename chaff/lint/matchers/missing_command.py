"""Flags blocks whose command names a script or target that no manifest defines."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from chaff.lazy import lazy
from chaff.lint.finding import Match, match_block
from chaff.lint.markdown.blocks import Block, Document
from chaff.lint.markdown.spans import Span, code_spans, places, surroundings, without
from chaff.lint.matchers.common import blocks_of, excused, found
from chaff.lint.repository.commands import Session, wanted
from chaff.lint.repository.manifest import Manifest
from chaff.lint.repository.manifests import manifests_of, names_of
from chaff.lint.repository.place import Place
from chaff.lint.repository.wanted import Wanted
from chaff.shapes.detect import MissingCommandDetect

CLOSE: Final = 0.7
"""How alike two names must be for one to be offered in place of the other."""

_RUN_BY_BUN: Final = (".ts", ".tsx", ".js", ".jsx", ".mjs")
_GOES_TO: Final = lazy(
    r"\b(?:(?:in|from|inside|within|into|enter)\s+(?:the\s+)?`|cd\s+)"
    r"(?P<folder>[\w@-][\w@.-]*(?:/[\w@.-]*)*|\.\.?/[\w@./-]*)(?:`|[\s&;]|$)",
    re.IGNORECASE,
)
"""Words that lead to another folder."""
_FILE: Final = lazy(r"\w\.\w{1,5}$")
_FENCE: Final = lazy(r"^(?:`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)")


def flag(document: Document, detect: MissingCommandDetect, place: Place) -> Iterator[Match]:
    """Yield the blocks with a command that cannot be run, each once."""
    if found(detect.unless_file, place.path):
        return
    if not any(manifests_of(place.repository, runner) for runner in detect.runners):
        # Where nothing is defined, nothing is known to be missing.
        return
    fences = _fences(document, detect)
    for block in sorted([*blocks_of(document, detect.blocks), *fences], key=_index):
        gone = _missing(document, block, detect, place)
        if gone and not _excused(document, block, detect):
            yield from _matches(document, block, detect, place, gone)


class _Gone:
    """A command that cannot be run: how it is written, and what it asks for."""

    def __init__(self, code: str, asked: Wanted, span: Span | None = None) -> None:
        self.code = code
        self.asked = asked
        self.span = span


def _index(block: Block) -> int:
    return block.index


def _fences(document: Document, detect: MissingCommandDetect) -> Iterator[Block]:
    for block in document.blocks:
        opened = _FENCE.match(block.text) if block.kind == "code" and not block.quoted else None
        if opened and found(detect.fences, opened["language"]):
            yield block


def _excused(document: Document, block: Block, detect: MissingCommandDetect) -> bool:
    own = () if block.kind == "code" else detect.unless
    leading = any(found(detect.unless_lead, text) for text in surroundings(document, block))
    return leading or excused(block, own, detect.unless_under)


def _missing(
    document: Document, block: Block, detect: MissingCommandDetect, place: Place
) -> list[_Gone]:
    if block.kind == "code":
        near = _text(block)
        return [
            _Gone(line, one)
            for line, asked in _lines(block)
            for one in asked
            if not found(detect.unless, line) and _is_missing(one, detect, place, near)
        ]
    spans = [(span, wanted(span.code)) for span in code_spans(block.text)]
    if not any(asked for _, asked in spans):
        return []
    near = " ".join([_text(block), *surroundings(document, block)])
    return [
        _Gone(span.code, one, span)
        for span, asked in spans
        for one in asked
        if _is_missing(one, detect, place, near)
    ]


def _lines(block: Block) -> Iterator[tuple[str, tuple[Wanted, ...]]]:
    """Yield the command lines of a fence; one that goes on in the next line is passed over."""
    session, going_on = Session(), False
    for line in block.text.splitlines()[1:]:
        plain = line.strip()
        if not going_on and not plain.startswith(("#", "`", "~")):
            yield plain, session.run(plain)
        going_on = plain.endswith("\\")


def _text(block: Block) -> str:
    return " ".join([*block.headings, block.text])


def _is_missing(asked: Wanted, detect: MissingCommandDetect, place: Place, near: str) -> bool:
    if asked.runner not in detect.runners or found(detect.unless_target, asked.target):
        return False
    known = manifests_of(place.repository, asked.runner)
    chosen = _chosen(known, asked, place)
    if not chosen or any(one.may_define(asked.target) for one in chosen):
        return False
    if asked.program and not _is_script(asked, detect, chosen):
        return False
    if _is_file(asked, place, chosen):
        return False
    if asked.folder or asked.package:
        return True
    return not _leaves(near, known) and not any(
        _elsewhere(one, asked.target, near) for one in known
    )


def _chosen(known: tuple[Manifest, ...], asked: Wanted, place: Place) -> tuple[Manifest, ...]:
    """Return the manifests that the runner would read first; none if that cannot be told."""
    if asked.folder:
        ways = (place.beside(asked.folder), asked.folder)
        folders = {posixpath.normpath(way) for way in ways}
        known = tuple(one for one in known if one.folder in folders)
    if asked.package:
        return tuple(one for one in known if _is_package(one, asked.package))
    if asked.folder:
        return known
    return tuple(one for one in known if _is_above(one.folder, place.path))


def _is_package(manifest: Manifest, name: str) -> bool:
    return name in (manifest.label, manifest.label.rpartition("/")[2], manifest.folder)


def _is_above(folder: str, path: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _is_script(asked: Wanted, detect: MissingCommandDetect, chosen: tuple[Manifest, ...]) -> bool:
    """Tell whether a name must be a script, though the runner would take a program too."""
    if any(asked.target in one.programs for one in chosen):
        return False
    if asked.runner in ("poetry", "uv", "pdm"):
        return any(
            one.label and _key(asked.target).startswith(_key(one.label) + "-") for one in chosen
        )
    return found(detect.scripts, asked.target)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).casefold()


def _is_file(asked: Wanted, place: Place, chosen: tuple[Manifest, ...]) -> bool:
    """Tell whether a file of this name is there, which make takes for made and bun would run."""
    ends = {"make": ("",), "bun": _RUN_BY_BUN}.get(asked.runner, ())
    paths = (posixpath.join(one.folder, asked.target + end) for one in chosen for end in ends)
    return any(place.repository.exists(path) for path in paths)


def _leaves(near: str, known: tuple[Manifest, ...]) -> bool:
    """Tell whether the text leads to a folder without a manifest: what holds there is unknown."""
    folders = {one.folder for one in known}
    return any(
        not any(folder == name or folder.endswith(f"/{name}") for folder in folders)
        for name in _led_to(near)
    )


@lru_cache(maxsize=16)
def _led_to(near: str) -> frozenset[str]:
    """Return the folders that a text leads to: the same one is asked about for each command."""
    named = (posixpath.normpath(found["folder"]) for found in _GOES_TO.finditer(near))
    return frozenset(name for name in named if name != "." and not _FILE.search(name))


@lru_cache(maxsize=256)
def _names(near: str, word: str) -> bool:
    """Tell whether a text holds a word."""
    return re.search(rf"\b{re.escape(word)}\b", near) is not None


def _elsewhere(manifest: Manifest, target: str, near: str) -> bool:
    """Tell whether a manifest of another folder has the target; an open one, if it is named."""
    if target in manifest.targets.names:
        return True
    name = posixpath.basename(manifest.folder)
    return manifest.may_define(target) and _names(near, name)


def _matches(
    document: Document,
    block: Block,
    detect: MissingCommandDetect,
    place: Place,
    gone: list[_Gone],
) -> Iterator[Match]:
    """Yield a match for each missing target, once a block."""
    fixable = not document.has_nested(block.index) and _is_all(block, detect, gone)
    codes = tuple(_codes(block))
    at: dict[str, tuple[int, int]] = {}
    for code, spot in zip(codes, places(document, block, codes), strict=True):
        at.setdefault(code, spot)
    first: dict[tuple[str, str], _Gone] = {}
    for one in gone:
        first.setdefault((one.asked.runner, one.asked.target), one)
    for one in first.values():
        yield match_block(
            document, block, fixable=fixable, detail=_detail(one, place), at=at[one.code]
        )


def _codes(block: Block) -> Iterator[str]:
    if block.kind == "code":
        yield from (line for line, _ in _lines(block))
    else:
        yield from (span.code for span in code_spans(block.text))


def _is_all(block: Block, detect: MissingCommandDetect, gone: list[_Gone]) -> bool:
    """Tell whether the block is about nothing but the one command."""
    [first, *others] = gone
    if first.span is None or others or len(wanted(first.code)) > 1:
        return False
    return found(detect.only, without(block.text, first.span))


def _detail(gone: _Gone, place: Place) -> str:
    known = _chosen(manifests_of(place.repository, gone.asked.runner), gone.asked, place)
    names = list(names_of(known))
    import difflib

    near = difflib.get_close_matches(gone.asked.target, names, n=1, cutoff=CLOSE)
    manifests = ", ".join(manifest.path for manifest in known)
    hint = f"; the nearest there is `{near[0]}`" if near else ""
    return f"`{gone.asked.target}` is not defined in {manifests}{hint}"
