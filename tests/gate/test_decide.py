import json
import math
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.gate.decide import Rule, decide
from chaff.gate.facts import decision_facts
from chaff.gate.series import Day, Series
from tests.support.days import EDIT_DAY, LATER, decided, series_of

CASE = Path(__file__).resolve().parents[2] / "../shared/cases/inputs/st-01-constant-and-empty-days"
VECTOR = Path(__file__).resolve().parents[2] / "../shared/vectors/prepost.json"
with_case = pytest.mark.skipif(
    not CASE.is_dir(), reason="the shared cases are not beside this checkout"
)

LOW = (6.9, 7.1) * 7
HIGH = (7.9, 8.1) * 7
SPREAD = (4.0, 10.0) * 7


def daily_means(days):
    """A day's score: the mean of its conversations, weighted by their length."""
    return [
        sum(score * length for score, length in day) / sum(length for _, length in day)
        if day
        else None
        for day in days
    ]


@pytest.mark.parametrize(
    ("pre", "post", "outcome", "reason"),
    [
        (LOW, HIGH, "KEPT", "lift +14.29 % reaches +5 %"),
        (HIGH, LOW, "REVERT", "lift -12.50 % reaches -5 %"),
        (LOW, (7.0, 7.4) * 7, "INCONCLUSIVE", "lies between -5 % and +5 %"),
        (SPREAD, (4.6, 10.0) * 7, "INCONCLUSIVE", "is not below 0.1"),
        ((7.0,) * 14, (8.0,) * 14, "INCONCLUSIVE", "zero variance in both windows"),
        ((7.0,) * 14, HIGH, "KEPT", "reaches +5 %"),
        ((0.0,) * 14, HIGH, "INCONCLUSIVE", "the mean before is 0"),
    ],
    ids=["better", "worse", "small", "noisy", "constant", "one-constant", "from-nothing"],
)
def test_theory_outcomes_and_reasons(pre, post, outcome, reason):
    decision = decided(pre, post)
    assert decision.outcome == outcome
    assert any(reason in each for each in decision.reasons), decision.reasons


@pytest.mark.parametrize(
    ("post", "outcome"),
    [
        ((7.3, 7.4) * 7, "KEPT"),
        ((7.29, 7.409) * 7, "INCONCLUSIVE"),
        ((6.6, 6.7) * 7, "REVERT"),
        ((6.601, 6.7) * 7, "INCONCLUSIVE"),
    ],
    ids=["exactly-5", "just-below", "exactly-minus-5", "just-above"],
)
def test_theory_exactly_five_percent_counts_though_floats_say_less(post, outcome):
    assert (7.35 - 7.0) / 7.0 < 0.05
    assert decided((6.99, 7.01) * 7, post).outcome == outcome


def test_theory_a_threshold_is_the_number_as_written():
    # 8.0 to 8.008 is 0.1 %; the float 0.1 is a little more than that.
    rule = Rule(lift_percent=0.1)
    assert decided((7.999, 8.001) * 7, (8.007, 8.009) * 7, rule=rule).outcome == "KEPT"


@pytest.mark.parametrize("side", ["before", "after"])
@pytest.mark.parametrize(("n_scored", "enough"), [(9, False), (10, True)])
def test_theory_ten_scored_days_a_side(side, n_scored, enough):
    windows = {"before": LOW, "after": HIGH}
    windows[side] = (*windows[side][:n_scored], *(None,) * (14 - n_scored))
    decision = decided(windows["before"], windows["after"])
    assert decision.outcome == ("KEPT" if enough else "INCONCLUSIVE")
    if not enough:
        [reason] = decision.reasons
        assert f"9 scored days {side}, 10 needed; not scored: " in reason
        assert reason.count("2026-") == 5


def test_theory_the_edit_day_and_days_left_out_do_not_count():
    series = series_of(LOW, HIGH, on_edit_day=0.0)
    trigger = EDIT_DAY - timedelta(days=1)
    worse = tuple(
        msgspec.structs.replace(each, score=0.0) if each.day == trigger else each
        for each in series.days
    )
    decision = decide(Series(days=worse), EDIT_DAY, Rule(), today=LATER, leave_out={trigger})
    assert len(decision.pre.scores) == 13
    assert decision.pre.left_out == (trigger,)
    assert min(decision.pre.values) > 6
    assert decision.outcome == "KEPT"


def test_theory_one_look_at_the_end_of_the_window():
    series = series_of(LOW, HIGH[:12])
    last = EDIT_DAY + timedelta(days=14)
    early = decide(series, EDIT_DAY, Rule(), today=last)
    assert early.outcome == "INCONCLUSIVE"
    assert early.test is None
    assert early.lift_percent is None
    [reason] = early.reasons
    assert reason == "window not over: it ends on 2026-06-29, and there is one look, at its end"
    over = decide(series, EDIT_DAY, Rule(), today=last + timedelta(days=1))
    assert over.outcome == "KEPT"


