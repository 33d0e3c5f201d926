import numpy as np
import pytest

from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.draws import draw_weights
from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
from chaff.stats.matrix import Matrix
from chaff.stats.power import judge_all, simulate_power


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


def test_another_implementation_every_condition_is_the_verdicts_own():
    """The simulation's verdicts and guards against `admit` and `apply_guards`."""
    generator = np.random.default_rng(7)
    rate = generator.beta(2, 2, (300, 12))
    lift = generator.uniform(0, 0.5, (300, 1))
    present, control = (generator.binomial(5, rate) for _ in range(2))
    removed = generator.binomial(5, np.clip(rate + lift, 0, 1))
    rules = (DEFAULT_ADMISSION, DEFAULT_GUARDS)
    weights = draw_weights(12, DEFAULT_ADMISSION)
    admitted, guarded = judge_all((present, removed, control), 5, rules, weights)
    for row in range(300):
        passes = {
            arm: tuple(map(int, each[row]))
            for arm, each in (("present", present), ("removed", removed), ("control", control))
        }
        verdict = admit(Matrix(repeats=5, **passes), DEFAULT_ADMISSION)
        held = apply_guards(verdict, DEFAULT_GUARDS, attempts=1).hold
        assert (admitted[row], guarded[row]) == (verdict.admitted, verdict.admitted and held)
    assert 20 < guarded.sum() < admitted.sum() < 280


def test_guards_cost_power_and_buy_certainty(twelve_by_five):
    for effect, chance in twelve_by_five.admitted.items():
        assert twelve_by_five.guarded[effect] <= chance
    assert twelve_by_five.guarded[0.0] < 0.01
    assert twelve_by_five.guarded[0.15] == pytest.approx(0.20, abs=0.04)
    assert twelve_by_five.guarded_detectable_80 == pytest.approx(0.29, abs=0.02)


def test_a_harmful_control_admits_half_of_all_useless_rules_and_guards_stop_it():
    power = simulate_power(12, 5, DEFAULT_ADMISSION, model="harmful-control")
    assert power.useless_admitted == pytest.approx(0.50, abs=0.05)
    assert power.guarded[0.0] < 0.06


@pytest.mark.parametrize("model", ["ceiling", "patchy"])
def test_some_batteries_never_get_there(model):
    power = simulate_power(12, 5, DEFAULT_ADMISSION, model=model, simulations=1000)
    assert power.detectable_80 is None
    assert power.mean_effects[0.4] < 0.30


def test_the_error_is_that_of_a_share(twelve_by_five):
    others = [simulate_power(12, 5, DEFAULT_ADMISSION, seed=n, effects=(0.0, 0.2)) for n in (2, 3)]
    error = twelve_by_five.standard_error(0.2)
    assert error < twelve_by_five.monte_carlo_se
    for other in others:
        assert abs(other.admitted[0.2] - twelve_by_five.admitted[0.2]) < 5 * error
