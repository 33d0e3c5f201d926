"""Numbers named "another implementation" are from `vectors/prepost.json`."""

import json
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from chaff.gate.autocorrelation import adjusted_welch, effective_days, gls_step, lag_one
from chaff.gate.welch import welch

VECTOR = Path(__file__).resolve().parents[2] / "../shared/vectors/prepost.json"
START = date(2026, 1, 1)
with_vector = pytest.mark.skipif(
    not VECTOR.is_file(), reason="the shared vectors are not beside this checkout"
)


def dated(values):
    return {START + timedelta(days=i): float(value) for i, value in enumerate(values)}


def simulated(rho, days, *, seed=1):
    rng = np.random.default_rng(seed)
    values = [rng.standard_normal()]
    for _ in range(days - 1):
        values.append(rho * values[-1] + (1 - rho**2) ** 0.5 * rng.standard_normal())
    return dated(values)


@pytest.mark.parametrize(
    "segments",
    [[], [{}], [dated([1, 2, 3])], [dated([7.0] * 20)]],
    ids=["none", "empty", "three-days", "constant"],
)
def test_input_unknown_is_none(segments):
    assert lag_one(segments) is None


def test_input_days_that_are_no_neighbours_tell_nothing():
    every_other = {START + timedelta(days=2 * i): float(i % 3) for i in range(30)}
    assert lag_one([every_other]) is None


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.6])
def test_theory_a_long_series_gives_its_autocorrelation_back(rho):
    assert lag_one([simulated(rho, 4000)]) == pytest.approx(rho, abs=0.05)


def test_theory_the_bias_of_short_windows_is_corrected():
    estimates = [
        lag_one([simulated(0.5, 14, seed=seed), simulated(0.5, 14, seed=9000 + seed)])
        for seed in range(300)
    ]
    assert np.mean(estimates) == pytest.approx(0.5, abs=0.06)


def test_theory_alternating_days_count_as_independent():
    assert lag_one([dated([1, -1] * 10)]) == 0.0


def test_theory_independent_days_are_all_effective():
    assert effective_days(14, 0.0) == 14


def test_theory_too_few_effective_days_give_no_p():
    assert adjusted_welch((1.0,), (1.0, 2.0), 0.3) is None
    assert gls_step([0, 1], [1.0, 2.0], 1, 0.3) is None
    assert gls_step([0, 1, 2, 3], [1.0, 1.0, 2.0, 2.0], 2, 0.0) is None


@with_vector
@pytest.mark.parametrize("rho", ["0", "0.3", "0.6"])
def test_another_implementation_effective_days(rho):
    vector = json.loads(VECTOR.read_text())
    assert effective_days(14, float(rho)) == pytest.approx(vector["neff14"][rho], rel=1e-12)


@with_vector
@pytest.mark.parametrize("rho", ["0.0", "0.3", "0.6"])
def test_another_implementation_p_values(rho):
    vector = json.loads(VECTOR.read_text())
    pre, post = vector["pre"], vector["post"]
    adjusted = adjusted_welch(pre, post, float(rho))
    assert adjusted.p_value == pytest.approx(vector["welch_neff_p"][rho], rel=1e-10)
    step = gls_step(range(28), [*pre, *post], 14, float(rho))
    estimate, error, p_value = vector["gls"][rho]
    assert step.estimate == pytest.approx(estimate, rel=1e-10)
    assert step.standard_error == pytest.approx(error, rel=1e-10)
    assert step.p_value == pytest.approx(p_value, rel=1e-10)


def test_self_without_autocorrelation_nothing_is_adjusted():
    pre, post = (6.8, 7.3, 7.1, 6.9), (7.2, 7.6, 7.4, 7.1, 7.0)
    assert adjusted_welch(pre, post, 0.0).p_value == pytest.approx(
        welch(pre, post, scale=10).p_value, rel=1e-12
    )


def test_self_a_whole_step_is_found_across_missing_days():
    scores = [6.9, 7.1, 7.0, 8.1, 7.9, 8.0]
    step = gls_step([0, 1, 5, 9, 10, 30], scores, 3, 0.5)
    assert step.estimate == pytest.approx(1.0, abs=0.1)
    assert step.p_value < 0.01
