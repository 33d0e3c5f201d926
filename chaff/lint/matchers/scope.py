"""Tells what limits the words of a block: the headings, the label and the list item they stand in.

Two blocks that say the same are one rule only if they are meant for the same. Headings are told
apart by where they stand, so that two sections of one name are two. The title, a level-1 heading
that is the only one, limits nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from chaff.lazy import lazy
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.matchers.common import found
from chaff.shapes.base import Shape

Spot: TypeAlias = tuple[str, int]
"""A file, and the index of a block in it."""

_BOLD: Final = lazy(r"(?:\*\*|__)[^*_]+(?:\*\*|__)")
_WORD: Final = lazy(r"\w+")


class Mark(Shape, frozen=True, kw_only=True):
    """A heading, or a paragraph that stands for one, and where it stands."""

    at: Spot
    text: str


class Scope(Shape, frozen=True, kw_only=True):
    """What limits a block."""

    headings: tuple[Mark, ...]
    """Outermost first, without the title."""
    label: Mark | None
    """The last paragraph before it in its section that introduces something."""
    holder: Spot | None
    """The list item that it is a part of."""


def scopes(document: Document, file: str) -> Iterator[tuple[Block, Scope]]:
    """Yield each block of a file with its scope."""
    title = _title(document)
    above: list[tuple[int, Mark]] = []
    labels: dict[Spot | None, Mark] = {}
    for block in document.blocks:
        if block.kind == "heading" and block.parent == NO_PARENT:
            labels = {}
            while above and above[-1][0] >= block.level:
                above.pop()
            if block.index != title:
                above.append((block.level, Mark(at=(file, block.index), text=block.text)))
        holder = _holder(document, block, file)
        headings = tuple(mark for _, mark in above)
        yield block, Scope(headings=headings, label=labels.get(holder), holder=holder)
        if block.kind == "paragraph" and is_label(block.text):
            labels[holder] = Mark(at=(file, block.index), text=block.text)


def is_label(text: str) -> bool:
    """Tell whether a text introduces what comes next: it ends in a colon, or is all bold."""
    return text.rstrip("*_ ").endswith((":", "\uff1a")) or _BOLD.fullmatch(text) is not None


def parallel(first: Scope, second: Scope, part: Sequence[str], whole: Sequence[str] = ()) -> bool:
    """Tell whether two blocks are, or may be, meant for different things.

    They are if they belong to different list items; if a heading or label that they do not share
    matches one of `part`; if they stand under two labels of one section, under two headings of one
    section, or under headings that are made alike; or if neither stands under nothing but headings
    that match one of `whole`, where there are any.
    """
    if first.holder != second.holder:
        return True
    ours, theirs = _apart(first.headings, second.headings)
    labels = [mark for mark in (first.label, second.label) if mark]
    if first.label == second.label:
        labels = []
    if any(found(part, mark.text) for mark in (*ours, *theirs, *labels)):
        return True
    if not ours and not theirs:
        return len(labels) > 1
    if not ours or not theirs:
        return False
    in_one_section = len(ours) < len(first.headings)
    return in_one_section or _alike(ours, theirs) or not _general(ours, theirs, whole)


def narrower(first: Scope, second: Scope) -> bool:
    """Tell whether the first block stands deeper in its section than the second in its own."""
    ours, theirs = _apart(first.headings, second.headings)
    return len(ours) > len(theirs)


def _apart(
    first: tuple[Mark, ...], second: tuple[Mark, ...]
) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Return the headings above two blocks without those that they share."""
    pairs = zip(first, second, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].at == pair[1].at, pairs))
    return first[shared:], second[shared:]


def _general(ours: tuple[Mark, ...], theirs: tuple[Mark, ...], whole: Sequence[str]) -> bool:
    """Tell whether one side's headings all match one of `whole`."""
    return not whole or any(
        all(found(whole, mark.text) for mark in marks) for marks in (ours, theirs)
    )


def _alike(ours: tuple[Mark, ...], theirs: tuple[Mark, ...]) -> bool:
    """Tell whether headings are made alike: `API rules` and `UI rules`, or the same below them."""
    if {mark.text for mark in ours[1:]} & {mark.text for mark in theirs[1:]}:
        return True
    one = _WORD.findall(ours[0].text.casefold())
    other = _WORD.findall(theirs[0].text.casefold())
    same = sum(a == b for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and 0 < same < len(one)


def _title(document: Document) -> int | None:
    """Return the index of the only level-1 heading."""
    titles = [
        block.index
        for block in document.blocks
        if block.kind == "heading" and block.level == 1 and block.parent == NO_PARENT
    ]
    return titles[0] if len(titles) == 1 else None


def _holder(document: Document, block: Block, file: str) -> Spot | None:
    parent = block.parent
    while parent != NO_PARENT and document.blocks[parent].kind != "list_item":
        parent = document.blocks[parent].parent
    return None if parent == NO_PARENT else (file, parent)
