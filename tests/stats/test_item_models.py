import numpy as np
import pytest

from chaff.stats.item_models import HARM, ITEM_MODELS, MODEL_TEXTS, draw_rates

SHAPE = (400, 50)


def rates(model, effect):
    return draw_rates(model, effect, SHAPE, np.random.default_rng(1))


@pytest.mark.parametrize("model", ITEM_MODELS)
def test_theory_rates_are_chances_and_without_effect_removing_does_nothing(model):
    for effect in (0.0, 0.4):
        drawn = rates(model, effect)
        for each in (drawn.present, drawn.removed, drawn.control):
            assert each.shape == SHAPE
            assert each.min() >= 0
            assert each.max() <= 1
    assert np.array_equal(rates(model, 0.0).removed, rates(model, 0.0).present)
    assert MODEL_TEXTS[model]


@pytest.mark.parametrize(
    ("model", "mean"), [("even", 0.5), ("low", 0.2), ("ceiling", 0.8), ("patchy", 0.5)]
)
def test_theory_means_are_those_that_are_stated(model, mean):
    assert rates(model, 0.1).present.mean() == pytest.approx(mean, abs=0.01)
    assert np.array_equal(rates(model, 0.1).present, rates(model, 0.1).control)


def test_theory_patchy_effects_are_all_or_nothing():
    drawn = rates("patchy", 0.1)
    unclipped = drawn.present < 0.75
    gain = (drawn.removed - drawn.present)[unclipped]
    assert set(np.round(gain, 9)) == {0.0, 0.2}
    assert gain.mean() == pytest.approx(0.1, abs=0.01)


def test_theory_a_harmful_control_costs_what_is_stated():
    drawn = rates("harmful-control", 0.0)
    unclipped = drawn.present > HARM
    assert (drawn.present - drawn.control)[unclipped] == pytest.approx(HARM)
