import itertools
import json
from datetime import UTC, datetime

import pytest

from chaff.errors import EndpointError, NoControl, NoCredentials, RunStopped
from chaff.run.answers import Received
from chaff.run.control import Counter, choose_control, fits, require_match
from chaff.run.failures import MAX_ATTEMPTS, Failed
from chaff.run.sizes import Place, Sizes
from chaff.shapes.record import TokenCounts
from chaff.stats.admission import DEFAULT_ADMISSION
from tests.support.configs import PRIMARY, tiny_config

CONFIG = tiny_config()
NOW = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)


class Counting:
    """An endpoint that only counts, from a list of answers."""

    name = "http://count.test"

    def __init__(self, *answers) -> None:
        self.answers = iter(answers)
        self.bodies = []

    def count(self, body):
        self.bodies.append(body)
        answer = next(self.answers)
        if isinstance(answer, int):
            return Received(status=200, headers={}, text=json.dumps({"input_tokens": answer}))
        return answer


def choose(endpoint, slept=None):
    waits = [] if slept is None else slept
    return choose_control(CONFIG, PRIMARY, Counter(endpoint, lambda: NOW), waits.append)


def counts(removed: int) -> TokenCounts:
    return TokenCounts(item="item-01", present=1000, removed=removed, controls=())


@pytest.mark.parametrize(
    ("removed", "control", "expected"),
    [
        (900, 900, True),
        (900, 895, True),
        (900, 905, True),
        (900, 894, False),
        (900, 906, False),
        (980, 981, True),
        (981, 982, False),
        (1100, 1105, True),
        (1100, 900, False),
    ],
)
def test_five_per_cent_in_integers(removed, control, expected):
    assert fits(counts(removed), control, DEFAULT_ADMISSION) is expected


def test_the_first_that_fits_is_taken_and_no_more_are_counted():
    endpoint = Counting(1000, 900, 880, 906, 903, 900)
    chosen = choose(endpoint)
    assert [one.id for one in chosen.controls] == ["whole", "first-16", "first-15"]
    assert chosen.controls[-1].tokens == 903
    assert (chosen.item, chosen.present, chosen.removed) == ("item-01", 1000, 900)
    assert len(endpoint.bodies) == 5


def test_the_whole_request_is_counted():
    endpoint = Counting(1000, 900, 900)
    choose(endpoint)
    assert all(body["tools"] and body["max_tokens"] for body in endpoint.bodies)
    texts = [json.dumps(body["messages"]) for body in endpoint.bodies]
    assert "4100" in texts[0]
    assert "4100" not in texts[1]
    assert "4100" in texts[2]
    assert "A reviewer" not in texts[2]


def test_too_small_an_edit_cannot_be_matched():
    with pytest.raises(RunStopped, match=r"changes 19 tokens \(1000 present, 981 removed\)"):
        choose(Counting(1000, 981))


def test_when_nothing_fits_all_counts_are_listed():
    controls = len(CONFIG.arms.controls)
    with pytest.raises(RunStopped) as stop:
        choose(Counting(1000, 900, *range(800, 800 + controls)))
    for part in ("(-100 tokens)", "whole -200", "first-1 -184", "chaff control superseded-line"):
        assert part in str(stop.value)


def test_a_prompt_is_counted_once():
    endpoint = Counting(7)
    counter = Counter(endpoint, lambda: NOW)
    assert [counter.count({"model": "m", "messages": [], "max_tokens": n}) for n in (1, 2)] == [
        7,
        7,
    ]
    assert len(endpoint.bodies) == 1


def test_counting_is_asked_again_where_that_can_help():
    slept = []
    busy = Received(status=429, headers={"retry-after": "3"}, text="")
    choose(Counting(busy, Failed(kind="again", problem="reset"), 1000, 900, 900), slept)
    assert slept[0] == 3
    assert len(slept) == 2


@pytest.mark.parametrize(
    ("answer", "error", "times"),
    [
        (Received(status=404, headers={}, text="{}"), EndpointError, 1),
        (Received(status=401, headers={}, text="{}"), NoCredentials, 1),
        (Received(status=200, headers={}, text="{}"), EndpointError, MAX_ATTEMPTS),
        (Received(status=429, headers={"retry-after": "601"}, text=""), EndpointError, 1),
    ],
    ids=["404", "401", "no count", "long wait"],
)
def test_where_nothing_is_counted_nothing_is_spent(answer, error, times):
    endpoint = Counting(*itertools.repeat(answer, 20))
    with pytest.raises(error):
        choose(endpoint)
    assert len(endpoint.bodies) == times


@pytest.mark.parametrize(
    ("answer", "remedy"),
    [
        (
            Failed(kind="stop", problem="it repeats the key", remedy="replace the key"),
            "replace the key; nothing was spent",
        ),
        (Received(status=404, headers={}, text="{}"), "the server needs /v1/messages/count_tokens"),
        (Received(status=401, headers={}, text="{}"), "check ANTHROPIC_API_KEY"),
    ],
    ids=["an echo", "404", "401"],
)
def test_a_refusal_to_count_says_what_to_do(answer, remedy):
    with pytest.raises(EndpointError, match=remedy):
        choose(Counting(*itertools.repeat(answer, 20)))


N_ITEMS = len(CONFIG.battery.items)


@pytest.mark.parametrize(
    ("fix", "edits", "matches"),
    [
        (-100, [-100] * N_ITEMS, True),
        (-100, [-95] * N_ITEMS, True),
        # On the first prompt within 5 %, over all of them not: what the checker would find.
        (-100, [-95] + [-94] * (N_ITEMS - 1), False),
        (-100, [-105] + [-106] * (N_ITEMS - 1), False),
        (-19, [-19] * N_ITEMS, False),
    ],
)
def test_the_match_must_hold_over_all_prompts_before_any_is_paid(fix, edits, matches):
    prompts = {
        Place(arm, item.id): tokens
        for arm, counted in (
            ("present", [1000] * N_ITEMS),
            ("removed", [1000 + fix] * N_ITEMS),
            ("control", [1000 + edit for edit in edits]),
        )
        for item, tokens in zip(CONFIG.battery.items, counted, strict=True)
    }
    sizes = Sizes(prompts=prompts, prefixes={})
    first = CONFIG.arms.controls[0].id
    if matches:
        require_match(CONFIG, PRIMARY, first, sizes)
        return
    with pytest.raises(NoControl, match="nothing was spent"):
        require_match(CONFIG, PRIMARY, first, sizes)
