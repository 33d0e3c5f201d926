"""An example as a diff: which lines a rule flags, and what its fix makes of them."""

from __future__ import annotations

import difflib
from typing import Literal, NamedTuple

from chaff.shapes.rule import Invalid


class DiffLine(NamedTuple):
    """One line, whether it stays, and whether a finding points at it."""

    kind: Literal["same", "gone", "new"]
    number: int | None
    """Its place in the text as it was."""
    text: str
    flagged: bool


def diff(example: Invalid) -> list[DiffLine]:
    """Return the whole example, the lines that the fix takes away and adds marked."""
    before, after = example.text.splitlines(), example.fixed.splitlines()
    flagged = {finding.line for finding in example.findings}
    lines: list[DiffLine] = []
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    for _, start, end, new_start, new_end in matcher.get_opcodes():
        same = before[start:end] == after[new_start:new_end]
        lines += [
            DiffLine("same" if same else "gone", n + 1, before[n], n + 1 in flagged)
            for n in range(start, end)
        ]
        if not same:
            lines += [
                DiffLine("new", None, words, flagged=False) for words in after[new_start:new_end]
            ]
    return lines
