"""Numbers named "another implementation" are from SciPy 1.17.1 or a simulation in this file."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.gate.power import (
    Threshold,
    Window,
    binding,
    chances,
    days_needed,
    significance,
    smallest_effect_sd,
)

ARTICLE = Threshold()
SD, BASELINE = 0.6, 7.0


def window_of(days, autocorrelation=0.0):
    return Window(n_pre=days, n_post=days, autocorrelation=autocorrelation)


def at_lift(days, percent, autocorrelation=0.0):
    return chances(
        window_of(days, autocorrelation),
        ARTICLE,
        sd=SD,
        baseline=BASELINE,
        true_lift_percent=percent,
    )


@pytest.mark.parametrize(
    ("days", "effect"), [(7, 1.41), (14, 0.97), (21, 0.78), (28, 0.67), (42, 0.55), (60, 0.46)]
)
def test_theory_smallest_effect_of_the_design(days, effect):
    found = smallest_effect_sd(window_of(days), alpha=0.10, power=0.80)
    assert round(found, 2) == effect
    assert significance(window_of(days), 0.10, shift_sd=found) == pytest.approx(0.80, abs=1e-9)


@pytest.mark.parametrize(
    ("sd", "days"),
    [(0.4, 17), (0.5, 26), (0.6, 38), (0.8, 66), (1.0, 102), (0.6 / 3**0.5, 13)],
    ids=["0.4", "0.5", "0.6", "0.8", "1.0", "three-times-the-conversations"],
)
def test_theory_days_needed_of_the_design(sd, days):
    shift = 0.05 * BASELINE / sd
    assert days_needed(shift_sd=shift, alpha=0.10, power=0.80) == days
    assert significance(window_of(days - 1), 0.10, shift_sd=shift) < 0.80


@pytest.mark.parametrize(
    ("days", "significant", "kept"), [(14, 0.44, 0.43), (38, 0.81, 0.50)], ids=["14", "38"]
)
def test_theory_chances_of_the_design(days, significant, kept):
    found = at_lift(days, 5)
    assert round(found.significant, 2) == significant
    assert round(found.kept, 2) == kept


@pytest.mark.parametrize("days", [14, 60, 365])
def test_theory_an_edit_of_exactly_the_threshold_is_kept_at_most_half_the_time(days):
    assert at_lift(days, 5).kept <= 0.5


def test_theory_without_an_effect_alpha_is_spent():
    found = at_lift(14, 0)
    assert found.significant == pytest.approx(0.10, abs=1e-9)
    assert found.kept + found.revert <= 0.10


@pytest.mark.parametrize(
    ("days", "sd", "expected"),
    [(14, 0.6, "test"), (38, 0.6, "lift"), (14, 0.3, "lift"), (14, 1.0, "test")],
)
def test_theory_binding(days, sd, expected):
    assert binding(window_of(days), ARTICLE, sd=sd, baseline=BASELINE) == expected


def test_theory_a_hopeless_search_ends():
    assert days_needed(shift_sd=1e-6, alpha=0.10, power=0.80) is None


def noncentral_t(n_pre, n_post, shift, alpha):
    from scipy import special

    df, centre = n_pre + n_post - 2, shift / (1 / n_pre + 1 / n_post) ** 0.5
    least = special.stdtrit(df, 1 - alpha / 2)
    # SciPy gives NaN for the far tail, which is 0 to 17 digits.
    other_side = np.nan_to_num(special.nctdtr(df, centre, -least))
    return 1 - special.nctdtr(df, centre, least) + other_side


@pytest.mark.parametrize("days", [2, 3, 14, 38, 365])
@pytest.mark.parametrize("shift", [0.0, 0.1, 0.58, 0.97, 3.0, 50.0])
@pytest.mark.parametrize("alpha", [0.01, 0.10])
def test_another_implementation_noncentral_t(days, shift, alpha):
    found = significance(window_of(days), alpha, shift_sd=shift)
    assert found == pytest.approx(noncentral_t(days, days, shift, alpha), abs=1e-9)


def test_another_implementation_unequal_windows():
    found = significance(Window(n_pre=10, n_post=14), 0.10, shift_sd=0.8)
    assert found == pytest.approx(noncentral_t(10, 14, 0.8, 0.10), abs=1e-9)


def simulate(rho, lift_percent, *, trials=20_000):
    """The gate itself on simulated years: AR(1) days, Welch's test, observed lift."""
    from scipy import stats

    rng = np.random.default_rng(round(100 * rho + lift_percent))
    noise = rng.standard_normal((trials, 29))
    for day in range(1, 29):
        noise[:, day] = rho * noise[:, day - 1] + (1 - rho**2) ** 0.5 * noise[:, day]
    scores = BASELINE + SD * noise
    pre, post = scores[:, :14], scores[:, 15:] + BASELINE * lift_percent / 100
    significant = stats.ttest_ind(post, pre, axis=1, equal_var=False).pvalue < 0.10
    lift = post.mean(axis=1) / pre.mean(axis=1) - 1
    return (
        significant.mean(),
        (significant & (lift >= 0.05)).mean(),
        (significant & (lift <= -0.05)).mean(),
    )


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("lift_percent", [0, 5, 10])
def test_another_implementation_simulated_gate(rho, lift_percent):
    found = at_lift(14, lift_percent, rho)
    simulated = simulate(rho, lift_percent)
    # Four standard errors at 20,000 trials are 0.014; Welch's df cost a little more.
    assert (found.significant, found.kept, found.revert) == pytest.approx(simulated, abs=0.015)


def test_self_a_fall_mirrors_a_rise():
    # Exactly so if lift is measured against the same mean; nearly so against the observed one.
    assert at_lift(14, -10).revert == pytest.approx(at_lift(14, 10).kept, abs=0.01)


def test_self_days_are_interchangeable_without_autocorrelation():
    one, other = Window(n_pre=10, n_post=14), Window(n_pre=14, n_post=10)
    assert significance(one, 0.1, shift_sd=0.7) == pytest.approx(
        significance(other, 0.1, shift_sd=0.7), abs=1e-12
    )


def test_self_autocorrelation_near_nothing_is_none():
    near, none = at_lift(14, 5, 1e-9), at_lift(14, 5)
    assert near.kept == pytest.approx(none.kept, abs=1e-6)
    assert near.revert == pytest.approx(none.revert, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 366),
    st.floats(0.01, 5),
    st.floats(0.1, 10),
    st.floats(-50, 50),
    st.sampled_from([0.0, 0.3, 0.95]),
)
def test_self_chances_are_chances(days, sd, baseline, percent, rho):
    found = chances(
        window_of(days, rho), ARTICLE, sd=sd, baseline=baseline, true_lift_percent=percent
    )
    assert 0 <= found.kept <= 1
    assert 0 <= found.revert <= 1
    assert found.kept + found.revert <= found.significant + 1e-6
