"""The card of a verdict: estimate, interval, what it would catch, budget, what else happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chaff.gate.story import Story
    from chaff.shapes.gate import Gate
    from chaff.shapes.gate_ledger import Numbers, Verdict

_WIDTH: Final = 17
_TESTS: Final = {"gls": "generalised least squares", "welch": "Welch's t-test"}


def card_lines(verdict: Verdict, gate: Gate, story: Story) -> list[str]:
    """Return the card of a verdict; `story` says what became of it."""
    numbers = verdict.numbers
    past = "retrospective, " if verdict.retrospective else ""
    names = " and ".join(_edit(name, story) for name in verdict.edits)
    return [
        f"{verdict.outcome}: {names} ({past}{verdict.id} of {verdict.day})",
        *(f"  {reason}" for reason in verdict.reasons),
        *_estimate(numbers),
        _row("before", _side(numbers.pre_days, numbers.pre_mean)),
        _row("after", _side(numbers.post_days, numbers.post_mean)),
        *_test(numbers),
        *_rows("in the windows", verdict.inside or ("nothing else that the gate knows of",)),
        *_budget(numbers, gate),
        _row("what follows", follows(verdict, gate, story)),
    ]


def follows(verdict: Verdict, gate: Gate, story: Story) -> str:
    """Return what a verdict leads to, or has led to."""
    from chaff.gate.lookup import of_kind
    from chaff.shapes.gate_ledger import Proposal, Revert

    back = next(
        (each for each in of_kind(story.changes, Revert) if each.verdict == verdict.id), None
    )
    asked = next((e for e in of_kind(story.lines, Proposal) if e.verdict == verdict.id), None)
    if back is not None:
        merged = ", what was written since was kept" if back.merged else ""
        return f"taken back, as {back.id}{merged}"
    if asked is not None:
        return f"a person is asked: {asked.id}"
    if verdict.action == "none":
        why = "about the time before the gate" if verdict.retrospective else "dry run"
        return f"nothing: {why}"
    if verdict.action == "probation":
        due = _last_day(verdict, story) + timedelta(days=gate.probation_days)
        return f"it stays, on probation; on {due} a person is asked"
    words = {"keep": "the edit stays", "revert": "it is taken back", "propose": "a person is asked"}
    return words[verdict.action]


def _edit(name: str, story: Story) -> str:
    edit = story.edit(name)
    return name if edit is None else f"{name} of {edit.day}"


def _last_day(verdict: Verdict, story: Story) -> date:
    days = [edit.day for name in verdict.edits if (edit := story.edit(name))]
    return max(days, default=verdict.day)


def _estimate(numbers: Numbers) -> list[str]:
    if numbers.lift_percent is None:
        return []
    around = ""
    if numbers.interval_percent is not None:
        low, high = numbers.interval_percent
        nominal = 100 * (1 - numbers.alpha)
        around = f" ({nominal:.3g} % interval {low:+.1f} to {high:+.1f} %)"
    rows = [_row("lift", f"{numbers.lift_percent:+.2f} %{around}")]
    if numbers.mde_percent is not None:
        text = f"{numbers.mde_percent:.1f} % or more, 4 times in 5; less is mostly missed"
        rows.append(_row("would catch", text))
    return rows


def _side(days: Sequence[date], mean: float | None) -> str:
    from chaff.gate.inside import spans

    shown = "" if mean is None else f", mean {mean:.3f}"
    when = f": {spans(days)}" if days else ""
    return f"{len(days)} scored days{shown}{when}"


def _test(numbers: Numbers) -> list[str]:
    if numbers.p_value is None:
        return []
    text = f"{_TESTS[numbers.test]}, p {numbers.p_value:.4g} against {numbers.alpha:.4g}"
    if numbers.autocorrelation is not None and numbers.test == "gls":
        text += f", autocorrelation {numbers.autocorrelation:.2f}"
    rows = [_row("test", text)]
    if numbers.dependent_p is not None:
        rows.append(_row("", f"which takes days for independent: autocorrelation "
                             f"{numbers.autocorrelation:.2f} would leave p "
                             f"{numbers.dependent_p:.4g}"))  # fmt: skip
    if numbers.test != "welch" and numbers.welch_p is not None:
        rows.append(_row("", f"Welch's t-test alone, which takes days for independent, would "
                             f"say p {numbers.welch_p:.4g}"))  # fmt: skip
    return rows


def _budget(numbers: Numbers, gate: Gate) -> list[str]:
    if numbers.test == "welch" and gate.preset == "attributable":
        return [_row("budget", "nothing spent: the past is judged by the article's rule")]
    if gate.preset == "article":
        return [_row("budget", "none: preset article does not bound its false verdicts")]
    if numbers.budget_left is None:
        return [_row("budget", "nothing spent: no test was looked at")]
    left = f"{numbers.budget_left:.2f} of {gate.false_verdicts_a_year:g} false verdicts left"
    return [_row("budget", f"{left} in 365 days")]


def _rows(label: str, values: Sequence[str]) -> list[str]:
    return [_row(label if number == 0 else "", value) for number, value in enumerate(values)]


def _row(label: str, value: str) -> str:
    return f"  {label:<{_WIDTH}} {value}"
