"""Says in plain words what a rule looks for and what its fix does."""

from __future__ import annotations

from typing import Final

from chaff.shapes.base import to_json
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.detect import DeleteBlock, MoveSection

KINDS: Final = {
    "block": "whole blocks (paragraphs, list items, headings, table rows) by their own words",
    "section": "headings with all that belongs to them, if enough of it looks like a log",
    "missing_path": "blocks that send the reader to a file which the repository does not hold",
    "missing_command": "blocks that tell to run a task which the repository does not define",
    "missing_tool": "blocks that tell to use a tool which is not among those on offer",
    "machine_path": "blocks that name a path of one person's machine",
    "repeated_block": "blocks that say what another block of the same file says already",
    "long_block": "blocks so long that they are better read only when needed",
    "directory_tree": "drawings of the folder tree, which listing the folder would show",
}


def looks_for(rule: CompiledRule) -> str:
    """Return what kind of text a rule flags."""
    return KINDS.get(kind(rule), "text of its own kind")


def kind(rule: CompiledRule) -> str:
    """Return the name of the rule's kind of detection."""
    return str(to_json(rule.detect)["kind"])


def fix_does(rule: CompiledRule) -> str:
    """Return what the fix does."""
    if isinstance(rule.fix, DeleteBlock):
        return "The fix deletes the flagged block, whole lines only; it never edits a sentence."
    what = "section" if isinstance(rule.fix, MoveSection) else "block"
    return (
        f"The fix moves the flagged {what}, byte by byte, to {rule.fix.to} and leaves a line that "
        "points there."
    )


def safety(rule: CompiledRule) -> str:
    """Return when the fix is made."""
    if rule.fix_safety == "safe":
        return "It is marked safe: --fix makes it."
    return "It is marked unsafe: only --fix --unsafe-fixes makes it."
