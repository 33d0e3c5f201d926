"""What the scores say about edits, and what follows from it."""

from __future__ import annotations

from typing import Literal

from chaff.gate.inside import SETTINGS, Inside
from chaff.shapes.base import Shape
from chaff.shapes.gate import Gate
from chaff.shapes.gate_ledger import Edit, Numbers, Outcome

Action = Literal["keep", "revert", "propose", "probation", "none"]


class Judgement(Shape, frozen=True, kw_only=True):
    """A verdict before it is entered."""

    edits: tuple[Edit, ...]
    outcome: Outcome
    reasons: tuple[str, ...]
    inside: Inside
    numbers: Numbers

    @property
    def is_retrospective(self) -> bool:
        """It is about the time before the gate: nothing ever follows from it."""
        return all(edit.how == "retrospective" for edit in self.edits)


def consequence(judgement: Judgement, gate: Gate) -> tuple[Action, tuple[str, ...]]:
    """Return what a judgement leads to, and why a REVERT is only proposed."""
    if judgement.is_retrospective or gate.dry_run:
        return "none", ()
    if judgement.outcome == "KEPT":
        return "keep", ()
    if judgement.outcome == "INCONCLUSIVE":
        return "probation", ()
    doubts = tuple(_doubts(judgement, gate))
    return ("propose", doubts) if doubts else ("revert", ())


def _doubts(judgement: Judgement, gate: Gate) -> list[str]:
    """Return why a person has to be asked before a revert."""
    found = []
    if judgement.inside.models:
        found.append("asks first: the model changed inside the windows")
    if judgement.inside.others and gate.on_overlap == "propose":
        found.append("asks first: another edit lies in the windows")
    if gate.on_hand_edit == "propose" and any(edit.how == "hand" for edit in judgement.edits):
        found.append("asks first: a person wrote this into the file")
    if SETTINGS in judgement.inside.rest:
        found.append(f"asks first: {SETTINGS}")
    return found