def test_theory_the_series_itself_can_show_that_the_window_is_over():
    assert decided(LOW, HIGH, today=EDIT_DAY).outcome == "KEPT"


@pytest.mark.parametrize(
    ("changed_on", "outcome"),
    [(-15, "KEPT"), (-14, "KEPT"), (-3, "INCONCLUSIVE"), (0, "INCONCLUSIVE"), (7, "INCONCLUSIVE")],
)
def test_theory_a_rubric_change_inside_the_windows(changed_on, outcome):
    first = EDIT_DAY + timedelta(days=changed_on)
    days = tuple(
        msgspec.structs.replace(each, rubric="new" if each.day >= first else "old")
        for each in series_of(LOW, HIGH).days
    )
    decision = decide(Series(days=days), EDIT_DAY, Rule(), today=LATER)
    assert decision.outcome == outcome
    assert (decision.test is None) is (outcome == "INCONCLUSIVE")
    if outcome == "INCONCLUSIVE":
        assert decision.reasons == (
            "rubric changed inside the windows: the scores cannot be compared",
        )


@with_case
@pytest.mark.parametrize("mirrored", [False, True])
def test_another_implementation_case_st_01_constant(mirrored):
    case = json.loads((CASE / "constant.json").read_text())
    windows = [daily_means(case["pre"]), daily_means(case["post"])]
    # The trap is there: the floats are not all equal.
    assert len(set(windows[0])) > 1
    decision = decided(*(windows[::-1] if mirrored else windows))
    assert decision.outcome == "INCONCLUSIVE"
    assert decision.test is None
    assert abs(decision.lift_percent) > 5
    assert any("zero variance" in reason for reason in decision.reasons)


@with_case
def test_another_implementation_case_st_01_one_window_constant():
    case = json.loads((CASE / "constant.json").read_text())
    assert decided(daily_means(case["pre"]), HIGH).outcome == "KEPT"


@with_case
def test_another_implementation_case_st_01_gaps():
    case = json.loads((CASE / "gaps.json").read_text())
    expected = json.loads((CASE / "expected.json").read_text())["gaps.json"]
    decision = decided(daily_means(case["pre"]), HIGH)
    assert len(decision.pre.scores) == expected["scored_days"]
    assert len(decision.pre.missing) == 5
    assert decision.outcome == "INCONCLUSIVE"


@pytest.mark.skipif(not VECTOR.is_file(), reason="the shared vectors are not beside this checkout")
def test_another_implementation_the_vector_is_inconclusive_by_size():
    vector = json.loads(VECTOR.read_text())
    decision = decided(vector["pre"], vector["post"])
    assert decision.outcome == "INCONCLUSIVE"
    assert decision.test.p_value == pytest.approx(vector["welch_p"], rel=1e-12)
    assert decision.lift_percent == pytest.approx(100 * vector["lift"], rel=1e-12)


scores = st.one_of(st.none(), st.integers(0, 100).map(lambda n: n / 10))
windows = st.lists(scores, min_size=14, max_size=14)


@given(windows, windows)
def test_self_swapped_windows_never_both_keep(pre, post):
    one, other = decided(pre, post), decided(post, pre)
    assert not (one.outcome == other.outcome == "KEPT")
    if one.test and other.test:
        assert other.test.t == -one.test.t


@given(windows, windows, st.lists(scores, max_size=40))
def test_self_once_decided_it_stays_decided(pre, post, later):
    series = series_of(pre, post)
    start = EDIT_DAY + timedelta(days=15)
    more = tuple(Day(day=start + timedelta(days=i), score=score) for i, score in enumerate(later))
    longer = Series(days=(*series.days, *more))
    first = decide(series, EDIT_DAY, Rule(), today=start)
    again = decide(longer, EDIT_DAY, Rule(), today=LATER)
    assert again == first
    assert again.reasons == first.reasons


@given(windows, windows)
def test_self_facts_hold_no_nan_and_no_zero_for_unknown(pre, post):
    decision = decided(pre, post)
    facts = decision_facts(decision, cadence_days=3)
    assert json.loads(json.dumps(facts, allow_nan=False))
    assert facts["verdict"] in {"KEPT", "REVERT", "INCONCLUSIVE"}
    assert facts["reasons"]
    assert (facts["pre_mean"] is None) is not any(score is not None for score in pre)
    assert facts["p_value"] is None or math.isfinite(facts["t"])
