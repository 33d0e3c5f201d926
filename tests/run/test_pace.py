import random
from statistics import mean

from chaff.run.pace import Pace


def test_a_burst_of_refusals_lowers_the_pace_once_and_answers_raise_it_slowly():
    pace = Pace(8)
    for number in range(1, 9):
        pace.refused(number, 8)
    assert pace.slots == 4
    seen = []
    for _ in range(200):
        pace.answered()
        seen.append(pace.slots)
    assert seen.index(5) == 7
    assert (seen[-1], max(seen)) == (8, 8)


def test_it_never_falls_below_one_call():
    pace = Pace(4)
    for number in range(1, 20):
        pace.refused(number, number)
    assert pace.slots == 1


def test_a_refusal_now_and_then_changes_nothing():
    pace = Pace(8)
    for number in range(1, 200):
        if number % 5:
            pace.answered()
        else:
            pace.refused(number, number)
        assert pace.slots == 8


def test_what_is_refused_is_what_was_too_much():
    """A server with room for five: three of eight calls are refused, time and again."""
    seen = simulated(Pace(8), lambda place: place >= 5)
    assert seen[:3] == [8, 8, 5]
    assert max(seen[3:]) <= 8
    assert mean(seen[3:]) < 6.5


def test_a_fixed_pace_stays():
    pace = Pace(6, fixed=True)
    for number in range(1, 7):
        pace.refused(number, 6)
    assert pace.slots == 6
    assert not pace.is_well


def simulated(pace: Pace, refuses) -> list[int]:
    """Return the slots over rounds in which all calls in flight end together."""
    seen, sent = [], 0
    for _ in range(60):
        flying = range(sent + 1, sent + 1 + pace.slots)
        sent = flying[-1]
        seen.append(len(flying))
        refused = [refuses(place) for place in range(len(flying))]
        for number, was_refused in zip(flying, refused, strict=True):
            if was_refused:
                pace.refused(number, sent)
            else:
                pace.answered()
    return seen


def test_random_refusals_leave_most_of_the_pace():
    draws = [random.Random(seed) for seed in range(20)]  # noqa: S311 - no secret
    seen = [mean(simulated(Pace(8), lambda _, d=draw: d.random() < 0.12)) for draw in draws]
    assert mean(seen) > 6.8


def test_a_server_with_little_room_is_found_out_soon_and_not_hammered():
    seen = simulated(Pace(8), lambda place: place >= 3)
    assert seen[2] <= 4
    assert mean(seen[2:]) < 4.5
