"""Judges the one open edit, or bundle, of the probation queue by a generalised-least-squares step.

Before: the last 14 scored days on which exactly the text was in force that the edit replaced.
After: the first 14 scored days with the new text. Days without a score are not counted, so the
clock waits for them, up to three times the window. Whoever writes into the file meanwhile makes a
bundle of both edits: it is judged as one, from before the first to after the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from chaff.gate.autocorrelation import Step, gls_step
from chaff.gate.budget import Budget, budget_on
from chaff.gate.history import LONGEST_DAYS, History, learn
from chaff.gate.inside import Inside, inside, missing_days
from chaff.gate.judgement import Judgement
from chaff.gate.situation import Situation
from chaff.gate.special import t_quantile
from chaff.gate.welch import is_constant, mean, welch
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Edit, Numbers, Outcome

PATIENCE: Final = 3
"""So many windows after the last change a comparison is given up."""
_POWER: Final = 0.80
_ONE: Final = timedelta(days=1)


class Sides(Shape, frozen=True, kw_only=True):
    """The days that are compared, and those between them that have no part."""

    pre: dict[date, float]
    post: dict[date, float]
    missing: tuple[date, ...]
    left_out: tuple[date, ...]
    first: date
    last: date
    is_over: bool
    """Nothing will be added: the window is full, or was waited for too long."""


def judge_attributable(
    situation: Situation, edits: tuple[Edit, ...], today: date
) -> Judgement | None:
    """Return the judgement on the open edits once their window is full; None before."""
    sides = sides_of(situation, edits, today)
    around = inside(
        situation, edits, sides.first, sides.last, missing=sides.missing, left_out=sides.left_out
    )
    reset = next((day for day in situation.story.resets if day > edits[0].day), None)
    if reset is not None:
        reason = f"rubric changed on {reset}: the scores cannot be compared"
        return _undecided(edits, sides, around, (reason,))
    if not sides.is_over:
        return None
    if obstacles := _obstacles(situation, sides):
        return _undecided(edits, sides, around, obstacles)
    return _decided(situation, edits, sides, around, today)


def sides_of(situation: Situation, edits: tuple[Edit, ...], today: date) -> Sides:
    """Return the days before and after the open edits, as far as there are any."""
    size = situation.gate.thresholds.window_days
    story, scores = situation.story, comparable(situation, today)
    left_out = {day for edit in edits for day in edit.trigger_days}
    begun = min(edit.unsure_since or edit.day for edit in edits)
    changed = max(change.day for change in story.changes)
    before, after = edits[0].before, story.text
    earlier = [day for day in scores if day < begun and day not in left_out]
    pre = [day for day in earlier if story.text_on(day) == before][-size:]
    later = [day for day in scores if day > changed and story.text_on(day) == after][:size]
    given_up = changed + timedelta(days=PATIENCE * size)
    last = later[-1] if len(later) == size else min(today - _ONE, given_up)
    first = pre[0] if pre else begun
    return Sides(
        pre={day: scores[day] for day in pre},
        post={day: scores[day] for day in later},
        missing=missing_days(changed + _ONE, last, scores),
        left_out=tuple(sorted(day for day in left_out if day >= first)),
        first=first,
        last=last,
        is_over=len(later) == size or today > given_up,
    )


def comparable(situation: Situation, today: date) -> dict[date, float]:
    """Return the complete days scored by the rubric in force, since it came into force."""
    since = max(situation.story.resets, default=date.min)
    return {
        each.day: each.score
        for each in situation.series.days
        if each.score is not None
        and since <= each.day < today
        and each.rubric in (None, situation.compiled.rubric_hash)
    }


def _obstacles(situation: Situation, sides: Sides) -> tuple[str, ...]:
    thresholds = situation.gate.thresholds
    found = []
    if len(sides.pre) < thresholds.min_days:
        found.append(
            f"{len(sides.pre)} scored days with the text before, {thresholds.min_days} needed"
        )
    if len(sides.post) < thresholds.window_days:
        waited = PATIENCE * thresholds.window_days
        found.append(
            f"{len(sides.post)} scored days with the new text, {thresholds.window_days} needed; "
            f"{waited} days were waited for"
        )
    values = (*sides.pre.values(), *sides.post.values())
    if values and not found:
        scale = situation.gate.rubric.scale
        sides_of_it = (tuple(sides.pre.values()), tuple(sides.post.values()))
        if all(is_constant(side, scale=scale) for side in sides_of_it):
            found.append("zero variance in both windows: the test is undefined")
        elif mean(sides_of_it[0]) == 0:
            found.append("the mean before is 0: a lift in per cent is undefined")
    return tuple(found)


def _decided(
    situation: Situation, edits: tuple[Edit, ...], sides: Sides, around: Inside, today: date
) -> Judgement:
    history = history_before(situation, edits[0].unsure_since or edits[0].day)
    step = step_of(sides.pre, sides.post, history)
    budget = _budget(situation, today)
    least = situation.gate.thresholds.lift_percent
    numbers = _numbers(sides, history, step, budget)
    lift, p_value = numbers.lift_percent, numbers.p_value
    if step is None or lift is None or p_value is None:
        undefined = ("the step cannot be estimated from these days",)
        return _undecided(edits, sides, around, undefined)
    outcome: Outcome = "INCONCLUSIVE"
    if p_value < budget.alpha and abs(lift) >= least:
        outcome = "KEPT" if lift > 0 else "REVERT"
    says = "is below" if p_value < budget.alpha else "is not below"
    reaches = "reaches" if abs(lift) >= least else "does not reach"
    reason = f"p {p_value:.4g} {says} {budget.alpha:.4g}, lift {lift:+.2f} % {reaches} {least:g} %"
    return Judgement(
        edits=edits, outcome=outcome, reasons=(reason,), inside=around, numbers=numbers
    )


def step_of(pre: Mapping[date, float], post: Mapping[date, float], history: History) -> Step | None:
    """Return the step between two runs of scored days, each without its weekday's part."""
    days = [*pre, *post]
    scores = [history.adjusted(day, score) for day, score in (*pre.items(), *post.items())]
    positions = [(day - days[0]).days for day in days]
    return gls_step(positions, scores, len(pre), history.autocorrelation)


