import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.gate.facts import decision_facts, power_facts
from chaff.gate.power import Threshold
from tests.support.days import EDIT_DAY, decided


def test_unknown_is_null_before_the_window_is_over():
    decision = decided((6.9, 7.1) * 7, (7.9, 8.1) * 3, today=EDIT_DAY)
    facts = decision_facts(decision, cadence_days=3)
    for name in ("p_value", "t", "df", "lift_percent", "post_mean"):
        assert facts[name] is None
    assert facts["verdict"] == "INCONCLUSIVE"
    assert facts["windows"]["post"]["not_scored"] == []


def test_days_without_a_score_are_named():
    facts = decision_facts(decided((None, *(6.9, 7.1) * 6, 7.0), (7.9, 8.1) * 7), cadence_days=3)
    assert facts["pre_days"] == 13
    assert facts["windows"]["pre"]["not_scored"] == ["2026-06-01"]


@pytest.mark.parametrize(
    ("autocorrelation", "shown"),
    [(None, [0.0, 0.3, 0.6]), (0.0, [0.0]), (0.44, [0.0, 0.44])],
    ids=["unknown", "none", "known"],
)
def test_false_verdicts_are_shown_for_what_is_known(autocorrelation, shown):
    facts = power_facts(
        14,
        Threshold(),
        sd=0.6,
        baseline=7.0,
        power=0.8,
        cadence_days=3,
        between_day_share=0,
        autocorrelation=autocorrelation,
    )
    assert [row["autocorrelation"] for row in facts["spurious_per_year"]] == shown


@settings(deadline=None, max_examples=25)
@given(
    st.integers(2, 366),
    st.floats(1e-6, 1e6),
    st.floats(1e-6, 1e6),
    st.floats(0.01, 1000),
    st.floats(0.0001, 0.49),
    st.floats(0.5, 0.9999),
    st.floats(0, 0.95),
)
def test_any_numbers_the_command_takes_give_finite_ones(
    days, sd, baseline, lift, alpha, power, rho
):
    facts = power_facts(
        days,
        Threshold(alpha=alpha, lift_percent=lift),
        sd=sd,
        baseline=baseline,
        power=power,
        cadence_days=3,
        between_day_share=0.5,
        autocorrelation=rho,
    )
    assert json.loads(json.dumps(facts, allow_nan=False))
