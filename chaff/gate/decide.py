"""Decides an edit from the stored daily series alone: KEPT, REVERT or INCONCLUSIVE, with reasons.

The rule is the article's: windows of 14 days before and after, the edit day left out; Welch's t.
p < 0.10 and lift >= 5 % is KEPT, p < 0.10 and lift <= −5 % is REVERT, everything else is
INCONCLUSIVE. One look, when the window is over: until then nothing is computed, and afterwards only
the days inside the windows matter, so the answer never changes.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from fractions import Fraction
from typing import Final, Literal

from chaff.gate.series import Series
from chaff.gate.welch import TTest, is_constant, mean, welch
from chaff.shapes.base import Shape

Outcome = Literal["KEPT", "REVERT", "INCONCLUSIVE"]

_DECIMALS: Final = 9
"""Lift is compared after rounding to so many decimals of a per cent: float noise is no lift."""


class Rule(Shape, frozen=True, kw_only=True):
    """The thresholds; those of the article by default."""

    window_days: int = 14
    min_days: int = 10
    """Scored days a side must have."""
    alpha: float = 0.10
    lift_percent: float = 5.0
    scale: float = 10.0
    """The highest score there is."""


class Side(Shape, frozen=True, kw_only=True):
    """One window: its first and last day, the scores in it, the days without."""

    first: date
    last: date
    scores: dict[date, float]
    missing: tuple[date, ...]
    """Days that have passed without a score."""
    left_out: tuple[date, ...]
    rubrics: tuple[str, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """The scores, in order of days."""
        return tuple(self.scores.values())

    @property
    def mean(self) -> float | None:
        """The mean score, or None without a scored day."""
        return mean(self.values) if self.scores else None


class Decision(Shape, frozen=True, kw_only=True):
    """What the series says about an edit; the outcome is derived from what is stored."""

    edit_day: date
    rule: Rule
    pre: Side
    post: Side
    is_over: bool
    """Whether the window after the edit has ended."""

    @property
    def test(self) -> TTest | None:
        """Welch's test, or None if it may not be looked at or is undefined."""
        if not self.is_over or self._rubric_changed:
            return None
        return welch(self.pre.values, self.post.values, scale=self.rule.scale)

    @property
    def lift_percent(self) -> float | None:
        """The change of the mean in per cent of the mean before, or None."""
        lift = self._lift
        return None if lift is None else float(lift)

    @property
    def obstacles(self) -> tuple[str, ...]:
        """Why no decision can be reached whatever the test says; empty if one can."""
        found = [
            *([] if self.is_over else [self._not_over]),
            *self._too_few("before", self.pre),
            *(self._too_few("after", self.post) if self.is_over else []),
        ]
        if self._rubric_changed:
            found.append("rubric changed inside the windows: the scores cannot be compared")
        if self._both_constant:
            found.append("zero variance in both windows: the test is undefined")
        if self.is_over and self.pre.scores and self.pre.mean == 0:
            found.append("the mean before is 0: a lift in per cent is undefined")
        return tuple(found)

    @property
    def outcome(self) -> Outcome:
        """KEPT, REVERT or INCONCLUSIVE."""
        test, lift = self.test, self._lift
        if self.obstacles or test is None or lift is None or not test.p_value < self.rule.alpha:
            return "INCONCLUSIVE"
        rounded, least = round(lift, _DECIMALS), _exact(self.rule.lift_percent)
        if rounded >= least:
            return "KEPT"
        return "REVERT" if rounded <= -least else "INCONCLUSIVE"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, with the numbers."""
        test, lift = self.test, self.lift_percent
        if self.obstacles or test is None or lift is None:
            return self.obstacles
        alpha, least = self.rule.alpha, self.rule.lift_percent
        if not test.p_value < alpha:
            return (f"p {test.p_value:.4g} is not below {alpha:g} (lift {lift:+.2f} %)",)
        says = {
            "KEPT": f"lift {lift:+.2f} % reaches +{least:g} %",
            "REVERT": f"lift {lift:+.2f} % reaches -{least:g} %",
            "INCONCLUSIVE": f"lift {lift:+.2f} % lies between -{least:g} % and +{least:g} %",
        }
        return (f"p {test.p_value:.4g} is below {alpha:g}, {says[self.outcome]}",)

    @property
    def _not_over(self) -> str:
        return f"window not over: it ends on {self.post.last}, and there is one look, at its end"

    @property
    def _rubric_changed(self) -> bool:
        return len({*self.pre.rubrics, *self.post.rubrics}) > 1

    @property
    def _both_constant(self) -> bool:
        sides = (self.pre.values, self.post.values)
        return self.is_over and all(
            len(values) > 1 and is_constant(values, scale=self.rule.scale) for values in sides
        )

    @property
    def _lift(self) -> Fraction | None:
        """The lift in exact arithmetic of the scores as they are written."""
        if not self.is_over or self._rubric_changed or not (self.pre.scores and self.post.scores):
            return None
        before, after = (
            sum(map(_exact, side.values), Fraction(0)) / len(side.values)
            for side in (self.pre, self.post)
        )
        return 100 * (after - before) / before if before else None

    def _too_few(self, name: str, side: Side) -> list[str]:
        if len(side.scores) >= self.rule.min_days:
            return []
        days = f"{len(side.scores)} scored days {name}, {self.rule.min_days} needed"
        missing = ", ".join(map(str, side.missing))
        return [f"{days}; not scored: {missing}" if missing else days]


def decide(
    series: Series,
    edit_day: date,
    rule: Rule,
    *,
    today: date,
    leave_out: Collection[date] = (),
) -> Decision:
    """Return the decision on an edit.

    `leave_out` are days whose friction triggered the edit: they would count their own cure as its
    success. The window is over when its last day has passed or the series reaches it.
    """
    span = timedelta(days=rule.window_days)
    one = timedelta(days=1)
    last = edit_day + span
    passed = max(today - one, series.days[-1].day)
    return Decision(
        edit_day=edit_day,
        rule=rule,
        pre=_side(series, edit_day - span, edit_day - one, leave_out, passed),
        post=_side(series, edit_day + one, last, leave_out, passed),
        is_over=passed >= last,
    )


def _side(
    series: Series, first: date, last: date, leave_out: Collection[date], passed: date
) -> Side:
    inside = [each for each in series.days if first <= each.day <= last]
    used = [each for each in inside if each.day not in leave_out]
    scores = {each.day: each.score for each in used if each.score is not None}
    days = [first + timedelta(days=offset) for offset in range((last - first).days + 1)]
    return Side(
        first=first,
        last=last,
        scores=scores,
        missing=tuple(
            day for day in days if day not in scores and day not in leave_out and day <= passed
        ),
        left_out=tuple(day for day in days if day in leave_out),
        rubrics=tuple(sorted({each.rubric or "" for each in used if each.score is not None})),
    )


def _exact(value: float) -> Fraction:
    """Return the number that a float was written as: 7.35, not the nearest binary fraction."""
    return Fraction(repr(value))
