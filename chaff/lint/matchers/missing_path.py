"""Flags the paths in a file's instructions that lead nowhere in its repository."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from chaff.lint.finding import Match, match_block, place_of
from chaff.lint.markdown.blocks import NO_PARENT, Block, Document
from chaff.lint.markdown.imports import resolve
from chaff.lint.markdown.leads import introduction, leads_to
from chaff.lint.markdown.references import (
    MARK,
    Reference,
    references_of,
    sentence_around,
    words_around,
)
from chaff.lint.matchers.common import excused, found
from chaff.lint.names import is_instruction_file
from chaff.lint.repository.place import Place
from chaff.lint.repository.whereabouts import is_missing, namesake
from chaff.pattern import matches_whole, matching
from chaff.shapes.detect import MissingPathDetect

_DELETABLE: Final = ("paragraph", "list_item")


def flag(document: Document, detect: MissingPathDetect, place: Place) -> Iterator[Match]:
    """Yield a match for each path, once a block, that a block sends the reader to in vain.

    Imports count wherever they load something, in headings and quotations too, and need no proof
    that the repository is seen.
    """
    imports = found(detect.importers, place.path)
    gone = _gone(document, detect, place, imports=imports)
    if gone and not imports:
        # Imports say something, although they load nothing: they take long to read.
        gone = _gone(document, detect, place, imports=True)
    kept = _introduced(document, {index for index, (_, all_of_it) in gone.items() if all_of_it})
    for index, (dead, all_of_it) in gone.items():
        for reference in dead.values():
            yield match_block(
                document,
                document.blocks[index],
                fixable=all_of_it and index not in kept,
                detail=_detail(reference, place),
                at=place_of(document, reference.start),
            )


def _gone(
    document: Document, detect: MissingPathDetect, place: Place, *, imports: bool
) -> dict[int, tuple[dict[str, Reference], bool]]:
    """Return the missing paths of each block that names some, and whether it says nothing else."""
    by_block = _by_block(document, references_of(document.lines.data, imports=imports))
    wanted = _wanted_paths(by_block, detect)
    gone = {}
    for index, references in by_block.items():
        block = document.blocks[index]
        if dead := _dead(document, block, references, wanted, detect, place):
            gone[index] = (dead, _is_all(document, block, references, dead, detect))
    return gone


def _introduced(document: Document, items: set[int]) -> set[int]:
    """Return those items that are all of a list which a paragraph leads to: it would dangle."""
    lists: dict[int, list[int]] = {}
    for block in document.blocks:
        if block.kind == "list_item":
            lists.setdefault(block.parent, []).append(block.index)
    return {
        item
        for index, members in lists.items()
        if items.issuperset(members) and introduction(document, document.blocks[index])
        for item in members
    }


def _dead(
    document: Document,
    block: Block,
    references: tuple[Reference, ...],
    wanted: Collection[tuple[bool, str]],
    detect: MissingPathDetect,
    place: Place,
) -> dict[str, Reference]:
    """Return the first of each missing path among a block's references."""
    dead: dict[str, Reference] = {}
    let_off: bool | None = None
    for reference in references:
        if (
            (reference.kind == "import", reference.path) not in wanted
            or reference.path in dead
            or not _counts(block, reference, detect, place)
            or not _absent(reference, place)
        ):
            continue
        if let_off is None:
            let_off = _let_off(document, block, detect)
        sentence = sentence_around(document, block, reference)
        if not let_off and not found(detect.unless_sentence, sentence):
            dead[reference.path] = reference
    return dead


def _wanted_paths(
    by_block: Mapping[int, tuple[Reference, ...]], detect: MissingPathDetect
) -> frozenset[tuple[bool, str]]:
    """Return the paths that look like ones to look at, each with whether an import names it."""
    paths: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for references in by_block.values():
        for reference in references:
            paths[reference.kind == "import"][reference.path] = None
    found = set()
    for imported, wanted in ((True, detect.import_path), (False, detect.path)):
        texts = [*paths[imported]]
        texts = [texts[place] for place in matching(wanted, texts)]
        barred = {texts[place] for place in matching(detect.unless_path, texts)}
        found |= {(imported, path) for path in texts if path not in barred}
    return frozenset(found)


def _counts(block: Block, reference: Reference, detect: MissingPathDetect, place: Place) -> bool:
    """Tell whether a reference stands where this detection looks."""
    if reference.kind == "import":
        return found(detect.importers, place.path)
    return block.kind in detect.blocks and not block.quoted


def _absent(reference: Reference, place: Place) -> bool:
    if reference.kind != "import":
        beside = reference.kind == "link" or reference.path.startswith(("./", "../"))
        return is_missing(reference.path, place, beside=beside)
    target = resolve(reference.path, place.path)
    repository = place.repository
    return (
        target is not None
        and not repository.exists(target)
        and not repository.ignored(target)
        and _has_others(place)
    )


def _has_others(place: Place) -> bool:
    """Tell whether more of a repository is seen than the files that agents load."""
    folder = place.beside("")
    return any(
        path.startswith(folder)
        and path != place.path
        and not is_instruction_file(PurePosixPath(path))
        for path in place.repository.paths()
    )


def _let_off(document: Document, block: Block, detect: MissingPathDetect) -> bool:
    """Tell whether a block, or what stands over it, says that its paths need not be there."""
    if excused(block, detect.unless, detect.unless_under):
        return True
    leads = (f"{text.rstrip('*_: ')} {MARK}" for text in leads_to(document, block))
    return any(found(detect.unless_sentence, text) for text in leads)


def _is_all(
    document: Document,
    block: Block,
    references: tuple[Reference, ...],
    dead: dict[str, Reference],
    detect: MissingPathDetect,
) -> bool:
    """Tell whether a block says nothing but that there is something where nothing is."""
    if block.kind not in _DELETABLE or block.quoted or document.has_nested(block.index):
        return False
    if any(reference.path not in dead for reference in references):
        return False
    words = words_around(document, block, references)
    return any(matches_whole(pattern, words) for pattern in detect.only)


def _detail(reference: Reference, place: Place) -> str:
    missing = f"`{reference.path}` is not in the repository"
    other = namesake(reference.path, place.repository)
    return f"{missing}; `{other}` has that name" if other else missing


def _by_block(
    document: Document, references: Sequence[Reference]
) -> dict[int, tuple[Reference, ...]]:
    """Return the references of each block that has some, by the block's index."""
    begins = [block.begin for block in document.blocks]
    grouped: dict[int, list[Reference]] = {}
    for reference in references:
        index = bisect_right(begins, reference.start) - 1
        while index != NO_PARENT and document.blocks[index].end <= reference.start:
            index = document.blocks[index].parent
        if index != NO_PARENT:
            grouped.setdefault(index, []).append(reference)
    return {index: tuple(grouped[index]) for index in sorted(grouped)}
