from datetime import timedelta

import numpy as np
import pytest

from chaff.gate.history import ASSUMED, History, learn
from tests.support.gates import START

DAY = timedelta(days=1)


def series(rho, days=84, weekdays=(0,) * 7, seed=1):
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=days)
    level = noise[0]
    found = {}
    for n in range(days):
        level = rho * level + np.sqrt(1 - rho**2) * noise[n]
        day = START + n * DAY
        found[day] = 7 + 0.6 * level + weekdays[day.weekday()]
    return found


def with_text(scores, text="t"):
    return dict.fromkeys(scores, text)


def test_nothing_is_known_of_no_days():
    assert learn({}, {}) == History(autocorrelation=ASSUMED)


def test_a_few_days_are_not_believed():
    scores = series(0.9, days=9)
    assert learn(with_text(scores), scores).autocorrelation == ASSUMED


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.6])
def test_theory_the_autocorrelation_is_found_and_rather_too_high(rho):
    found = [
        learn(with_text(s), s).autocorrelation for s in (series(rho, seed=n) for n in range(60))
    ]
    assert rho < np.mean(found) < rho + 0.18


def test_theory_weekdays_are_found_and_drawn_to_zero():
    weekdays = (0.3, 0.3, 0.3, 0.3, 0.3, -0.75, -0.75)
    found = np.mean(
        [
            learn(with_text(s), s).weekdays
            for s in (series(0, weekdays=weekdays, seed=n) for n in range(30))
        ],
        axis=0,
    )
    assert found == pytest.approx([0.75 * each for each in weekdays], abs=0.08)


def test_a_step_between_texts_is_no_autocorrelation():
    low, high = series(0, days=42), series(0, days=42, seed=2)
    scores = {**low, **{day + 42 * DAY: score + 3 for day, score in high.items()}}
    texts = {day: "a" if day < START + 42 * DAY else "b" for day in scores}
    assert learn(texts, scores).autocorrelation < 0.35
    assert learn(with_text(scores), scores).autocorrelation > 0.8


def test_days_of_an_unknown_text_teach_nothing():
    scores = series(0.6)
    assert learn(dict.fromkeys(scores), scores) == History(autocorrelation=ASSUMED)


def test_against_itself_the_level_does_not_matter():
    scores = series(0.3)
    raised = {day: score + 1 for day, score in scores.items()}
    one, other = (learn(with_text(each), each) for each in (scores, raised))
    assert one.autocorrelation == pytest.approx(other.autocorrelation)
    assert one.weekdays == pytest.approx(other.weekdays)
