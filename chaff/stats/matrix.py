"""The passes of every item under the three arms: what the admission test looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chaff.canonical import parse
from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS, Arm

MIN_ITEMS: Final = 12
MIN_REPEATS: Final = 3
MAX_ITEMS: Final = 200
MAX_REPEATS: Final = 20
"""Limits of what chaff measures; they keep the exact arithmetic to a fraction of a second."""

_FIELDS: Final = ("repeats", *ARMS)


class Matrix(Shape, frozen=True, kw_only=True):
    """Passes per item, 0..repeats, in each arm; the same items in the same order.

    Raises BadInputError, naming the field, if the numbers cannot be those of an experiment.
    """

    repeats: int
    present: tuple[int, ...]
    removed: tuple[int, ...]
    control: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what is no matrix of 12 to 200 items and 3 to 20 repeats."""
        _require_integer(self.repeats, MIN_REPEATS, MAX_REPEATS, "repeats")
        _require_equal_lengths(self)
        for arm in ARMS:
            _require_passes(self.passes(arm), self.repeats, arm)

    def passes(self, arm: Arm) -> tuple[int, ...]:
        """Return the passes per item of one arm."""
        match arm:
            case "present":
                return self.present
            case "removed":
                return self.removed
            case "control":
                return self.control

    @property
    def n_items(self) -> int:
        """The number of items, n."""
        return len(self.removed)

    @property
    def cells(self) -> int:
        """The cells of one arm, n·k: what every count of passes is a part of."""
        return self.n_items * self.repeats

    def difference(self, of: Arm, to: Arm) -> tuple[int, ...]:
        """Return the passes per item of one arm minus those of another."""
        return tuple(a - b for a, b in zip(self.passes(of), self.passes(to), strict=True))


def read_matrix(data: bytes, *, where: str) -> Matrix:
    """Return the matrix in a JSON file, or raise BadInputError naming file and field."""
    value = parse(data, where=where)
    try:
        return _matrix_of(value)
    except BadInputError as error:
        raise BadInputError(error.problem, where=_place(where, error.where)) from None


def _matrix_of(value: Any) -> Matrix:
    if not isinstance(value, dict):
        raise BadInputError(f"must be an object, is {_kind(value)}")
    for field in value:
        if field not in _FIELDS:
            raise BadInputError(f"unknown field {field!r}; known are {', '.join(_FIELDS)}")
    for field in _FIELDS:
        if field not in value:
            raise BadInputError("is missing", where=field)
    for arm in ARMS:
        if not isinstance(value[arm], list):
            raise BadInputError(f"must be a list, is {_kind(value[arm])}", where=arm)
    arms = {arm: tuple(value[arm]) for arm in ARMS}
    return Matrix(repeats=value["repeats"], **arms)


def _require_passes(passes: Sequence[Any], repeats: int, arm: Arm) -> None:
    if not MIN_ITEMS <= len(passes) <= MAX_ITEMS:
        problem = f"{len(passes)} items; an experiment has {MIN_ITEMS} to {MAX_ITEMS}"
        raise BadInputError(problem, where=arm)
    for index, count in enumerate(passes):
        place = f"{arm}[{index}]"
        _require_integer(count, None, None, place)
        if not 0 <= count <= repeats:
            raise BadInputError(f"{_number(count)} passes of {repeats} repeats", where=place)


def _require_integer(value: Any, least: int | None, most: int | None, place: str) -> None:
    # A bool is an int to Python, and 5.0 equals 5; neither is a count.
    if type(value) is not int:
        raise BadInputError(f"must be an integer, is {_kind(value)}", where=place)
    if least is not None and most is not None and not least <= value <= most:
        raise BadInputError(f"{_number(value)} is not from {least} to {most}", where=place)


def _require_equal_lengths(matrix: Matrix) -> None:
    for arm in ARMS:
        count = len(matrix.passes(arm))
        if count != len(matrix.present):
            problem = f"{count} items, but present has {len(matrix.present)}"
            raise BadInputError(problem, where=arm)


def _number(value: int) -> str:
    """Return an integer for a message: one of many digits would flood the line."""
    return str(value) if abs(value) < 10**12 else "an integer of many digits"


def _kind(value: Any) -> str:
    """Return what a JSON value is, for a message."""
    if isinstance(value, (str, list, dict)):
        return {str: "a string", list: "a list", dict: "an object"}[type(value)]
    return "null" if value is None else repr(value).lower()


def _place(where: str, field: str) -> str:
    return f"{where}: {field}" if field else where
