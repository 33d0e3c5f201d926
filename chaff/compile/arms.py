"""Builds the three arms of an experiment from a battery's file, or refuses the battery.

`present` is the file as it is, `removed` is what the linter's own fix makes of it, and each control
candidate is an unrelated edit of the same file. Refused here: finding-left (the fix does not take
all of it); `present` and `controls` have refusals of their own.
"""

from __future__ import annotations

from chaff.canonical import digest_bytes
from chaff.compile.controls import build_control, require_list
from chaff.compile.present import Present, from_root, look_at, require_size
from chaff.errors import CompileRefusal
from chaff.lint.match import find
from chaff.shapes.config import Arms, ArmState
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.program import Admission
from chaff.shapes.rule import Battery


def build_arms(battery: Battery, detect: Detect, how: Fix, admission: Admission) -> Arms:
    """Return the arms of a battery.

    Raises CompileRefusal if the experiment that they make would not be sound.
    """
    present = look_at(battery, detect, how, admission)
    removed = _removed(battery, present)
    candidates = battery.control_candidates
    require_list(candidates)
    controls = tuple(build_control(candidate, present) for candidate in candidates)
    return Arms(
        present=ArmState(edits=(), digest=digest_bytes(present.data)),
        removed=removed,
        controls=controls,
    )


def _removed(battery: Battery, present: Present) -> ArmState:
    fixed = present.fixed
    left = fixed.left or find(fixed.data, present.detect, present.place)
    if left:
        raise CompileRefusal(
            "finding-left",
            f"the fix leaves a finding: {left[0].excerpt!r}",
            where=f"{battery.path}:{left[0].line}",
            remedy="change the file so that the fix can take all of it",
        )
    require_size(present, fixed.data, where="removed arm")
    return ArmState(
        edits=fixed.edits,
        digest=digest_bytes(fixed.data),
        repository=from_root(battery.path, fixed.files),
    )
