import msgspec
import pytest

from chaff.run import detectable as module
from chaff.run.detectable import USUAL, USUAL_CHANCES, detectable, simulated
from chaff.stats.admission import DEFAULT_ADMISSION


def test_what_is_known_of_the_usual_design_is_what_the_simulation_gives():
    found = simulated(*USUAL, DEFAULT_ADMISSION)
    assert found.detectable_80 == pytest.approx(USUAL_CHANCES.detectable_80, abs=1e-12)
    assert found.at_threshold == USUAL_CHANCES.at_threshold
    assert found.useless == USUAL_CHANCES.useless


def test_the_usual_design_is_not_simulated_and_any_other_is(monkeypatch):
    asked = []

    def simulate(*args):
        asked.append(args)
        return USUAL_CHANCES

    monkeypatch.setattr(module, "simulated", simulate)
    stricter = msgspec.structs.replace(DEFAULT_ADMISSION, effect_percent=20)
    said = detectable(12, 5, DEFAULT_ADMISSION)
    assert asked == []
    assert detectable(12, 6, DEFAULT_ADMISSION) == said
    detectable(12, 5, stricter)
    assert asked == [(12, 6, DEFAULT_ADMISSION), (12, 5, stricter)]


def test_a_threshold_that_was_not_simulated_is_left_out_of_the_line():
    admission = msgspec.structs.replace(DEFAULT_ADMISSION, effect_percent=17)
    said = detectable(12, 3, admission)
    assert "+17 points" not in said
    assert "a true effect of +" in said


def test_where_no_effect_is_found_often_enough_it_is_said():
    admission = msgspec.structs.replace(DEFAULT_ADMISSION, effect_percent=90)
    assert detectable(12, 3, admission).startswith("no effect that was simulated 80 % of the time")
