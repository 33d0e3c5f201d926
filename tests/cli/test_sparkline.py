import pytest

from chaff.cli.sparkline import sparkline


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ([], ""),
        ([0.0, 10.0], "▁█"),
        ([0.0, None, 5.0], "▁ ▅"),
        ([-3.0, 99.0], "▁█"),
    ],
)
def test_bars(values, line):
    assert sparkline(values, low=0, high=10) == line


def test_days_that_are_all_alike_are_in_the_middle():
    assert sparkline([7.0, 7.0], low=7, high=7) == "▅▅"


def test_plain_characters():
    assert sparkline([0.0, 10.0], low=0, high=10, ascii_only=True) == "_#"
