import msgspec
import pytest

from chaff.errors import BadInputError
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
from chaff.stats.matrix import Matrix


def verdict_on(present, removed, control):
    return admit(
        Matrix(repeats=5, present=present, removed=removed, control=control), DEFAULT_ADMISSION
    )


CLEAR = verdict_on((0,) * 12, (5,) * 12, (0,) * 12)
# Six items gain, none loses: sign-flip p is 2^-6 = 0.015625.
SIX = verdict_on((0,) * 12, (5,) * 6 + (0,) * 6, (0,) * 12)
HARMFUL_CONTROL = verdict_on((4,) * 12, (4,) * 12, (1,) * 12)


def test_input_no_attempt_is_refused():
    with pytest.raises(BadInputError, match="attempts: 0"):
        apply_guards(CLEAR, DEFAULT_GUARDS, attempts=0)


@pytest.mark.parametrize(
    ("verdict", "attempts", "gain", "luck"),
    [
        (CLEAR, 1, True, True),
        (SIX, 1, True, True),
        (SIX, 2, True, False),
        (CLEAR, 102, True, True),
        (CLEAR, 103, True, False),
        (HARMFUL_CONTROL, 1, False, True),
    ],
    ids=["clear", "first", "second", "at-most-102", "not-103", "harmful-control"],
)
def test_theory_guards(verdict, attempts, gain, luck):
    result = apply_guards(verdict, DEFAULT_GUARDS, attempts=attempts)
    assert result.gain_above_present is gain
    assert result.sign_flip_over_attempts is luck
    assert result.hold is (gain and luck)


@pytest.mark.parametrize(("alpha_ppm", "holds"), [(15_625, True), (15_624, False)])
def test_theory_equality_holds(alpha_ppm, holds):
    guards = msgspec.structs.replace(DEFAULT_GUARDS, sign_flip_alpha_ppm=alpha_ppm)
    assert apply_guards(SIX, guards, attempts=1).sign_flip_over_attempts is holds


def test_theory_a_harmful_control_is_admitted_by_the_test_and_stopped_by_the_guard():
    assert HARMFUL_CONTROL.admitted
    assert not apply_guards(HARMFUL_CONTROL, DEFAULT_GUARDS, attempts=1).allow


def test_theory_shown_guards_stop_nothing():
    shown = msgspec.structs.replace(DEFAULT_GUARDS, mode="show")
    result = apply_guards(HARMFUL_CONTROL, shown, attempts=1)
    assert not result.hold
    assert result.allow


def test_theory_adjusted_p_is_at_most_one():
    assert apply_guards(SIX, DEFAULT_GUARDS, attempts=1000).adjusted_p == 1.0
