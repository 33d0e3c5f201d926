"""Daily series for tests of the gate: windows around one edit day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from chaff.gate.decide import Decision, Rule, decide
from chaff.gate.series import Day, Series

EDIT_DAY = date(2026, 6, 15)
LATER = date(2026, 12, 1)


def series_of(
    pre: Sequence[float | None], post: Sequence[float | None], *, on_edit_day: float | None = None
) -> Series:
    """Return days that end right before the edit and start right after it; None is not scored."""
    before = [EDIT_DAY - timedelta(days=len(pre) - i) for i in range(len(pre))]
    after = [EDIT_DAY + timedelta(days=1 + i) for i in range(len(post))]
    dated = [*zip(before, pre, strict=True), (EDIT_DAY, on_edit_day)]
    dated += zip(after, post, strict=True)
    return Series(days=tuple(Day(day=day, score=score) for day, score in dated))


def decided(
    pre: Sequence[float | None],
    post: Sequence[float | None],
    *,
    rule: Rule | None = None,
    **how: object,
) -> Decision:
    """Return the decision on an edit between these two windows, long after both."""
    options = {"today": LATER, **how}
    return decide(series_of(pre, post), EDIT_DAY, rule or Rule(), **options)  # type: ignore[arg-type]
