"""Leaves out the patterns that a file cannot match for want of words, so that none is compiled.

Which words a pattern cannot do without is worked out when a rule is compiled. To look for them in a
small file takes a hundredth of the time in which RE2 compiles a long pattern. Where many files are
linted each pattern is needed sooner or later, and asking RE2 at once is faster.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from chaff.lint.markdown.blocks import Document
from chaff.shapes.detect import DeleteBlock, Detect
from chaff.shapes.head import Head

_DECIDING: Final = {
    "block": "any",
    "machine_path": "path",
    "missing_tool": "server",
    "section": "heading",
}
"""The field, by kind, of whose patterns one must match the words of a block."""


def deciding(detect: Detect) -> tuple[str, ...]:
    """Return the patterns of which one must match some block's words for there to be a finding."""
    field = _DECIDING.get(str(detect.__struct_config__.tag))
    patterns: tuple[str, ...] = getattr(detect, field) if field else ()
    return patterns


def words_of(document: Document) -> str:
    """Return the words of all blocks, in lower case."""
    return "\n".join([document.plain, *(block.text for block in document.others)]).casefold()


def narrowed(rule: Head, words: str) -> Head | None:
    """Return a rule with those patterns that may match these words; None if no pattern may.

    A rule whose fix writes new words keeps all patterns, for they may match those.
    """
    patterns = deciding(rule.detect)
    if not patterns or len(rule.screens) != len(patterns):
        return rule
    possible = tuple(
        pattern
        for pattern, needs in zip(patterns, rule.screens, strict=True)
        if all(any(word in words for word in need) for need in needs)
    )
    if not possible:
        return None
    if len(possible) == len(patterns) or not isinstance(rule.fix, DeleteBlock):
        return rule
    field = _DECIDING[str(rule.detect.__struct_config__.tag)]
    return replace(rule, detect=replace(rule.detect, **{field: possible}))
