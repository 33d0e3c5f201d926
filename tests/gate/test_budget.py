from datetime import timedelta

import pytest

from chaff.gate.budget import budget_on, fresh_budget
from chaff.shapes.gate_ledger import Numbers, Verdict
from tests.support.gates import START

HASH = "sha256:" + "0" * 64


def verdict(day, alpha, *, looked=True, test="gls"):
    numbers = Numbers(
        test=test, alpha=alpha, p_value=0.5 if looked else None, welch_p=None, lift_percent=None,
        interval_percent=None, mde_percent=None, pre_mean=None, post_mean=None, pre_days=(),
        post_days=(), autocorrelation=None, budget_left=None,
    )  # fmt: skip
    return Verdict(
        edits=("edit-0001",), outcome="INCONCLUSIVE", action="none", reasons=("x",),
        numbers=numbers, gate_hash=HASH, rubric_hash=HASH, day=day, at="2026-01-05T06:00:00Z",
    )  # fmt: skip


def test_a_fresh_year_is_shared_evenly():
    budget = fresh_budget(1, 14)
    assert (budget.slots, budget.alpha) == (25, pytest.approx(0.04))


@pytest.mark.parametrize(
    ("a_year", "alpha"), [(0.5, 0.02), (1, 0.04), (2, 0.05), (100, 0.05)], ids=str
)
def test_no_level_is_above_five_per_cent(a_year, alpha):
    assert fresh_budget(a_year, 14).alpha == pytest.approx(alpha)


@pytest.mark.parametrize("a_year", [0.3, 1, 3])
def test_any_365_days_stay_within_the_budget(a_year):
    lines, day = [], START
    for number in range(120):
        alpha = budget_on(lines, day, a_year=a_year, window_days=14).alpha
        lines.append(verdict(day, alpha))
        day += timedelta(days=15 if number % 7 else 9)
    for end in range(0, 2000, 5):
        last = START + timedelta(days=end)
        inside = [v.numbers.alpha for v in lines if last - timedelta(days=365) < v.day <= last]
        assert sum(inside) <= a_year + 1e-9


def test_what_looked_at_no_test_spends_nothing():
    lines = [verdict(START, 0.04, looked=False), verdict(START, 0.1, test="welch")]
    assert budget_on(lines, START, a_year=1, window_days=14) == fresh_budget(1, 14)


def test_a_budget_that_is_spent_is_zero_and_never_below():
    lines = [verdict(START, 0.05) for _ in range(30)]
    assert budget_on(lines, START, a_year=1, window_days=14).alpha == 0
