"""Says why a fix leaves a finding alone, so that a reader knows what to look at by hand."""

from __future__ import annotations

from typing import Final

from chaff.lint.finding import Match
from chaff.lint.markdown.blocks import Document
from chaff.shapes.detect import Detect

KEPT_BY_TOOL: Final = "a tool keeps what stands between these comments"
DANGLING: Final = "the words that lead to it would announce nothing"
LINKED: Final = "a link in this file leads to it"
IMPORTS: Final = "it imports a file, which would be loaded no more"
TAKEN: Final = (
    "{to} may not be written: it is there, an agent would load it again there, or this is standard "
    "input"
)
READ_DIFFERENTLY: Final = "the rest of the file would be read differently"

_NESTED: Final = "other text stands inside it"
_HEADING: Final = "it is a heading, with text below it"
_BY_KIND: Final = {
    "section": "its links would lead elsewhere from another file",
    "long_block": "its links would lead elsewhere from another file",
    "missing_path": "it says more than where that file is",
    "missing_command": "it says more than to run that",
    "missing_tool": "it says more than to use that",
    "repeated_block": "the two copies may not hold for the same things",
}
_FENCE: Final = "it is a line of a fence"
_STALE_TREE: Final = "it is out of date: correct it, or delete it"
_TOLD_TREE: Final = "it tells more than a listing would"


def own_reason(document: Document, match: Match, detect: Detect) -> str:
    """Return what about a finding itself keeps a fix from taking it away."""
    block = document.blocks[match.first]
    kind = detect.__struct_config__.tag
    if kind == "directory_tree":
        return _STALE_TREE if match.finding.detail else _TOLD_TREE
    if kind == "missing_command" and block.kind == "code":
        return _FENCE
    if kind not in ("section", "long_block"):
        if block.kind == "heading":
            return _HEADING
        if document.has_nested(block.index):
            return _NESTED
    return _BY_KIND.get(str(kind), READ_DIFFERENTLY)
