"""How long answers are going to be: as they were before, or an assumption that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chaff.errors import BadInputError
from chaff.run.experiment import Experiment
from chaff.shapes.base import Shape
from chaff.shapes.record import RunFile, read_run

ASSUMED: Final = 150
"""Output tokens of an answer that names a tool call and a sentence or two."""
_FEWEST: Final = 10


class Expected(Shape, frozen=True, kw_only=True):
    """Output tokens of a call, and where the figure is from."""

    tokens: int
    source: str


def expected_output(root: Path, experiment: Experiment) -> Expected:
    """Return the mean output of the newest start of this rule on this model, pilots included.

    Without one of at least ten answers it is an assumption, never more than a call may have.
    """
    files = [
        *(root / "runs" / experiment.rule / experiment.model).glob("*.jsonl"),
        *(root / ".chaff/pilots" / experiment.rule / experiment.model).glob("*.jsonl"),
    ]
    for path in sorted(files, key=lambda path: path.name, reverse=True):
        mean = _mean_output(path, experiment)
        if mean is not None:
            return Expected(tokens=mean, source=f"as in {path.relative_to(root).as_posix()}")
    return Expected(tokens=min(ASSUMED, experiment.max_tokens), source="assumed")


def mean_output(outputs: list[int]) -> int:
    """Return a mean, rounded to the nearest token."""
    return (2 * sum(outputs) + len(outputs)) // (2 * len(outputs))


def _mean_output(path: Path, experiment: Experiment) -> int | None:
    try:
        run: RunFile = read_run(path.read_bytes(), where=path.name)
    except (BadInputError, OSError):
        # Whoever relies on that run complains about it; a forecast need not.
        return None
    same = run.header.practice == experiment.config.practice
    outputs = [turn.usage.output for turn in run.turns]
    return mean_output(outputs) if same and len(outputs) >= _FEWEST else None
