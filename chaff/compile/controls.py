"""Builds control candidates: unrelated edits of the present file, of about the fix's size.

Refused, each with its own code:
- too-few-controls, repeated-id: the ordered list of candidates is not one;
- control-not-deletion: an edit is not the deletion or replacement of one stated text;
- control-touches-flagged, control-changes-findings: a candidate is not unrelated to the rule;
- control-names-scored-text: a candidate could change what the scorers look for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NoReturn

from chaff.canonical import digest_bytes
from chaff.compile.literals import clash, joined
from chaff.compile.present import Present, require_size
from chaff.errors import CompileRefusal
from chaff.lint.fixes.fix import apply_edits
from chaff.lint.match import find
from chaff.shapes.config import ControlState
from chaff.shapes.edit import Edit
from chaff.shapes.rule import ControlCandidate, TextEdit

FEWEST_CONTROLS: Final = 8
MOST_CONTROLS: Final = 16


def require_list(candidates: Sequence[ControlCandidate]) -> None:
    """Raise CompileRefusal unless candidates are enough, and told apart by their ids."""
    if not FEWEST_CONTROLS <= len(candidates) <= MOST_CONTROLS:
        raise CompileRefusal(
            "too-few-controls",
            f"{len(candidates)} control candidates, not {FEWEST_CONTROLS} to {MOST_CONTROLS}",
            where="control_candidates",
            remedy="chaff control RULE proposes some",
        )
    seen: set[str] = set()
    for candidate in candidates:
        if candidate.id in seen:
            raise CompileRefusal(
                "repeated-id",
                f"two control candidates are called {candidate.id!r}",
                where="control_candidates",
                remedy="give each one its own id",
            )
        seen.add(candidate.id)


def build_control(candidate: ControlCandidate, present: Present) -> ControlState:
    """Return a control candidate with its edits in bytes, or raise CompileRefusal."""
    where = f"control candidate {candidate.id}"
    edits = byte_edits(present.data, candidate.edits, where=where)
    _require_unrelated(edits, present, where)
    after = apply_edits(present.data, edits)
    _require_unscored(candidate, present, after, where)
    before = [present.data[finding.start : finding.end] for finding in present.findings]
    found = find(after, present.detect, present.place)
    if [after[finding.start : finding.end] for finding in found] != before:
        raise CompileRefusal(
            "control-changes-findings",
            "the rule's findings are not the same after the edit",
            where=where,
            remedy="edit text that the rule does not look at",
        )
    require_size(present, after, where=where)
    return ControlState(id=candidate.id, edits=edits, digest=digest_bytes(after))


def byte_edits(data: bytes, edits: Sequence[TextEdit], *, where: str) -> tuple[Edit, ...]:
    """Return stated text edits as byte edits in file order.

    Raises CompileRefusal unless each text stands in the file exactly once, changes, and is not
    part of another one.
    """
    placed = sorted((_place(data, edit, where) for edit in edits), key=lambda edit: edit.start)
    for first, second in pairwise(placed):
        if second.start < first.end:
            _refuse_edit(f"the edits of {_short(first.deleted)} and the next one overlap", where)
    return tuple(placed)


def _place(data: bytes, edit: TextEdit, where: str) -> Edit:
    wanted = edit.find.encode()
    start = data.find(wanted)
    if start < 0:
        _refuse_edit(f"the file does not hold {_short(edit.find)}", where)
    if data.find(wanted, start + 1) >= 0:
        _refuse_edit(f"{_short(edit.find)} stands in the file more than once", where)
    if edit.find == edit.replace:
        _refuse_edit(f"the edit of {_short(edit.find)} changes nothing", where)
    return Edit(start=start, end=start + len(wanted), deleted=edit.find, inserted=edit.replace)


def _refuse_edit(problem: str, where: str) -> NoReturn:
    raise CompileRefusal(
        "control-not-deletion",
        problem,
        where=where,
        remedy="state text that occurs exactly once, to be deleted or replaced",
    )


def _require_unrelated(edits: Sequence[Edit], present: Present, where: str) -> None:
    spans = [(finding.start, finding.end) for finding in present.findings]
    spans += [(edit.start, edit.end) for edit in present.fixed.edits]
    for edit in edits:
        if any(edit.start < end and start < edit.end for start, end in spans):
            raise CompileRefusal(
                "control-touches-flagged",
                f"the edit of {_short(edit.deleted)} reaches into what the rule flags",
                where=where,
                remedy="edit text elsewhere in the file",
            )


def _require_unscored(
    candidate: ControlCandidate, present: Present, after: bytes, where: str
) -> None:
    changes = [
        (f"the edit of {_short(edit.find)} changes", clash(edit, present.named))
        for edit in candidate.edits
    ]
    in_file = joined(present.data.decode(), after.decode(), present.named)
    changes.append(("the edits change how often the file holds", in_file))
    for what, common in changes:
        if common:
            raise CompileRefusal(
                "control-names-scored-text",
                f"{what} {common}, which a scorer names",
                where=where,
                remedy="edit text that has nothing to do with any item",
            )


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
