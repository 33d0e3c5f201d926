from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.stats.holm import holm

p_values = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3),
    st.fractions(0, 1, max_denominator=4096),
    max_size=8,
)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({}, {}),
        ({"a": "1/100"}, {"a": "1/100"}),
        # Holm 1979: 0.01·4, 0.02·3 (= 0.06), 0.03·2 (= 0.06), 0.005·... in order of size.
        (
            {"a": "4/100", "b": "1/100", "c": "3/100", "d": "5/1000"},
            {"a": "6/100", "b": "3/100", "c": "6/100", "d": "2/100"},
        ),
        ({"a": "1/2", "b": "9/10"}, {"a": "1", "b": "1"}),
        ({"a": "1/4", "b": "1/4"}, {"a": "1/2", "b": "1/2"}),
    ],
    ids=["none", "one", "four", "capped", "ties"],
)
def test_theory_worked_examples(given_, expected):
    result = holm({rule: Fraction(p) for rule, p in given_.items()})
    assert result == {rule: Fraction(p) for rule, p in expected.items()}
    assert list(result) == list(given_)


@given(p_values)
def test_another_implementation_by_its_definition(values):
    # Rejected at alpha by the step-down procedure, for every alpha that matters.
    adjusted = holm(values)
    for alpha in set(adjusted.values()):
        left = sorted(values, key=lambda rule: values[rule])
        while left and values[left[0]] * len(left) <= alpha:
            left.pop(0)
        if alpha < 1:
            assert {rule for rule, p in adjusted.items() if p > alpha} == set(left)


@given(p_values)
def test_self_never_smaller_and_order_kept(values):
    adjusted = holm(values)
    assert all(values[rule] <= p <= 1 for rule, p in adjusted.items())
    ranked = sorted(values, key=lambda rule: values[rule])
    assert [adjusted[rule] for rule in ranked] == sorted(adjusted.values())
