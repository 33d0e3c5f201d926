import pytest

from chaff.gate.facts import decision_facts, power_facts
from chaff.gate.labels import (
    adjusted_p,
    dependence,
    lift_interval,
    more_conversations,
    pooled_sd,
    spurious,
)
from chaff.gate.power import Threshold, Window
from tests.support.days import decided

ARTICLE = Threshold()
FOURTEEN = Window(n_pre=14, n_post=14)
LOW = (6.7, 7.3, 7.0, 6.8, 7.2, 7.4, 6.6) * 2
HIGH = (7.3, 7.9, 7.5, 7.4, 7.8, 8.0, 7.2) * 2


def test_theory_conversations_shrink_only_the_part_within_days():
    for share, sd in ((0.0, 0.6 / 3**0.5), (1.0, 0.6), (0.5, 0.6 * (0.5 + 0.5 / 3) ** 0.5)):
        [bought] = more_conversations(
            FOURTEEN, ARTICLE, sd=0.6, baseline=7, between_day_share=share, factors=(3,)
        )
        assert bought.sd == pytest.approx(sd)
    assert bought.days_needed > 13


def test_theory_tripling_needs_13_days_not_17():
    [bought] = more_conversations(
        FOURTEEN, ARTICLE, sd=0.6, baseline=7, between_day_share=0, factors=(3,)
    )
    assert bought.days_needed == 13


@pytest.mark.parametrize(
    ("rho", "percent"), [(0.0, 8.3), (0.3, 11.3), (0.6, 17.0)], ids=["0", "0.3", "0.6"]
)
def test_theory_what_an_honest_p_detects(rho, percent):
    found = dependence(14, ARTICLE, rho, sd=0.6, baseline=7)
    assert found.mde_percent == pytest.approx(percent, abs=0.05)


def test_theory_too_few_effective_days_are_null():
    assert dependence(3, ARTICLE, 0.95, sd=0.6, baseline=7).mde_percent is None


@pytest.mark.parametrize(
    ("rho", "each"), [(0.0, 4.5), (0.3, 11.0), (0.6, 21.0)], ids=["0", "0.3", "0.6"]
)
def test_another_implementation_false_verdicts_a_year(rho, each):
    # A simulation of 3,000 years, with weekday offsets, which cost the test a little power:
    # 4.7 + 4.5, 11.3 + 10.9, 21.3 + 20.6 at 122 verdicts.
    window = Window(n_pre=14, n_post=14, autocorrelation=rho)
    found = spurious(window, ARTICLE, sd=0.6, baseline=7, cadence_days=3)
    assert found.kept == pytest.approx(each, rel=0.25)
    assert found.revert == pytest.approx(each, rel=0.25)
    assert found.kept > found.revert


def test_theory_interval_holds_the_lift_and_agrees_with_the_test():
    decision = decided(LOW, HIGH)
    low, high = lift_interval(decision)
    assert low < decision.lift_percent < high
    assert (low > 0) is (decision.test.p_value < 0.10)


def test_another_implementation_interval_by_scipy():
    from scipy import stats

    interval = stats.ttest_ind(HIGH, LOW, equal_var=False).confidence_interval(0.90)
    low, high = lift_interval(decided(LOW, HIGH))
    assert (low, high) == pytest.approx((100 * interval.low / 7, 100 * interval.high / 7))


def test_theory_nothing_is_labelled_where_nothing_may_be_known():
    decision = decided((7.0,) * 14, (8.0,) * 14)
    assert pooled_sd(decision) is None
    assert lift_interval(decision) is None
    assert adjusted_p(decision).lag_one is None
    labels = decision_facts(decision, cadence_days=3)["labels"]
    assert labels["detectable"] is None
    assert labels["spurious_per_year"] is None


def test_self_the_card_of_a_window_is_that_of_its_own_numbers():
    decision = decided(LOW, HIGH)
    labels = decision_facts(decision, cadence_days=3)["labels"]
    alone = power_facts(
        14,
        ARTICLE,
        sd=labels["sd"],
        baseline=decision.pre.mean,
        power=0.8,
        cadence_days=3,
        between_day_share=0,
        autocorrelation=labels["autocorrelation"]["used"],
    )
    assert labels["detectable"] == {name: alone[name] for name in labels["detectable"]}
    assert labels["spurious_per_year"] == alone["spurious_per_year"]
