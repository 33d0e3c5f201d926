import numpy as np
import pytest

from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.matrix import Matrix
from chaff.stats.power import (
    draw_weights,
    _long_counts,
    _above_zero,
    _short_counts,
    simulate_power,
)


@pytest.fixture(scope="module")
def twelve_by_five():
    return simulate_power(12, 5, DEFAULT_ADMISSION)


@pytest.mark.parametrize(
    ("effect", "chance"), [(0.0, 0.03), (0.15, 0.45), (0.20, 0.68), (0.25, 0.84), (0.30, 0.94)]
)
def test_against_an_independent_simulation(twelve_by_five, effect, chance):
    """The reference figures were simulated by hand, with other code and another seed."""
    assert twelve_by_five.admitted[effect] == pytest.approx(chance, abs=0.04)


def test_more_items_find_more_and_admit_fewer_useless_rules(twelve_by_five):
    larger = simulate_power(36, 5, DEFAULT_ADMISSION)
    assert larger.detectable_80 < twelve_by_five.detectable_80
    assert larger.useless_admitted < twelve_by_five.useless_admitted


def test_an_effect_at_the_threshold_is_admitted_at_most_half_the_time():
    for n_items in (12, 50, 100):
        power = simulate_power(n_items, 5, DEFAULT_ADMISSION, simulations=1000)
        assert power.admitted[0.15] <= 0.5 + 2 * power.monte_carlo_se


def test_the_same_seed_gives_the_same_figures(twelve_by_five):
    assert simulate_power(12, 5, DEFAULT_ADMISSION) == twelve_by_five


def test_the_interval_condition_is_the_verdicts_own():
    """Against another implementation: the fast interval here and `admit`, on random matrices."""
    generator = np.random.default_rng(7)
    weights = draw_weights(12, DEFAULT_ADMISSION)
    for _ in range(60):
        control = generator.integers(0, 4, 12)
        removed = np.clip(control + generator.integers(-1, 3, 12), 0, 5)
        matrix = Matrix(
            repeats=5,
            present=tuple(int(x) for x in control),
            removed=tuple(int(x) for x in removed),
            control=tuple(int(x) for x in control),
        )
        fast = _above_zero((removed - control)[None, :], DEFAULT_ADMISSION, weights)
        assert bool(fast) == admit(matrix, DEFAULT_ADMISSION).bounds.above_zero


def test_both_ways_to_count_draws_agree():
    """Against itself: totals in bytes and in a product of matrices."""
    weights = draw_weights(12, DEFAULT_ADMISSION)
    difference = np.random.default_rng(5).integers(-5, 6, (300, 12))
    short = list(_short_counts(difference, weights))
    assert short == list(_long_counts(difference, weights))
    assert len(set(short)) > 100
