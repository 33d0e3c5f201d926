"""The library's own two guards: conditions on flipping a tier, apart from the verdict.

A control edit that does harm would admit a useless rule, so the interval of removed − present must
lie above 0. Registering the same idea again and again would admit one by luck, so the sign-flip p
times the number of attempts must not exceed alpha (Bonferroni over attempts).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.program import Guards
from chaff.stats.admission import Verdict

DEFAULT_GUARDS: Final = Guards(mode="enforce", sign_flip_alpha_ppm=25_000)
"""The guards of the program that chaff ships."""


class GuardResult(Shape, frozen=True, kw_only=True):
    """Which guards hold, with what they were decided on."""

    mode: Literal["show", "enforce"]
    attempts: int
    """Registered hashes of this rule that were started on this model, this one included."""
    alpha_ppm: int
    sign_flip_cases: int
    n_items: int
    gain_above_present: bool
    """The interval of removed − present lies above 0."""

    @property
    def sign_flip_over_attempts(self) -> bool:
        """Whether sign-flip p × attempts <= alpha, in exact arithmetic."""
        return self._adjusted <= Fraction(self.alpha_ppm, 1_000_000)

    @property
    def adjusted_p(self) -> float:
        """Sign-flip p × attempts, at most 1."""
        return float(min(self._adjusted, Fraction(1)))

    @property
    def alpha(self) -> float:
        """What the adjusted p may be at most."""
        return self.alpha_ppm / 1_000_000

    @property
    def hold(self) -> bool:
        """Whether both guards hold."""
        return self.gain_above_present and self.sign_flip_over_attempts

    @property
    def allow(self) -> bool:
        """Whether the tier of an admitted rule may be flipped: they hold, or are only shown."""
        return self.hold or self.mode == "show"

    @property
    def _adjusted(self) -> Fraction:
        return Fraction(self.sign_flip_cases, 1 << self.n_items) * self.attempts


def apply_guards(verdict: Verdict, guards: Guards, *, attempts: int) -> GuardResult:
    """Return what the guards say to a verdict reached at this many attempts (at least 1)."""
    if attempts < 1:
        raise BadInputError(f"{attempts}; this run is itself an attempt", where="attempts")
    return GuardResult(
        mode=guards.mode,
        attempts=attempts,
        alpha_ppm=guards.sign_flip_alpha_ppm,
        sign_flip_cases=verdict.sign_flip_cases,
        n_items=verdict.matrix.n_items,
        gain_above_present=verdict.removed_minus_present.above_zero,
    )
