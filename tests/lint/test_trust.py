import pytest

from chaff.lint.trust import trust
from tests.support.library import compiled, reading

# right, wrong, on by default, why
CASES = [
    (0, 0, True, "few hits: none read"),
    (1, 0, True, "few hits: 1 hit read, none wrong"),
    (19, 0, True, "few hits: 19 hits read, none wrong"),
    (18, 1, False, "few hits: 19 hits read, 1 wrong"),
    (20, 0, True, "20 hits read, none wrong"),
    (19, 1, False, "20 hits read, 1 wrong"),
    (49, 1, True, "50 hits read, 1 wrong"),
    (48, 1, False, "49 hits read, 1 wrong"),
]


@pytest.mark.parametrize(("right", "wrong", "on", "why"), CASES)
def test_on_by_default(right, wrong, on, why):
    readings = [reading() for _ in range(right)] + [reading(right=False) for _ in range(wrong)]
    known = trust(compiled("a-rule", readings=readings).readings)
    assert (known.on, known.why) == (on, why)


def test_a_buried_rule_is_off_however_right_its_hits_are():
    readings = compiled("a-rule", readings=[reading() for _ in range(30)]).readings
    known = trust(readings, buried=True)
    assert (known.on, known.why) == (False, "buried, 30 hits read, none wrong")
