"""Lines of a gate's ledger in words, for whoever reads what a job did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chaff.shapes.gate_ledger import (
    Edit,
    Failure,
    Line,
    MetaEdit,
    Proposal,
    Rejection,
    Repair,
    Revert,
    Start,
    Undone,
)


def told_of(line: Line) -> str:
    """Return a line in words; '' for what needs none."""
    tell = _TELL.get(type(line))
    return tell(line) if tell else ""


def _edit(line: Edit) -> str:
    if line.how == "retrospective":
        return ""
    if line.how == "hand":
        return f"{line.id}: the file was changed by hand on {line.day} ({line.risk} risk)"
    return f"{line.id}: {line.proposal} was made ({line.how}, {line.risk} risk)"


def _revert(line: Revert) -> str:
    merged = "; what was written since was kept" if line.merged else ""
    return f"{line.id}: {' and '.join(line.edits)} taken back{merged}"


def _proposal(line: Proposal) -> str:
    what = f"take back {' and '.join(line.edits)}?" if line.edits else "an edit"
    stuck = " (in conflict: only by hand)" if line.conflict else ""
    why = f" {line.why}" if line.why else ""
    return f"{line.id} waits for you: {what}{stuck}{why} (chaff gate approve or reject {line.id})"


_TELL: Final[dict[type, Callable[[Any], str]]] = {
    Start: lambda _: "the gate took up the file as it is",
    Edit: _edit,
    Revert: _revert,
    Proposal: _proposal,
    Rejection: lambda line: f"{line.of} was put aside: {line.why}",
    MetaEdit: lambda line: f"{line.id}: the rubric changed; every baseline starts anew",
    Undone: lambda line: f"{line.of} was not made: {line.why}",
    Failure: lambda line: f"{line.id}: {line.problem}",
    Repair: lambda line: f"{line.id}: a torn last line of the ledger was cut off",
}
