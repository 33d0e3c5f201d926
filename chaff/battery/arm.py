"""What a model sees in one arm: the instruction file's text and the repository around it."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.canonical import digest_bytes
from chaff.errors import BadInputError
from chaff.lint.fixes.fix import apply_edits
from chaff.shapes.base import Shape
from chaff.shapes.config import Arm, ArmState, ControlState, EvalConfig
from chaff.shapes.edit import Edit
from chaff.shapes.rule import RepoPath


class View(Shape, frozen=True, kw_only=True):
    """The instruction file's text in one arm, and every file that the tools see.

    `repository` holds the instruction file too, under the battery's path.
    """

    text: str
    repository: dict[RepoPath, str]


def view(config: EvalConfig, arm: Arm, control: str) -> View:
    """Return what an arm shows; `control` is the id of the candidate chosen for the model.

    Raises BadInputError if the candidate is unknown, or the arm's edits do not lead from the
    present file to the arm's digest.
    """
    battery, state = config.battery, _state(config, arm, control)
    where = f"{config.rule}: arm {arm}" + (f" ({control})" if arm == "control" else "")
    data = _edited(battery.file.encode(), state.edits, where)
    if digest_bytes(data) != state.digest:
        raise BadInputError("the edits do not lead to the stated digest", where=where)
    text = data.decode()
    own = state.repository if isinstance(state, ArmState) else {}
    return View(text=text, repository={**battery.repository, **own, battery.path: text})


def _state(config: EvalConfig, arm: Arm, control: str) -> ArmState | ControlState:
    match arm:
        case "present":
            return config.arms.present
        case "removed":
            return config.arms.removed
        case "control":
            for candidate in config.arms.controls:
                if candidate.id == control:
                    return candidate
    raise BadInputError(f"no control candidate {control!r}", where=config.rule)


def _edited(data: bytes, edits: Sequence[Edit], where: str) -> bytes:
    try:
        return apply_edits(data, edits)
    except BadInputError as error:
        raise BadInputError(error.problem, where=where) from None
