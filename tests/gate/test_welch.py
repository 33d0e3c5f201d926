"""Numbers named "another implementation" are from SciPy 1.17.1 and `vectors/prepost.json`."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chaff.gate.welch import is_constant, welch

VECTOR = Path(__file__).resolve().parents[2] / "../shared/vectors/prepost.json"
PRE = (6.8, 7.3, 7.1, 6.9, 7.4, 6.5, 6.6, 7.0)
POST = (7.2, 7.6, 7.3, 7.5, 7.1)
scores = st.lists(st.integers(0, 1000).map(lambda n: n / 100), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("pre", "post"),
    [((), (7.0, 7.1)), ((7.0,), (7.0, 7.1)), ((7.0, 7.0), (8.0, 8.0)), ((0.1 + 0.2, 0.3), (1, 1))],
    ids=["no-day", "one-day", "two-constants", "float-noise"],
)
def test_input_undefined_is_none_not_nan(pre, post):
    assert welch(pre, post, scale=10) is None


@pytest.mark.parametrize(
    ("values", "scale", "constant"),
    [
        ((7.299999999999999, 7.3, 7.300000000000001), 10, True),
        ((7.3, 7.3001), 10, False),
        ((7.3, 7.3001), 1_000_000, True),
        ((0.0, 1e-17), 10, True),
    ],
)
def test_theory_variance_is_relative_to_the_scale(values, scale, constant):
    assert is_constant(values, scale=scale) is constant


def test_theory_equal_variances_and_sizes_are_students_case():
    test = welch((1.0, 2.0, 3.0), (2.0, 3.0, 4.0), scale=10)
    assert test.df == pytest.approx(4)
    assert test.t == pytest.approx((3 / 2) ** 0.5)


@given(scores, scores)
def test_another_implementation_scipy_to_1e_12(pre, post):
    from scipy import stats

    assume(not (is_constant(pre, scale=10) or is_constant(post, scale=10)))
    test = welch(pre, post, scale=10)
    result = stats.ttest_ind(post, pre, equal_var=False)
    assert test.t == pytest.approx(result.statistic, rel=1e-12, abs=1e-12)
    assert test.df == pytest.approx(result.df, rel=1e-12)
    assert test.p_value == pytest.approx(result.pvalue, rel=1e-10, abs=1e-12)


def test_another_implementation_one_constant_window_is_an_ordinary_test():
    # With no variance on one side Welch's test is the one-sample t-test of the other.
    from scipy import stats

    test = welch((7.0,) * 8, PRE, scale=10)
    result = stats.ttest_1samp(PRE, 7.0)
    assert test.df == pytest.approx(len(PRE) - 1, rel=1e-12)
    assert test.p_value == pytest.approx(result.pvalue, rel=1e-12)


@pytest.mark.skipif(not VECTOR.is_file(), reason="the shared vectors are not beside this checkout")
def test_another_implementation_the_vector():
    vector = json.loads(VECTOR.read_text())
    test = welch(vector["pre"], vector["post"], scale=10)
    assert test.t == pytest.approx(vector["welch_t"], rel=1e-12)
    assert test.df == pytest.approx(vector["welch_df"], rel=1e-12)
    assert test.p_value == pytest.approx(vector["welch_p"], rel=1e-12)


def test_self_swapped_windows_flip_the_sign_only():
    one, other = welch(PRE, POST, scale=10), welch(POST, PRE, scale=10)
    assert (other.t, other.df, other.p_value) == (-one.t, one.df, one.p_value)
    assert one.t > 0


@given(scores, scores, st.randoms())
def test_self_the_order_of_days_changes_nothing(pre, post, rng):
    shuffled = pre.copy()
    rng.shuffle(shuffled)
    assert welch(shuffled, post, scale=10) == welch(pre, post, scale=10)
