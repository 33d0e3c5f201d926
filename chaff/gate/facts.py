"""A decision and a window's power as JSON values, without NaN or Infinity."""

from __future__ import annotations

from typing import Any, Final

from chaff.gate.decide import Decision, Side
from chaff.gate.labels import (
    adjusted_p,
    detectable,
    lift_interval,
    more_conversations,
    pooled_sd,
    spurious,
)
from chaff.gate.labels import dependence as dependence_of
from chaff.gate.power import Threshold, Window
from chaff.shapes.base import to_json

AUTOCORRELATIONS: Final = (0.0, 0.3, 0.6)
"""Where false verdicts are shown if one's own autocorrelation is not known."""

NOT_CHECKED: Final = (
    "other edits inside the windows",
    "changes of model or program inside the windows",
)
"""What a series of scores cannot tell."""


def decision_facts(decision: Decision, *, cadence_days: float) -> dict[str, Any]:
    """Return a decision with its numbers and labels; null is what may not or cannot be known."""
    test = decision.test
    return {
        "verdict": decision.outcome,
        "reasons": list(decision.reasons),
        "p_value": test.p_value if test else None,
        "t": test.t if test else None,
        "df": test.df if test else None,
        "lift_percent": decision.lift_percent,
        "pre_mean": decision.pre.mean,
        "post_mean": decision.post.mean if decision.is_over else None,
        "pre_days": len(decision.pre.scores),
        "post_days": len(decision.post.scores),
        "edit_day": decision.edit_day.isoformat(),
        "windows": {"pre": _window(decision.pre), "post": _window(decision.post)},
        "rule": to_json(decision.rule),
        "labels": _labels(decision, cadence_days),
    }


def power_facts(
    days: int,
    threshold: Threshold,
    *,
    sd: float,
    baseline: float,
    power: float,
    cadence_days: float,
    between_day_share: float | None,
    autocorrelation: float | None,
) -> dict[str, Any]:
    """Return what a window of `days` before and after detects, with all labels.

    Where nobody knows how much of the variance lies between days, what more conversations would buy
    is given for none: the most that it could be.
    """
    window = Window(n_pre=days, n_post=days)
    known = AUTOCORRELATIONS if autocorrelation is None else (0.0, autocorrelation)
    return {
        **to_json(detectable(window, threshold, sd=sd, baseline=baseline, power=power)),
        "days": days,
        "sd": sd,
        "baseline": baseline,
        "lift_percent": threshold.lift_percent,
        "alpha": threshold.alpha,
        "target_power": power,
        "cadence_days": cadence_days,
        "spurious_per_year": [
            to_json(
                spurious(
                    Window(n_pre=days, n_post=days, autocorrelation=rho),
                    threshold,
                    sd=sd,
                    baseline=baseline,
                    cadence_days=cadence_days,
                )
            )
            for rho in dict.fromkeys(known)
        ],
        "autocorrelated": [
            to_json(dependence_of(days, threshold, rho, sd=sd, baseline=baseline, power=power))
            for rho in dict.fromkeys(known)
        ],
        "between_day_share": between_day_share,
        "more_conversations": to_json(
            more_conversations(
                window,
                threshold,
                sd=sd,
                baseline=baseline,
                between_day_share=between_day_share or 0.0,
                power=power,
            )
        ),
    }


def _window(side: Side) -> dict[str, Any]:
    return {
        "first": side.first.isoformat(),
        "last": side.last.isoformat(),
        "not_scored": [day.isoformat() for day in side.missing],
        "left_out": [day.isoformat() for day in side.left_out],
    }


def _labels(decision: Decision, cadence_days: float) -> dict[str, Any]:
    rule, sd, before = decision.rule, pooled_sd(decision), decision.pre.mean
    threshold = Threshold(alpha=rule.alpha, lift_percent=rule.lift_percent)
    depends = adjusted_p(decision)
    labels: dict[str, Any] = {
        "sd": sd,
        "lift_interval_percent": lift_interval(decision),
        "autocorrelation": to_json(depends),
        "detectable": None,
        "spurious_per_year": None,
        "not_checked": list(NOT_CHECKED),
    }
    if sd and before:
        sizes = {"n_pre": len(decision.pre.scores), "n_post": len(decision.post.scores)}
        window = Window(**sizes)
        labels["detectable"] = to_json(detectable(window, threshold, sd=sd, baseline=before))
        labels["spurious_per_year"] = [
            to_json(
                spurious(
                    Window(**sizes, autocorrelation=rho),
                    threshold,
                    sd=sd,
                    baseline=before,
                    cadence_days=cadence_days,
                )
            )
            for rho in dict.fromkeys((0.0, depends.used))
        ]
    return labels
