from datetime import timedelta

import pytest

from chaff.errors import BadInputError
from chaff.gate.inputs import DAYS, days_bytes, read_days, situation_of
from chaff.gate.story import Story
from chaff.shapes.gate_day import DayScore
from tests.support.gates import START, make_gate

HASH = "sha256:" + "0" * 64


def day(offset, score=7.0, **fields):
    return DayScore(day=START + timedelta(days=offset), score=score, rubric=HASH, **fields)


def test_days_come_back_as_they_were_stored_in_order(tmp_path):
    days = (day(0, models=("a", "b")), day(1, None), day(3, friction=2))
    (tmp_path / DAYS).write_bytes(days_bytes(days[::-1]))
    assert read_days(tmp_path) == days


def test_no_file_is_no_days(tmp_path):
    assert read_days(tmp_path) == ()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (days_bytes((day(0),)) * 2, "stands twice"),
        (b'{"day":"2026-01-05"}\n', "missing required field"),
        (b"{\n", "not JSON"),
        (days_bytes((day(0),)).replace(b"7.0", b"NaN"), "NaN"),
    ],
)
def test_a_damaged_day_is_named(tmp_path, data, says):
    (tmp_path / DAYS).write_bytes(data)
    with pytest.raises(BadInputError, match=says) as caught:
        read_days(tmp_path)
    assert f"{DAYS}:" in caught.value.where


def test_a_model_is_new_on_its_first_day_and_gaps_change_nothing():
    days = (
        day(0, models=("a",), programs=("1",)),
        day(1, None),
        day(2, models=("a",), programs=("1",)),
        day(3, models=("a", "b"), programs=("1",)),
        day(4, models=("b",), programs=("1",)),
        day(5, models=("b",), programs=("2",)),
    )
    outside = situation_of(make_gate(), Story(()), days).outside
    assert [(each.what, each.day - START) for each in outside] == [
        ("model", timedelta(days=3)),
        ("program", timedelta(days=5)),
    ]


@pytest.mark.parametrize(("n_days", "told"), [(2, []), (3, [(1, "b no longer used")])])
def test_a_model_that_is_dropped_is_a_change_too(n_days, told):
    days = (
        day(0, models=("a", "b"), programs=("1", "2")),
        *(day(1 + each, models=("a",), programs=("2",)) for each in range(n_days)),
    )
    outside = situation_of(make_gate(), Story(()), days).outside
    assert [((each.day - START).days, each.text) for each in outside] == told


def test_a_day_without_a_score_is_none_in_the_series():
    series = situation_of(make_gate(), Story(()), (day(0, None), day(1))).series
    assert [each.score for each in series.days] == [None, 7.0]
    assert list(series.scores.values()) == [7.0]
