"""The present file of a battery: what the rule finds in it, and what the fix makes of it.

Refused: no-finding (the fix has nothing to do), edit-too-small (so small an edit that no control
could be shown to match it).
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Final

from chaff.compile.literals import Named, named_by
from chaff.errors import CompileRefusal
from chaff.lint.finding import Finding
from chaff.lint.fixes.fix import Fixed, fix
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from chaff.shapes.base import Shape
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.program import Admission
from chaff.shapes.rule import Battery

BYTES_PER_TOKEN: Final = 4
"""A rule of thumb for English; the runner verifies what it decides by counting."""


class Present(Shape, frozen=True, kw_only=True):
    """The present file, and what the rule and the scorers make of it."""

    data: bytes
    detect: Detect
    place: Place
    findings: tuple[Finding, ...]
    fixed: Fixed
    named: Named
    min_edit_tokens: int


def look_at(battery: Battery, detect: Detect, how: Fix, admission: Admission) -> Present:
    """Return the present file with what the rule finds in it and makes of it.

    Raises CompileRefusal if it finds nothing.
    """
    data = battery.file.encode()
    place = Place(repository=Files(battery.repository), path=battery.path)
    findings = find(data, detect, place)
    if not findings:
        raise CompileRefusal(
            "no-finding",
            "the rule finds nothing in the present file, so there is nothing to remove",
            where=battery.path,
            remedy="plant what the rule flags, or mend its patterns",
        )
    existing = existing_beside(battery.path, battery.repository)
    fixed = fix(data, detect, how, place=place, existing=existing)
    return Present(
        data=data,
        detect=detect,
        place=place,
        findings=findings,
        fixed=fixed,
        named=named_by(tuple(item.scorer for item in battery.items)),
        min_edit_tokens=admission.min_edit_tokens,
    )


def require_size(present: Present, after: bytes, *, where: str) -> None:
    """Raise CompileRefusal unless an edit takes enough away to be measured."""
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
