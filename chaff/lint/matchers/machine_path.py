"""Flags blocks that name a path in somebody's home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from chaff.lint.finding import Match, match_block, place_of
from chaff.lint.markdown.blocks import Block, Document
from chaff.lint.matchers.common import excused, found, matching
from chaff.lint.repository.place import Place, Repository
from chaff.pattern import found_in, groups_in
from chaff.shapes.detect import MachinePathDetect


def flag(document: Document, detect: MachinePathDetect, place: Place) -> Iterator[Match]:
    """Yield the blocks that name a home which neither an example nor the repository explains.

    A heading is reported and never fixed: what stands under it would lose its title.
    """
    made: dict[str, bool] = {}
    for block in matching(document, detect.blocks, detect.path):
        homes = dict.fromkeys(_homes(block.text, detect.path, detect.unless_home))
        if not homes or excused(block, detect.unless, detect.unless_under):
            continue
        for home in homes:
            if home not in made:
                made[home] = _made(home, detect.made_by, place.repository)
            if made[home]:
                continue
            yield match_block(
                document,
                block,
                fixable=block.kind != "heading" and not document.has_nested(block.index),
                detail=f"`{home}` is there on one machine only",
                at=_place_of(document, block, home),
            )
            break


def _homes(text: str, wanted: tuple[str, ...], unless: tuple[str, ...]) -> Iterator[str]:
    for pattern in wanted:
        for home in groups_in(pattern, text):
            if not found(unless, home):
                yield home


def _made(home: str, made_by: tuple[str, ...], repository: Repository) -> bool:
    """Tell whether a file of the repository makes this home, or its user."""
    if not made_by:
        return False
    name = re.escape(re.split(r"[\\/]", home)[-1])
    makes = rf"(?i){re.escape(home)}(?:[^\w.-]|$)|user.*\b{name}\b"
    return any(
        found_in(makes, repository.read(path) or "")
        for path in sorted(repository.paths())
        if _may_make(made_by, path)
    )


@lru_cache(maxsize=8192)
def _may_make(made_by: tuple[str, ...], path: str) -> bool:
    return found(made_by, path)


def _place_of(document: Document, block: Block, home: str) -> tuple[int, int] | None:
    """Return line and column of the home in the file."""
    at = document.lines.data.find(home.encode(), block.begin, block.end)
    return None if at < 0 else place_of(document, at)
