import pytest

from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.designs import designs


@pytest.mark.parametrize(
    ("items", "repeats", "sizes"),
    [
        (12, 5, [(12, 5, 1), (20, 3, 1), (24, 5, 2), (12, 10, 2)]),
        (12, 3, [(12, 3, 1), (24, 3, 2), (12, 6, 2)]),
        (150, 12, [(150, 12, 1)]),
    ],
)
def test_what_is_compared(items, repeats, sizes):
    found = designs(items, repeats, DEFAULT_ADMISSION, simulations=100)
    assert [(d.power.n_items, d.power.repeats, d.cost_ratio) for d in found] == sizes


def test_twice_the_money_finds_more():
    this, _, items, repeats = designs(12, 5, DEFAULT_ADMISSION)
    for dearer in (items, repeats):
        assert dearer.power.admitted[0.20] > this.power.admitted[0.20] + 0.05
        assert dearer.power.guarded[0.20] > this.power.guarded[0.20] + 0.1
