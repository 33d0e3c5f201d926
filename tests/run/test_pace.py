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


def test_a_refusal_starts_the_count_of_answers_anew():
    pace = Pace(4)
    pace.refused(1, 1)
    for _ in range(3):
        pace.answered()
    pace.refused(1, 9)
    pace.answered()
    assert pace.slots == 2


def test_a_fixed_pace_stays():
    pace = Pace(6, fixed=True)
    pace.refused(1, 6)
    assert pace.slots == 6
