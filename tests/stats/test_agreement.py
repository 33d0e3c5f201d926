import pytest

from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.agreement import agree
from chaff.stats.facts import facts
from tests.support.matrices import TABLE, matrix_with


def shown(differences):
    return facts(admit(matrix_with(differences), DEFAULT_ADMISSION))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (TABLE["all-five"], TABLE["all-five"], (True, True, True, 12)),
        (TABLE["all-five"], TABLE["lower-bound-zero"], (False, True, False, 8)),
        (TABLE["all-five"], (0,) * 12, (False, False, False, 0)),
        ((-1,) * 12, (1,) * 12, (False, False, False, 0)),
        ((0,) * 12, (0,) * 12, (True, False, True, 12)),
    ],
)
def test_two_models(one, other, expected):
    found = agree(shown(one), shown(other), same_items=True)
    actual = (found.same_verdict, found.same_direction, found.overlap, found.items_alike)
    assert actual == expected


def test_items_of_different_batteries_are_not_paired():
    found = agree(shown((1,) * 12), shown((1,) * 13), same_items=False)
    assert found.items_alike is None
    assert "items" not in found.text
