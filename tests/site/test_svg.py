import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.site.svg import Scale, axis, figure, number, text, ticks


@pytest.mark.parametrize(
    ("value", "at"), [(-10, 10), (0, 50), (10, 90), (99, 90), (-99, 10)], ids=str
)
def test_a_scale_ends_at_its_edges(value, at):
    assert Scale(-10, 10, 10, 90).at(value) == pytest.approx(at)


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "1"), (-0.001, "0"), (12.345, "12.35"), (100, "100")]
)
def test_number(value, written):
    assert number(value) == written


@given(st.floats(-1e4, 1e4), st.floats(0.5, 1e4))
def test_ticks_lie_inside_and_hit_zero(low, width):
    found = ticks(low, low + width)
    assert 1 <= len(found) <= 8
    assert all(low - 1e-5 <= tick <= low + width + 1e-5 for tick in found)
    if low <= 0 <= low + width:
        assert 0 in found


def test_words_are_escaped():
    assert "&lt;b&gt;" in text(0, 0, "<b>")
    assert "&lt;b&gt;" in figure("x", "<b>", "<b>", 10, [])


def test_an_axis_has_its_unit_and_signs():
    drawn = "".join(axis(Scale(-10, 10), (-10, 0, 10), 0, unit="points", signed=True))
    for words in (">points<", ">−10<", ">0<", ">+10<"):
        assert words in drawn
