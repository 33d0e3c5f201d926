"""Words for what the gate's two doors found: one fact a line, thresholds with what they detect."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from chaff.gate.inside import spans

_WIDTH: Final = 46


def power_lines(facts: dict[str, Any]) -> list[str]:
    """Return what a window can detect, for a terminal."""
    days, lift, alpha = facts["days"], facts["lift_percent"], facts["alpha"]
    head = (
        f"{days} scored days before and {days} after; daily SD {facts['sd']:.3g}, "
        f"mean {facts['baseline']:.4g}; p < {alpha:g} and lift {lift:g} %"
    )
    return [
        head,
        "",
        *_detectable(facts, facts["target_power"], lift, alpha),
        *_spurious(facts["spurious_per_year"], facts["cadence_days"]),
        "",
        *_dependence(facts["autocorrelated"], facts["target_power"]),
        "",
        *_volume(facts),
    ]


def decision_lines(facts: dict[str, Any]) -> list[str]:
    """Return a verdict's card, for a terminal."""
    labels, rule = facts["labels"], facts["rule"]
    lines = [
        f"{facts['verdict']}: edit of {facts['edit_day']}",
        *(f"  {reason}" for reason in facts["reasons"]),
        "",
        *(_side(name, facts) for name in ("pre", "post")),
    ]
    if facts["p_value"] is not None:
        lines += [
            _row("Welch's t-test", f"t {facts['t']:.4g}, df {facts['df']:.4g}, "
                 f"p {facts['p_value']:.4g}"),
            *_estimate(facts),
            *_autocorrelation(labels["autocorrelation"]),
        ]  # fmt: skip
    if labels["detectable"]:
        lines += ["", "What this window could detect:"]
        lines += _detectable(labels["detectable"], 0.8, rule["lift_percent"], rule["alpha"])
    return [*lines, "", f"Not checked here: {'; '.join(labels['not_checked'])}."]


def _detectable(found: dict[str, Any], power: float, lift: float, alpha: float) -> list[str]:
    needed = found["days_needed"]
    which = {
        "test": f"p < {alpha:g} (the lift threshold hardly matters)",
        "lift": f"the lift of {lift:g} %",
    }
    return [
        _row(
            f"smallest effect caught {100 * power:.0f} % of the time",
            f"{found['mde_sd']:.2f} SD = {found['mde_points']:.2f} points = "
            f"{found['mde_percent']:.1f} % of the mean",
        ),
        _row(
            f"an edit that delivers exactly +{lift:g} %",
            f"p < {alpha:g} {_percent(found['power'])}, KEPT {_percent(found['p_kept'])}, "
            f"REVERT {_percent(found['p_revert'])}",
        ),
        _row(
            f"days a side to catch {lift:g} %",
            f"{needed}" if needed is not None else "more than a million",
        ),
        _row("the threshold that binds", which[found["binding"]]),
    ]


def _spurious(rows: list[dict[str, Any]], cadence_days: float) -> list[str]:
    return [
        _row(
            f"false verdicts a year, an edit every {cadence_days:g} days",
            f"KEPT {row['kept']:.1f}, REVERT {row['revert']:.1f} "
            f"at autocorrelation {row['autocorrelation']:.2g}",
        )
        for row in rows
    ]


def _dependence(rows: list[dict[str, Any]], power: float) -> list[str]:
    lines = []
    for row in rows:
        if not row["autocorrelation"]:
            continue
        percent = row["mde_percent"]
        caught = (
            f"catches {percent:.1f} % {100 * power:.0f} % of the time"
            if percent is not None
            else "too few to test"
        )
        lines.append(
            _row(
                f"at autocorrelation {row['autocorrelation']:.2g}, an honest p",
                f"has {row['effective_days']:.1f} effective days, {caught}",
            )
        )
    return lines


def _volume(facts: dict[str, Any]) -> list[str]:
    share = facts["between_day_share"]
    between = "no variance" if share == 0 else f"{100 * (share or 0):.0f} % of the variance"
    known = f"{between} between days"
    unknown = "at most: the variance between days is not known"
    return [
        f"More conversations a day ({unknown if share is None else known}):",
        *(
            _row(
                f"  {row['factor']} times as many",
                f"SD {row['sd']:.3g}, catches {row['mde_percent']:.1f} %, "
                f"needs {row['days_needed'] or 'more than a million'} days",
            )
            for row in facts["more_conversations"]
        ),
    ]


def _side(name: str, facts: dict[str, Any]) -> str:
    window, mean = facts["windows"][name], facts[f"{name}_mean"]
    missing = window["not_scored"]
    shown = "not looked at" if mean is None else f"mean {mean:.4g}"
    gaps = f"; not scored: {spans(map(date.fromisoformat, missing))}" if missing else ""
    label = {"pre": "before", "post": "after"}[name]
    return _row(
        f"{label}, {window['first']} to {window['last']}",
        f"{facts[f'{name}_days']} scored days, {shown}{gaps}",
    )


def _estimate(facts: dict[str, Any]) -> list[str]:
    interval, lift = facts["labels"]["lift_interval_percent"], facts["lift_percent"]
    if interval is None or lift is None:
        return []
    low, high = interval
    nominal = 100 * (1 - facts["rule"]["alpha"])
    return [_row("lift", f"{lift:+.2f} % ({nominal:.0f} % interval {low:+.1f} to {high:+.1f} %)")]


def _autocorrelation(label: dict[str, Any]) -> list[str]:
    source = "assumed" if label["lag_one"] is None else "estimated"
    values = {"Welch": label["welch_p"], "generalised least squares": label["gls_p"]}
    left = ", ".join(f"{name} p {value:.4g}" for name, value in values.items() if value is not None)
    return [_row(f"at autocorrelation {label['used']:.2f} ({source})", left or "no p is left")]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance >= 0.01 else "under 1 %"


def _row(label: str, value: str) -> str:
    return f"{label:<{_WIDTH}} {value}"
