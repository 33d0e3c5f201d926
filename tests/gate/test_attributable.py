import json
from datetime import timedelta
from pathlib import Path

import pytest

from chaff.canonical import digest_bytes
from chaff.gate.attributable import judge_attributable, sides_of, step_of
from chaff.gate.history import History
from chaff.gate.inputs import situation_of
from chaff.gate.story import Story
from chaff.shapes.gate_day import DayScore
from chaff.shapes.gate_ledger import Done, Edit, MetaEdit, Start
from tests.support.gates import START, make_gate, wobbling

DAY = timedelta(days=1)
VECTOR = Path(__file__).resolve().parents[2] / "../shared/vectors/prepost.json"
A, B, C = (digest_bytes(name) for name in (b"a", b"b", b"c"))
GATE = make_gate()
HASHES = {"gate_hash": GATE.gate_hash, "rubric_hash": GATE.rubric_hash}


def stamps(day):
    return {"day": day, "at": "2026-01-05T06:00:00Z"}


def edit(number, before, after, day, how="auto", **fields):
    name = f"edit-{number:04}"
    line = Edit(
        id=name, how=how, risk="low", before=before, after=after, **stamps(day), **HASHES, **fields
    )
    return (line, Done(of=name, **stamps(day)))


def situation(*changes, scores, first=START - 28 * DAY, since=START - 60 * DAY):
    start = Start(text=A, since=since, **stamps(START - 28 * DAY), **HASHES)
    days = [
        DayScore(day=first + n * DAY, score=score, rubric=GATE.rubric_hash)
        for n, score in enumerate(scores)
    ]
    return situation_of(GATE, Story([start, *(line for pair in changes for line in pair)]), days)


SCORES = [*wobbling(7.0, 28), 1.0, *wobbling(8.4)]
DAYS = [
    DayScore(day=START + (n - 28) * DAY, score=score, rubric=GATE.rubric_hash)
    for n, score in enumerate(SCORES)
]


def test_fourteen_days_on_each_side_without_the_day_of_the_edit():
    known = situation(edit(1, A, B, START), scores=SCORES)
    sides = sides_of(known, known.story.open_edits, START + 15 * DAY)
    assert list(sides.pre) == [START - n * DAY for n in range(14, 0, -1)]
    assert list(sides.post) == [START + n * DAY for n in range(1, 15)]
    assert START not in {**sides.pre, **sides.post}
    assert sides.is_over
    assert not sides_of(known, known.story.open_edits, START + 14 * DAY).is_over


def test_days_that_led_to_the_edit_have_no_part():
    days = (START - 2 * DAY, START - DAY)
    known = situation(edit(1, A, B, START, trigger_days=days), scores=SCORES)
    sides = sides_of(known, known.story.open_edits, START + 15 * DAY)
    assert list(sides.pre) == [START - n * DAY for n in range(16, 2, -1)]
    assert sides.left_out == days


def test_only_days_with_exactly_the_text_before_are_the_baseline():
    known = situation(
        edit(1, A, B, START - 6 * DAY), edit(2, B, C, START), scores=SCORES
    )  # fmt: skip
    second = (known.story.edits[1],)
    sides = sides_of(known, second, START + 15 * DAY)
    assert list(sides.pre) == [START - n * DAY for n in range(5, 0, -1)]
    judgement = judge_attributable(known, second, START + 15 * DAY)
    assert judgement.outcome == "INCONCLUSIVE"
    assert judgement.reasons == ("5 scored days with the text before, 10 needed",)
    assert judgement.numbers.p_value is None


def test_a_text_that_was_not_known_is_no_baseline():
    known = situation(edit(1, A, B, START), scores=SCORES, since=START - 3 * DAY)
    assert len(sides_of(known, known.story.open_edits, START + 15 * DAY).pre) == 3


def test_days_that_another_rubric_scored_are_not_compared():
    known = situation(edit(1, A, B, START), scores=SCORES)
    other = digest_bytes(b"rubric")
    days = [
        DayScore(day=day.day, score=day.score, rubric=other if day.day < START else day.rubric)
        for day in known.series.days
    ]
    mixed = situation_of(GATE, known.story, days)
    assert not sides_of(mixed, known.story.open_edits, START + 15 * DAY).pre


def test_no_baseline_reaches_over_a_change_of_the_rubric_though_all_was_scored_anew():
    known = situation(edit(1, A, B, START), scores=SCORES)
    meta = MetaEdit(before=A, after=GATE.rubric_hash, **stamps(START - 4 * DAY))
    lines = (known.story.lines[0], meta, *known.story.lines[1:])
    reset = situation_of(GATE, Story(lines), DAYS)
    assert list(sides_of(reset, reset.story.open_edits, START + 15 * DAY).pre) == [
        START - n * DAY for n in (4, 3, 2, 1)
    ]


@pytest.mark.parametrize("level", [0.0, 7.0])
def test_no_variance_is_no_verdict(level):
    scores = [level] * 28 + [9.0] + [level + 1] * 14
    known = situation(edit(1, A, B, START), scores=scores)
    judgement = judge_attributable(known, known.story.open_edits, START + 15 * DAY)
    assert judgement.reasons == ("zero variance in both windows: the test is undefined",)


def test_against_itself_time_that_runs_backwards_flips_the_sign():
    pre = {START + n * DAY: score for n, score in enumerate(wobbling(7.0))}
    post = {START + (15 + n) * DAY: score for n, score in enumerate(wobbling(7.9))}
    flipped = [
        dict(zip(pre, reversed(post.values()), strict=True)),
        dict(zip(post, reversed(pre.values()), strict=True)),
    ]
    history = History(autocorrelation=0.3)
    one, other = step_of(pre, post, history), step_of(*flipped, history)
    assert one.estimate == pytest.approx(-other.estimate)


@pytest.mark.skipif(not VECTOR.is_file(), reason="the shared vectors are not beside this checkout")
def test_against_another_implementation_the_vector():
    vector = json.loads(VECTOR.read_text())
    pre = {START + n * DAY: score for n, score in enumerate(vector["pre"])}
    post = {START + (14 + n) * DAY: score for n, score in enumerate(vector["post"])}
    step = step_of(pre, post, History(autocorrelation=0.3))
    assert step.p_value == pytest.approx(0.0659, abs=1e-4)


def test_a_verdict_has_no_number_that_is_none():
    from math import isfinite

    known = situation(edit(1, A, B, START), scores=SCORES)
    numbers = judge_attributable(known, known.story.open_edits, START + 15 * DAY).numbers
    for value in (numbers.p_value, numbers.welch_p, numbers.lift_percent, numbers.mde_percent):
        assert isfinite(value)
