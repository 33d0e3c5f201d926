"""Builds the three arms of an experiment from a battery's file, or refuses the battery.

`present` is the file as it is, `removed` is what the linter's own fix makes of it, and each control
candidate is an unrelated edit of the same file. Refused, each with its own code:
- no-finding, finding-left: the fix has nothing to do, or does not do it all;
- edit-too-small: so small an edit that no control could be shown to match it;
- too-few-controls, repeated-id: the ordered list of candidates is not one;
- control-not-deletion: an edit is not the deletion or replacement of one stated text;
- control-touches-flagged, control-changes-findings: a candidate is not unrelated to the rule;
- control-names-scored-text: a candidate could change what the scorers look for.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NoReturn

from chaff.canonical import digest_bytes
from chaff.compile.literals import Named, clash, joined, named_by
from chaff.errors import CompileRefusal
from chaff.lint.fix import Fixed, apply_edits, fix
from chaff.lint.match import Finding, find
from chaff.shapes.base import Shape
from chaff.shapes.config import Arms, ArmState, ControlState, Edit
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.program import Admission
from chaff.shapes.rule import Battery, ControlCandidate, TextEdit

FEWEST_CONTROLS: Final = 8
MOST_CONTROLS: Final = 16
BYTES_PER_TOKEN: Final = 4
"""A rule of thumb for English; the runner verifies what it decides by counting."""


class Present(Shape, frozen=True, kw_only=True):
    """The present file, and what the rule and the scorers make of it."""

    data: bytes
    detect: Detect
    findings: tuple[Finding, ...]
    fixed: Fixed
    named: Named
    min_edit_tokens: int


def build_arms(battery: Battery, detect: Detect, how: Fix, admission: Admission) -> Arms:
    """Return the arms of a battery.

    Raises CompileRefusal if the experiment that they make would not be sound.
    """
    present = look_at(battery, detect, how, admission)
    removed = _removed(battery, present)
    candidates = battery.control_candidates
    _require_list(candidates)
    controls = tuple(build_control(candidate, present) for candidate in candidates)
    return Arms(
        present=ArmState(edits=(), digest=digest_bytes(present.data)),
        removed=removed,
        controls=controls,
    )


def estimated_tokens(n_bytes: int) -> int:
    """Return about how many tokens some English text has, from its size in UTF-8."""
    return n_bytes // BYTES_PER_TOKEN


def existing_beside(path: str, repository: Sequence[str] | dict[str, str]) -> tuple[str, ...]:
    """Return a repository's paths as seen from the folder of the instruction file `path`."""
    folder = posixpath.dirname(path) or "."
    return tuple(sorted(posixpath.relpath(other, folder) for other in repository))


def from_root(path: str, files: dict[str, str]) -> dict[str, str]:
    """Return files named as seen from the folder of `path`, named from the repository's root."""
    folder = posixpath.dirname(path)
    return {posixpath.normpath(posixpath.join(folder, name)): text for name, text in files.items()}


def look_at(battery: Battery, detect: Detect, how: Fix, admission: Admission) -> Present:
    """Return the present file with what the rule finds in it and makes of it.

    Raises CompileRefusal if it finds nothing.
    """
    data = battery.file.encode()
    findings = find(data, detect)
    if not findings:
        raise CompileRefusal(
            "no-finding",
            "the rule finds nothing in the present file, so there is nothing to remove",
            where=battery.path,
            remedy="plant what the rule flags, or mend its patterns",
        )
    fixed = fix(data, detect, how, existing=existing_beside(battery.path, battery.repository))
    return Present(
        data=data,
        detect=detect,
        findings=findings,
        fixed=fixed,
        named=named_by(tuple(item.scorer for item in battery.items)),
        min_edit_tokens=admission.min_edit_tokens,
    )


def _removed(battery: Battery, present: Present) -> ArmState:
    fixed = present.fixed
    left = fixed.left or find(fixed.data, present.detect)
    if left:
        raise CompileRefusal(
            "finding-left",
            f"the fix leaves a finding: {left[0].excerpt!r}",
            where=f"{battery.path}:{left[0].line}",
            remedy="change the file so that the fix can take all of it",
        )
    _require_size(present, fixed.data, where="removed arm")
    return ArmState(
        edits=fixed.edits,
        digest=digest_bytes(fixed.data),
        repository=from_root(battery.path, fixed.files),
    )


def _require_size(present: Present, after: bytes, *, where: str) -> None:
    shrinks_by = len(present.data) - len(after)
    tokens = estimated_tokens(max(shrinks_by, 0))
    if tokens < present.min_edit_tokens:
        raise CompileRefusal(
            "edit-too-small",
            f"the edit shortens the file by about {tokens} tokens ({shrinks_by} bytes, at "
            f"{BYTES_PER_TOKEN} bytes a token), fewer than {present.min_edit_tokens}",
            where=where,
            remedy="this design cannot verify so small a match between removed and control",
        )


def _require_list(candidates: Sequence[ControlCandidate]) -> None:
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
    if [after[finding.start : finding.end] for finding in find(after, present.detect)] != before:
        raise CompileRefusal(
            "control-changes-findings",
            "the rule's findings are not the same after the edit",
            where=where,
            remedy="edit text that the rule does not look at",
        )
    _require_size(present, after, where=where)
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
