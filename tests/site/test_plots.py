import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from chaff.site import plots
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.facts import facts
from chaff.stats.power import Power
from chaff.stats.precision import precision
from tests.support.matrices import TABLE, matrices, matrix_with

POWER = Power(
    n_items=12, repeats=5, simulations=100, seed=1, admitted={0.0: 0.03, 0.2: 0.7, 0.4: 1.0}
)


def shown(differences):
    return facts(admit(matrix_with(differences), DEFAULT_ADMISSION))


def drawings(value):
    return {
        "arms": plots.arms("a", value),
        "intervals": plots.intervals("i", value),
        "items": plots.items("t", value, []),
        "row": plots.forest_row(value),
    }


@settings(deadline=None, max_examples=25)
@given(matrices())
def test_every_picture_is_well_formed_named_and_within_its_frame(matrix):
    for drawn in drawings(facts(admit(matrix, DEFAULT_ADMISSION))).values():
        root = ET.fromstring(drawn)  # noqa: S314 - our own
        svg = root if root.tag == "svg" else root.find("svg")
        assert svg.get("role") == "img"
        assert svg.get("aria-label") or (svg.find("title").text and svg.find("desc").text)
        places = re.findall(r'(?:cx|x|x1|x2)="([\d.-]+)%"', drawn)
        assert all(0 <= float(place) <= 100 for place in places)


def test_zero_and_the_threshold_are_drawn_and_named():
    drawn = plots.intervals("i", shown(TABLE["at-the-threshold"]))
    # 0 in all four rows, the threshold where it decides: removed − control, with and without draws.
    assert (drawn.count('class="zero"'), drawn.count('class="threshold"')) == (4, 2)
    assert "threshold +15" in drawn
    assert "percentage points (n = 12, k = 5)" in drawn
    # The effect is exactly the threshold: its dot lies on the line.
    wanted = re.search(r'class="threshold" x1="([\d.]+)%"', drawn)[1]
    assert re.search(r'class="effect counts" cx="([\d.]+)%"', drawn)[1] == wanted


def test_practice_never_looks_like_what_counts():
    drawn = plots.intervals("i", shown(TABLE["at-the-threshold"]), practice=True)
    assert "counts" not in drawn
    assert 'class="effect practice"' in drawn


def test_the_forest_names_its_unit_and_lines():
    drawn = plots.forest_axis(15)
    for words in ("removed − control, percentage points", ">−50<", ">0<", ">+15<", ">+50<"):
        assert words in drawn
    lines = plots.forest_lines(15)
    assert "zero" in lines
    assert "threshold" in lines
    name = re.search(r'id="(\w+)"', lines)[1]
    assert f'href="#{name}"' in plots.forest_row(shown(TABLE["at-the-threshold"]))


def test_every_repeat_is_a_dot():
    drawn = plots.items("t", shown(TABLE["lower-bound-zero"]), [f"item-{n}" for n in range(12)])
    assert drawn.count("<circle") == 3 * 12 * 5
    assert drawn.count('class="pass removed"') == 12
    assert drawn.count('class="pass control"') == 3
    assert ">item-11<" in drawn
    assert "D = −2" in drawn


def test_an_interval_beyond_the_forest_ends_in_an_arrow():
    assert "▸" in plots.forest_row(shown(TABLE["all-five"]))
    assert "▸" not in plots.forest_row(shown(TABLE["at-the-threshold"]))


def test_power_says_its_size_and_error():
    drawn = plots.power_curve("p", POWER)
    for words in ("n = 12 items, k = 5 repeats", "100 simulated", "at most 5.0 points", "80 %"):
        assert words in drawn


def test_precision_says_what_was_read():
    drawn = plots.precision("p", precision(19, 20), 2)
    for words in ("% of 20 read", "asked for: 98 %", "19 of 20 right, 95.0 %"):
        assert words in drawn


@pytest.mark.parametrize(("value", "words"), [(0.15, "+15.0"), (-0.033, "−3.3"), (0, "0.0")])
def test_points(value, words):
    assert plots.points(value) == words
