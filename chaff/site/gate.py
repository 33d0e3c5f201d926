"""What a gate's dashboard shows, as one value, from a daily series and its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Literal

from chaff.errors import BadInputError
from chaff.gate.decide import Decision, Rule
from chaff.gate.facts import decision_facts, power_facts
from chaff.gate.power import Threshold
from chaff.gate.series import Series
from chaff.gate.summary import MIN_DAYS, Summary, summarise
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Verdict

Outcome = Literal["KEPT", "REVERT", "INCONCLUSIVE", "PENDING"]


class Mark(Shape, frozen=True, kw_only=True):
    """One edit on the dashboard: its windows, what was decided, and on which numbers."""

    id: str
    day: date
    title: str
    outcome: Outcome
    reasons: tuple[str, ...]
    pre: tuple[date, date]
    """First and last day of the window before."""
    post: tuple[date, date]
    pre_mean: float | None = None
    post_mean: float | None = None
    lift_percent: float | None = None
    interval_percent: tuple[float, float] | None = None
    p_value: float | None = None
    mde_percent: float | None = None
    """The smallest lift that these windows would usually (4 times in 5) catch."""
    inside: tuple[str, ...] = ()
    """What else lay in the windows."""
    truth: str = ""
    """In a generated series, what the edit really did."""


class Dashboard(Shape, frozen=True, kw_only=True):
    """Everything on one gate's page."""

    name: str
    title: str
    series: Series
    marks: tuple[Mark, ...]
    rule: Rule
    cadence_days: float = 3
    generated: bool = False
    """Whether the series is made up, to show what a dashboard looks like."""
    notes: tuple[str, ...] = ()
    """Further sentences: what waits, what was skipped."""


def mark_of_decision(decision: Decision, *, name: str, title: str, truth: str = "") -> Mark:
    """Return a decision as the dashboard shows it."""
    facts = decision_facts(decision, cadence_days=3)
    labels = facts["labels"]
    interval = labels["lift_interval_percent"]
    found = labels["detectable"]
    return Mark(
        id=name,
        day=decision.edit_day,
        title=title,
        outcome=decision.outcome if decision.is_over else "PENDING",
        reasons=decision.reasons,
        pre=(decision.pre.first, decision.pre.last),
        post=(decision.post.first, decision.post.last),
        pre_mean=decision.pre.mean,
        post_mean=decision.post.mean if decision.is_over else None,
        lift_percent=decision.lift_percent,
        interval_percent=(interval[0], interval[1]) if interval else None,
        p_value=facts["p_value"],
        mde_percent=found["mde_percent"] if found else None,
        truth=truth,
    )


def mark_of_verdict(verdict: Verdict, *, day: date, title: str) -> Mark:
    """Return a verdict of the ledger as the dashboard shows it; `day` is its edit's."""
    numbers = verdict.numbers
    return Mark(
        id=verdict.id,
        day=day,
        title=title,
        outcome=verdict.outcome,
        reasons=verdict.reasons,
        pre=_ends(numbers.pre_days, day),
        post=_ends(numbers.post_days, day),
        pre_mean=numbers.pre_mean,
        post_mean=numbers.post_mean,
        lift_percent=numbers.lift_percent,
        interval_percent=numbers.interval_percent,
        p_value=numbers.p_value,
        mde_percent=numbers.mde_percent,
        inside=verdict.inside,
    )


def _ends(days: tuple[date, ...], otherwise: date) -> tuple[date, date]:
    return (days[0], days[-1]) if days else (otherwise, otherwise)


def can_detect(view: Dashboard) -> Mapping[str, Any] | None:
    """Return what a window of this gate detects at the series' own variance, if that is known."""
    summary = _summary(view)
    if summary is None:
        return None
    rule = view.rule
    return power_facts(
        rule.window_days,
        Threshold(alpha=rule.alpha, lift_percent=rule.lift_percent),
        sd=summary.sd,
        baseline=summary.baseline,
        power=0.8,
        cadence_days=view.cadence_days,
        between_day_share=None,
        autocorrelation=summary.autocorrelation,
    )


def tally(marks: Iterable[Mark]) -> dict[Outcome, int]:
    """Return how many edits had each outcome."""
    counts: dict[Outcome, int] = {"KEPT": 0, "REVERT": 0, "INCONCLUSIVE": 0, "PENDING": 0}
    for mark in marks:
        counts[mark.outcome] += 1
    return counts


def _summary(view: Dashboard) -> Summary | None:
    if len(view.series.scores) < MIN_DAYS:
        return None
    try:
        return summarise(view.series, scale=view.rule.scale, where=view.name)
    except BadInputError:
        # Without variance nothing can be said of what a window detects.
        return None
