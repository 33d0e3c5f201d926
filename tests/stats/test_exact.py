"""Numbers named "another implementation" are from SciPy 1.17.1."""

import itertools
import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.bootstrap import bootstrap_bounds
from chaff.stats.exact import exact_bounds, sign_flip_cases, sign_flip_p
from tests.support.matrices import TABLE

BOUNDS = {"at-the-threshold": (4, 14), "lower-bound-zero": (0, 18), "all-five": (60, 60)}
few = st.lists(st.integers(-4, 4), min_size=1, max_size=6)


def bounds_of(differences, admission=DEFAULT_ADMISSION):
    bounds = exact_bounds(differences, admission)
    return bounds.lower, bounds.upper


def enumerated(differences, admission):
    """Every one of the n^n draws, one by one."""
    n = len(differences)
    totals = Counter(map(sum, itertools.product(differences, repeat=n)))

    def smallest(rank):
        return min(
            t
            for t in totals
            if Fraction(sum(c for u, c in totals.items() if u <= t), n**n)
            >= Fraction(rank, admission.draws)
        )

    return smallest(admission.lower_rank), smallest(admission.upper_rank)


@pytest.mark.parametrize("name", TABLE)
def test_theory_the_table_of_the_design(name):
    assert bounds_of(TABLE[name]) == BOUNDS[name]


def test_theory_one_item_differs_so_the_sum_is_binomial():
    # T/5 is binomial(12, 1/12): P(0) = 0.352, P(<= 3) = 0.985, P(<= 2) = 0.928.
    assert bounds_of((5,) + (0,) * 11) == (0, 15)


def test_theory_a_probability_equal_to_the_rank_is_enough():
    # T is 0, 1, 2 with chances 1/4, 1/2, 1/4.
    quartiles = msgspec.structs.replace(
        DEFAULT_ADMISSION, draws=1000, lower_rank=250, upper_rank=750
    )
    assert bounds_of((0, 1), quartiles) == (0, 1)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ((5,) * 12, Fraction(1, 4096)),
        ((0,) * 12, Fraction(1)),
        ((-5,) * 12, Fraction(1)),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1), Fraction(13, 4096)),
    ],
)
def test_theory_sign_flips(differences, p):
    assert sign_flip_p(differences) == p


@given(few)
def test_another_implementation_every_draw(differences):
    admission = msgspec.structs.replace(
        DEFAULT_ADMISSION, draws=1000, lower_rank=25, upper_rank=975
    )
    assert bounds_of(differences, admission) == enumerated(differences, admission)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9))
def test_another_implementation_every_sign(differences):
    flips = itertools.product((1, -1), repeat=len(differences))
    at_least = sum(
        sum(sign * d for sign, d in zip(signs, differences, strict=True)) >= sum(differences)
        for signs in flips
    )
    assert sign_flip_cases(differences) == at_least


@pytest.mark.parametrize("name", TABLE)
def test_another_implementation_scipy_permutation_test(name):
    import numpy as np
    from scipy import stats

    result = stats.permutation_test(
        (np.array(TABLE[name]),),
        np.sum,
        permutation_type="samples",
        alternative="greater",
        n_resamples=np.inf,
    )
    assert float(sign_flip_p(TABLE[name])) == pytest.approx(result.pvalue, rel=1e-12)


def test_another_implementation_many_draws_agree():
    rng = random.Random(7)  # noqa: S311
    for _ in range(20):
        differences = [rng.randint(-5, 5) for _ in range(rng.randint(12, 30))]
        [drawn] = bootstrap_bounds([differences], DEFAULT_ADMISSION)
        exact = exact_bounds(differences, DEFAULT_ADMISSION)
        spread = 6 + sum(abs(d) for d in differences) // 20
        assert drawn.lower == pytest.approx(exact.lower, abs=spread)
        assert drawn.upper == pytest.approx(exact.upper, abs=spread)


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=40), st.randoms())
def test_self_order_changes_nothing(differences, rng):
    shuffled = differences.copy()
    rng.shuffle(shuffled)
    assert bounds_of(shuffled) == bounds_of(differences)
    assert sign_flip_cases(shuffled) == sign_flip_cases(differences)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=12))
def test_self_both_tails_share_the_ties(differences):
    # P(T >= s) + P(T >= -s) = 1 + P(T = s), for the law is symmetric.
    n = len(differences)
    more = sign_flip_cases(differences)
    less = sign_flip_cases([-d for d in differences])
    assert 2**n < more + less <= 2 ** (n + 1)


def test_self_the_largest_matrix_is_quick_and_whole():
    rng = random.Random(3)  # noqa: S311
    differences = [rng.randint(-20, 20) for _ in range(200)]
    lower, upper = bounds_of(differences)
    assert lower < sum(differences) < upper
    assert 0 < sign_flip_p(differences) < 1