def history_before(situation: Situation, day: date) -> History:
    """Return what the days before a day teach, and nothing of it or after."""
    scores = comparable(situation, day)
    recent = {d: score for d, score in scores.items() if (day - d).days <= LONGEST_DAYS}
    return learn({d: situation.story.text_on(d) for d in recent}, recent)


def _numbers(sides: Sides, history: History, step: Step | None, budget: Budget) -> Numbers:
    before = mean([history.adjusted(*item) for item in sides.pre.items()])
    lift = interval = mde = None
    if step is not None and before > 0:
        unit = 100 / before
        df = len(sides.pre) + len(sides.post) - 2
        reach = t_quantile(1 - budget.alpha / 2, df) if budget.alpha else 0.0
        lift = unit * step.estimate
        error = unit * step.standard_error
        if budget.alpha:
            interval = (lift - reach * error, lift + reach * error)
            mde = (reach + t_quantile(_POWER, df)) * error
    values = (tuple(sides.pre.values()), tuple(sides.post.values()))
    plain = welch(*values, scale=10.0)
    return Numbers(
        test="gls",
        alpha=budget.alpha,
        p_value=step.p_value if step else None,
        welch_p=plain.p_value if plain else None,
        lift_percent=lift,
        interval_percent=interval,
        mde_percent=mde,
        pre_mean=mean(values[0]),
        post_mean=mean(values[1]),
        pre_days=tuple(sides.pre),
        post_days=tuple(sides.post),
        autocorrelation=history.autocorrelation,
        budget_left=budget.left - budget.alpha,
    )


def _undecided(
    edits: tuple[Edit, ...],
    sides: Sides,
    around: Inside,
    reasons: tuple[str, ...],
) -> Judgement:
    """Return a judgement that looked at no test, and so spends nothing."""
    return Judgement(
        edits=edits,
        outcome="INCONCLUSIVE",
        reasons=reasons,
        inside=around,
        numbers=Numbers(
            test="gls",
            alpha=0.0,
            p_value=None,
            welch_p=None,
            lift_percent=None,
            interval_percent=None,
            mde_percent=None,
            pre_mean=mean(tuple(sides.pre.values())) if sides.pre else None,
            post_mean=None,
            pre_days=tuple(sides.pre),
            post_days=tuple(sides.post),
            autocorrelation=None,
            budget_left=None,
        ),
    )


def _budget(situation: Situation, today: date) -> Budget:
    gate = situation.gate
    return budget_on(
        situation.story.lines,
        today,
        a_year=gate.false_verdicts_a_year,
        window_days=gate.thresholds.window_days,
    )
