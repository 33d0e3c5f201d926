import math

import pytest
import scipy.stats

from chaff.stats.precision import precision

CASES = [(0, 1), (1, 1), (0, 20), (20, 20), (19, 20), (1, 3), (49, 50), (250, 300), (2000, 2001)]


@pytest.mark.parametrize(("right", "read"), CASES)
def test_against_another_implementation(right, read):
    """scipy 1.17.1, binomtest(...).proportion_ci(method='exact')."""
    expected = scipy.stats.binomtest(right, read).proportion_ci(method="exact")
    found = precision(right, read)
    assert found.lower == pytest.approx(expected.low, abs=1e-9)
    assert found.upper == pytest.approx(expected.high, abs=1e-9)


@pytest.mark.parametrize("read", [1, 5, 20, 60])
def test_against_theory_all_right(read):
    """With no failure the lower bound is (alpha / 2) ** (1 / n)."""
    found = precision(read, read)
    assert found.upper == 1.0
    assert math.isclose(found.lower, 0.025 ** (1 / read), abs_tol=1e-12)


@pytest.mark.parametrize(("right", "read"), CASES)
def test_against_itself_right_and_wrong_swapped(right, read):
    found, swapped = precision(right, read), precision(read - right, read)
    assert found.lower == pytest.approx(1 - swapped.upper, abs=1e-9)


def test_nothing_read_says_nothing():
    found = precision(0, 0)
    assert (found.lower, found.upper) == (0.0, 1.0)


@pytest.mark.parametrize(("right", "read"), [(2, 1), (-1, 3)])
def test_input_checks(right, read):
    with pytest.raises(ValueError, match="is no share"):
        precision(right, read)
