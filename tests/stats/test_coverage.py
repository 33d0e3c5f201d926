"""Numbers named "another implementation" are from SciPy 1.17.1."""

import pytest

from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.coverage import normal_coverage, simulate_coverage
from chaff.stats.item_models import ITEM_MODELS


@pytest.mark.parametrize("n_items", [2, 12, 13, 36, 200])
def test_another_implementation_students_t(n_items):
    stats = pytest.importorskip("scipy.stats")
    reach = stats.norm.ppf(0.975) * ((n_items - 1) / n_items) ** 0.5
    inside = 1 - 2 * stats.t.sf(reach, n_items - 1)
    assert normal_coverage(n_items) == pytest.approx(inside, abs=1e-9)


def test_theory_about_91_per_cent_at_12_items():
    assert round(normal_coverage(12), 2) == 0.91


@pytest.mark.parametrize("model", ITEM_MODELS)
@pytest.mark.parametrize("effect", [0.0, 0.15])
def test_measured_coverage_is_near_theory(model, effect):
    found = simulate_coverage(12, 5, DEFAULT_ADMISSION, model=model, effect=effect)
    assert 0.88 < found.covered < 0.95
    assert found.covered == pytest.approx(normal_coverage(12), abs=0.025 + 2 * found.monte_carlo_se)


def test_more_items_bring_it_closer_to_nominal():
    found = simulate_coverage(60, 5, DEFAULT_ADMISSION, effect=0.15)
    assert found.covered == pytest.approx(normal_coverage(60), abs=0.02)
