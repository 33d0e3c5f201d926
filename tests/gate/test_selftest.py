"""Edits that nobody made: none fires on an even series, all do on one that jumps, mirrored."""

from datetime import timedelta

import pytest

from chaff.gate.changes import notice, take_up
from chaff.gate.selftest import selftest, swapped
from chaff.gate.store import read_ledger
from chaff.gate.story import Story
from tests.support.gates import START, Desk, make_gate, wobbling

DAY = timedelta(days=1)
FIRST = START - 59 * DAY


def tried(tmp_path, preset, scores):
    desk = Desk(tmp_path, make_gate(preset=preset))
    end = desk.score(FIRST, scores)
    with desk.site():
        pass
    return selftest(desk.situation(Story(read_ledger(desk.state))), end)


@pytest.mark.parametrize("preset", ["attributable", "article"])
def test_against_itself_nothing_fires_on_an_even_series(tmp_path, preset):
    found = tried(tmp_path, preset, wobbling(7.0, 58))
    assert found.counts == {"INCONCLUSIVE": len(found.tried)}
    assert found.swapped == found.counts
    assert len(found.apart) == 2
    assert len(found.tried) > 25


@pytest.mark.parametrize("preset", ["attributable", "article"])
@pytest.mark.parametrize(
    ("before", "after", "outcome", "mirrored"),
    [(6.0, 8.0, "KEPT", "REVERT"), (8.0, 6.0, "REVERT", "KEPT")],
)
def test_against_itself_a_jump_fires_and_mirrors(
    tmp_path, preset, before, after, outcome, mirrored
):
    """Nobody edited, but the work changed: the gate would have taken that for an edit's doing."""
    found = tried(tmp_path, preset, [*wobbling(before, 30), *wobbling(after, 30)])
    fired = [each for each in found.tried if each.outcome != "INCONCLUSIVE"]
    assert {each.outcome for each in fired} == {outcome}
    middle = next(each for each in fired if each.day == FIRST + 30 * DAY)
    assert (middle.outcome, middle.swapped) == (outcome, mirrored)
    assert middle.lift_percent * middle.swapped_lift_percent < 0


def test_windows_do_not_reach_over_an_edit(tmp_path):
    desk = Desk(tmp_path)
    desk.score(START - 28 * DAY, wobbling(7.0, 28))
    with desk.site():
        pass
    desk.write(b"# Other\n", START)
    end = desk.score(START, wobbling(9.0, 40))
    with desk.site(end) as site:
        take_up(site)
        notice(site)
    found = selftest(desk.situation(Story(read_ledger(desk.state))), end)
    assert len(found.stretches) == 2
    assert found.n_unknown == 1
    assert found.counts == {"INCONCLUSIVE": len(found.tried)}


def test_swapped_exchanges_in_order_and_leaves_the_rest():
    days = [START + n * DAY for n in range(5)]
    scores = dict(zip(days, (1.0, 2.0, 3.0, 4.0, 5.0), strict=True))
    found = swapped(scores, (days[0], days[1]), (days[3], days[4]))
    assert list(found.values()) == [4.0, 5.0, 3.0, 1.0, 2.0]
