"""The admission test: four conditions in integers, from a matrix of passes to a verdict.

With P, R, C the passes of an item under present, removed and control, k repeats, n items and
D = R − C, a rule is admitted if all of these hold:

1. effect: 100·ΣD >= 15·n·k.
2. interval: the seeded paired bootstrap's 95 % interval of ΣD excludes 0.
3. sign: D >= 0 on at least ⌈2n/3⌉ items.
4. direction: ΣP <= ΣR.

The thresholds come in as `Admission`; nothing is compared in floating point. Everything else a
`Verdict` tells stands beside the four and changes none of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.config import Arm
from chaff.shapes.program import Admission
from chaff.stats.bootstrap import Bounds, bootstrap_bounds
from chaff.stats.exact import exact_bounds, sign_flip_cases
from chaff.stats.matrix import Matrix
from chaff.stats.reading import Kind, read_arms

DEFAULT_ADMISSION: Final = Admission(
    effect_percent=15,
    draws=10_000,
    lower_rank=250,
    upper_rank=9_750,
    seed=20261130,
    sign_numerator=2,
    sign_denominator=3,
    control_tolerance_percent=5,
    min_items=12,
    min_repeats=3,
    min_edit_tokens=20,
)
"""The thresholds of the program that chaff ships."""


class Conditions(Shape, frozen=True, kw_only=True):
    """Which of the four conditions hold."""

    effect: bool
    interval: bool
    sign: bool
    direction: bool

    @property
    def all_hold(self) -> bool:
        """Whether none fails."""
        return self.effect and self.interval and self.sign and self.direction


class Verdict(Shape, frozen=True, kw_only=True):
    """What the admission test found: the evidence is stored, the yes or no derived from it.

    All `Bounds` are in passes; divide by `matrix.cells` for fractions of 1.
    """

    matrix: Matrix
    admission: Admission
    bounds: Bounds
    """Removed minus control, seeded bootstrap: the interval that counts."""
    removed_minus_present: Bounds
    """The same draws for removed minus present."""
    control_minus_present: Bounds
    """The same draws for control minus present: what the control edit itself did."""
    exact: Bounds
    """Removed minus control, the bootstrap without draws."""
    sign_flip_cases: int
    """Of 2^n sign assignments, those with a sum at least as large as observed."""

    @property
    def admitted(self) -> bool:
        """Whether all four conditions hold."""
        return self.conditions.all_hold

    @property
    def conditions(self) -> Conditions:
        """The four conditions, each decided in integers."""
        least = self.admission.effect_percent * self.matrix.cells
        return Conditions(
            effect=100 * self.sum_difference >= least,
            interval=self.bounds.excludes_zero,
            sign=self.items_not_negative >= self.items_needed,
            direction=self.passes("present") <= self.passes("removed"),
        )

    def passes(self, arm: Arm) -> int:
        """Return the passes of an arm over all items, of `matrix.cells`."""
        return sum(self.matrix.passes(arm))

    @property
    def sum_difference(self) -> int:
        """ΣD: the passes of removed minus those of control."""
        return self.passes("removed") - self.passes("control")

    @property
    def lower_count(self) -> int:
        """The lower bound of ΣD."""
        return self.bounds.lower

    @property
    def upper_count(self) -> int:
        """The upper bound of ΣD."""
        return self.bounds.upper

    @property
    def items_not_negative(self) -> int:
        """The items with D >= 0."""
        return sum(d >= 0 for d in self.matrix.difference("removed", "control"))

    @property
    def items_needed(self) -> int:
        """⌈2n/3⌉ with the thresholds of the design: 8 of 12, 9 of 13."""
        top, bottom = self.admission.sign_numerator, self.admission.sign_denominator
        return -(-top * self.matrix.n_items // bottom)

    @property
    def effect(self) -> float:
        """Removed minus control as a fraction of 1."""
        return self.sum_difference / self.matrix.cells

    @property
    def lower(self) -> float:
        """The lower bound as a fraction of 1."""
        return self.lower_count / self.matrix.cells

    @property
    def upper(self) -> float:
        """The upper bound as a fraction of 1."""
        return self.upper_count / self.matrix.cells

    @property
    def sign_flip_exact(self) -> Fraction:
        """The exact one-sided sign-flip p of removed over control."""
        return Fraction(self.sign_flip_cases, 1 << self.matrix.n_items)

    @property
    def sign_flip_p(self) -> float:
        """The sign-flip p, to the nearest float."""
        return float(self.sign_flip_exact)

    @property
    def hangs_on_seed(self) -> bool:
        """Whether the seeded interval and the one without draws disagree on 0."""
        return self.bounds.excludes_zero != self.exact.excludes_zero

    @property
    def reading(self) -> str:
        """What the arms say in plain words."""
        return read_arms(self).text

    @property
    def reading_kinds(self) -> tuple[Kind, ...]:
        """Which kinds of reading apply, most important first."""
        return read_arms(self).kinds


def admit(matrix: Matrix, admission: Admission) -> Verdict:
    """Return the verdict on a matrix.

    Raises BadInputError if the matrix is smaller than the thresholds allow, or their ranks give no
    interval.
    """
    _require_size(matrix, admission)
    rule = matrix.difference("removed", "control")
    gain = matrix.difference("removed", "present")
    sham = matrix.difference("control", "present")
    bounds, gain_bounds, sham_bounds = bootstrap_bounds((rule, gain, sham), admission)
    return Verdict(
        matrix=matrix,
        admission=admission,
        bounds=bounds,
        removed_minus_present=gain_bounds,
        control_minus_present=sham_bounds,
        exact=exact_bounds(rule, admission),
        sign_flip_cases=sign_flip_cases(rule),
    )


def _require_size(matrix: Matrix, admission: Admission) -> None:
    if matrix.n_items < admission.min_items:
        problem = f"{matrix.n_items} items; at least {admission.min_items} are required"
        raise BadInputError(problem, where="present")
    if matrix.repeats < admission.min_repeats:
        problem = f"{matrix.repeats}; at least {admission.min_repeats} are required"
        raise BadInputError(problem, where="repeats")
