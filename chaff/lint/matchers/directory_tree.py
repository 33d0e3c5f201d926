"""Flags drawings of the repository's own folders, which a listing of the folders would show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from chaff.lint.finding import Match, match_block
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.markdown.leads import introduction
from chaff.lint.markdown.trees import Drawing, Tree, may_draw, read_tree
from chaff.lint.matchers.common import excused, found
from chaff.lint.repository.place import Place
from chaff.pattern import matches_whole
from chaff.shapes.base import Shape
from chaff.shapes.detect import DirectoryTreeDetect

_NAMED: Final = 3
"""So many missing paths are named."""


class Survey(Shape, frozen=True, kw_only=True):
    """What of a drawing is there."""

    there: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """Templates, and what git ignores, so that it is there on some machines only."""


def flag(document: Document, detect: DirectoryTreeDetect, place: Place) -> Iterator[Match]:
    """Yield the fences that draw this repository; one may go if a listing would say as much."""
    for block in document.blocks:
        if block.kind != "code" or block.quoted:
            continue
        if not may_draw(block.text, detect.min_entries):
            continue
        tree = read_tree(block.text)
        if tree.n_entries < detect.min_entries:
            continue
        bases = [_best_base(drawing, place) for drawing in tree.drawings]
        if not any(n_there for n_there, _ in bases):
            continue
        survey = _survey(tree, [base for _, base in bases], place, detect)
        if not _ours(survey, detect) or _let_off(document, block, detect):
            continue
        match = match_block(document, block, fixable=False, detail=_detail(survey))
        first = _first(document, block, detect)
        if first and not (_told(tree) or survey.missing or survey.other):
            match = _widened(document, msgspec.structs.replace(match, fixable=True), first)
        yield match


def _told(tree: Tree) -> bool:
    """Tell whether something is said about a file or folder."""
    entries = (entry for drawing in tree.drawings for entry in drawing.entries)
    return bool(tree.remarks) or any(entry.comment for entry in entries)


def _widened(document: Document, match: Match, first: Block) -> Match:
    """Return a fence's match with the words that lead to it; it still points at the fence."""
    start = document.lines.start(document.lines.at(first.start))
    finding = msgspec.structs.replace(match.finding, start=start)
    return msgspec.structs.replace(match, finding=finding, first=first.index)


def _survey(tree: Tree, bases: list[str], place: Place, detect: DirectoryTreeDetect) -> Survey:
    """Look each drawing up from its own base."""
    surveys = [
        _look(drawing, base, place, detect)
        for drawing, base in zip(tree.drawings, bases, strict=True)
    ]
    return Survey(
        there=tuple(path for survey in surveys for path in survey.there),
        missing=tuple(path for survey in surveys for path in survey.missing),
        other=tuple(path for survey in surveys for path in survey.other),
    )


def _best_base(drawing: Drawing, place: Place) -> tuple[int, str]:
    """Return how much of a drawing is there, and from where: from where most of it is.

    That is the instruction file's folder or the root, and the root of the drawing is a folder in
    it or the name of it.
    """
    folder = place.path.rpartition("/")[0]
    label = drawing.root.strip("/")
    bases = dict.fromkeys(
        base for start in ("", folder) for base in (start, f"{start}/{label}".strip("/"))
    )
    paths = [entry.path for entry in drawing.entries if entry.path]
    counts = ((sum(_is_there(_at(base, path), place) for path in paths), base) for base in bases)
    return max(counts, key=lambda count: count[0])


def _is_there(path: str, place: Place) -> bool:
    repository = place.repository
    found = repository.exists(path) or path == place.path
    return found and not repository.ignored(path)


def _at(base: str, path: str) -> str:
    return f"{base}/{path}" if base else path


def _look(drawing: Drawing, base: str, place: Place, detect: DirectoryTreeDetect) -> Survey:
    there, missing, other = [], [], []
    for entry in drawing.entries:
        if not entry.path:
            continue
        path = _at(base, entry.path)
        if _is_there(path, place):
            there.append(path)
        elif place.repository.ignored(path) or found(detect.template, entry.path):
            other.append(path)
        else:
            missing.append(path)
    return Survey(there=tuple(there), missing=tuple(missing), other=tuple(other))


def _ours(survey: Survey, detect: DirectoryTreeDetect) -> bool:
    known = len(survey.there) + len(survey.missing)
    return known > 0 and 100 * len(survey.there) >= detect.min_share_percent * known


def _let_off(document: Document, block: Block, detect: DirectoryTreeDetect) -> bool:
    before = introduction(document, block)
    return excused(block, detect.unless, detect.unless_under) or (
        before is not None and found(detect.unless_lead, before.text)
    )


def _first(document: Document, block: Block, detect: DirectoryTreeDetect) -> Block | None:
    """Return the first of the blocks that would go with a fence; None if words would be left over.

    A paragraph that leads to it goes too, and a heading under which nothing else stands.
    """
    if block.parent != NO_PARENT:
        return None
    first = block
    if before := introduction(document, block):
        if not any(matches_whole(pattern, before.text) for pattern in detect.lead):
            return None
        first = before
    above = document.blocks[first.index - 1] if first.index else None
    return above if above and _holds_only(document, above, block) else first


def _holds_only(document: Document, heading: Block, block: Block) -> bool:
    """Tell whether a block right under a heading is all that its section has."""
    after = document.after(block.index)
    following = document.blocks[after] if after < len(document.blocks) else None
    ends = following is None or (following.kind == "heading" and following.level <= heading.level)
    return heading.kind == "heading" and heading.level > 1 and ends


def _detail(survey: Survey) -> str:
    missing = survey.missing
    if not missing:
        return ""
    named = ", ".join(f"`{path}`" for path in missing[:_NAMED])
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    return f"not in the repository: {named}{more}"
