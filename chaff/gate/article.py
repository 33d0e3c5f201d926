"""Judges one edit by the article's rule: 14 calendar days before and after, Welch's t-test."""

from __future__ import annotations

from datetime import date, timedelta

from chaff.gate.decide import Decision, Rule, decide
from chaff.gate.inside import inside
from chaff.gate.judgement import Judgement
from chaff.gate.labels import adjusted_p, detectable, lift_interval, pooled_sd
from chaff.gate.power import Threshold, Window
from chaff.gate.series import Day, Series
from chaff.gate.situation import Situation
from chaff.shapes.gate_ledger import Edit, Numbers


def judge_article(situation: Situation, edit: Edit, today: date) -> Judgement | None:
    """Return the judgement on an edit once its window is over; None before."""
    rule = _rule(situation)
    if today <= edit.day + timedelta(days=rule.window_days):
        return None
    decision = decide(
        _reaching(situation.series, today), edit.day, rule, today=today, leave_out=edit.trigger_days
    )
    reasons, outcome = decision.reasons, decision.outcome
    if reset := _reset(situation, decision):
        outcome, reasons = "INCONCLUSIVE", (reset,)
    pre, post = decision.pre, decision.post
    return Judgement(
        edits=(edit,),
        outcome=outcome,
        reasons=reasons,
        inside=inside(
            situation,
            (edit,),
            pre.first,
            post.last,
            missing=(*pre.missing, *post.missing),
            left_out=(*pre.left_out, *post.left_out),
        ),
        numbers=_numbers(decision),
    )


def _rule(situation: Situation) -> Rule:
    thresholds = situation.gate.thresholds
    return Rule(
        window_days=thresholds.window_days,
        min_days=thresholds.min_days,
        alpha=thresholds.alpha,
        lift_percent=thresholds.lift_percent,
        scale=situation.gate.rubric.scale,
    )


def _reaching(series: Series, today: date) -> Series:
    """Return a series of complete days only; never one without days."""
    days = tuple(each for each in series.days if each.day < today)
    return Series(days=days or (Day(day=today - timedelta(days=1), score=None),))


def _reset(situation: Situation, decision: Decision) -> str:
    """Return why no comparison is possible if the rubric changed between the windows' ends."""
    for day in situation.story.resets:
        if decision.pre.first < day <= decision.post.last:
            return f"rubric changed on {day}, inside the windows: the scores cannot be compared"
    return ""


def _numbers(decision: Decision) -> Numbers:
    rule, test, sd, before = decision.rule, decision.test, pooled_sd(decision), decision.pre.mean
    mde = None
    if sd and before:
        window = Window(n_pre=len(decision.pre.scores), n_post=len(decision.post.scores))
        threshold = Threshold(alpha=rule.alpha, lift_percent=rule.lift_percent)
        mde = detectable(window, threshold, sd=sd, baseline=before).mde_percent
    depends = adjusted_p(decision)
    return Numbers(
        test="welch",
        alpha=rule.alpha,
        p_value=test.p_value if test else None,
        welch_p=test.p_value if test else None,
        lift_percent=decision.lift_percent,
        interval_percent=lift_interval(decision),
        mde_percent=mde,
        pre_mean=before,
        post_mean=decision.post.mean,
        pre_days=tuple(decision.pre.scores),
        post_days=tuple(decision.post.scores),
        autocorrelation=depends.used if test else None,
        budget_left=None,
        dependent_p=depends.gls_p,
    )
