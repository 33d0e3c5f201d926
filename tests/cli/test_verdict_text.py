import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.cli.verdict_text import headline, lines, points
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
from tests.support.matrices import TABLE, matrices, matrix_with


def drawn(differences, width=80, **how):
    verdict = admit(matrix_with(differences), DEFAULT_ADMISSION)
    return lines(verdict, apply_guards(verdict, DEFAULT_GUARDS, attempts=2), width=width, **how)


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        (TABLE["all-five"], "ADMITTED: all four conditions hold"),
        (TABLE["lower-bound-zero"], "NOT ADMITTED: interval does not hold"),
        ((0,) * 12, "NOT ADMITTED: effect, interval do not hold"),
    ],
)
def test_headline(differences, expected):
    assert headline(admit(matrix_with(differences), DEFAULT_ADMISSION)) == expected


@pytest.mark.parametrize(
    ("count", "text"), [(9, "+15.0"), (0, "0.0"), (-7, "−11.7")], ids=["plus", "zero", "minus"]
)
def test_points(count, text):
    assert points(count, 60) == text


def test_zero_and_the_threshold_stand_under_their_marks():
    rows = drawn(TABLE["at-the-threshold"])
    at = rows.index("removed − control, in points")
    interval, axis, marks = rows[at + 1 : at + 4]
    assert marks.index("0") == axis.index("┼")
    assert marks.index("+15") == axis.index("┊")
    # The effect is exactly 15 points, so its dot stands over the mark.
    assert interval.index("●") == axis.index("┊")
    assert interval.index("├") > axis.index("┼")


def test_every_number_of_the_design_is_there():
    text = "\n".join(drawn(TABLE["lower-bound-zero"]))
    for wanted in (
        "9 of 60 passes; +15 points, 9 passes, needed",
        "0.0 to +30.0 points (0 to 18 passes) does not exclude 0",
        "removed ≥ control on 10 of 12 items; 8 needed",
        "sign-flip p        0.0625",
        "sign-flip p × attempt 2 = 0.125 is above 0.025",
        "12 prompts on one file",
    ):
        assert wanted in text


@settings(deadline=None, max_examples=40)
@given(matrices(), st.integers(1, 160), st.booleans())
def test_any_verdict_fits_any_width(matrix, width, ascii_only):
    verdict = admit(matrix, DEFAULT_ADMISSION)
    guards = apply_guards(verdict, DEFAULT_GUARDS, attempts=1)
    rows = lines(verdict, guards, width=width, ascii_only=ascii_only)
    # ">=" for "≥" may lengthen a line by one character each.
    assert max(len(row) - row.count(">=") - row.count("<=") for row in rows) <= max(width, 48)
    assert not ascii_only or all(row.isascii() for row in rows)
