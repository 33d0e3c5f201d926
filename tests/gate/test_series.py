from datetime import date

import pytest

from chaff.errors import BadInputError
from chaff.gate.series import parse_day, read_series


def read(text, scale=10.0):
    data = text if isinstance(text, bytes) else text.encode()
    return read_series(data, where="S", scale=scale)


GOOD = {
    "csv": "day,score\n2026-06-01,7.25\n2026-06-02,\n2026-06-03,7\n",
    "csv-crlf-and-byte-order-mark": b"\xef\xbb\xbfday,score\r\n2026-06-01,7.25\r\n"
    b"2026-06-02,\r\n2026-06-03,7\r\n",
    "csv-unordered-with-spaces": "score, day\n7, 2026-06-03\n,2026-06-02\n7.25,2026-06-01",
    "json": '{"day":"2026-06-01","score":7.25}\n{"day":"2026-06-02","score":null}\n\n'
    '{"day":"2026-06-03","score":7}\n',
}

BAD = {
    "empty": ("", "S:1: field day is missing"),
    "no-rows": ("day,score\n", "S: has no days"),
    "no-header": ("2026-06-01,7\n", "S:1: unknown field '2026-06-01'"),
    "repeated-column": ("day,score,day\n", "S:1: repeated field 'day'"),
    "repeated-day": ("day,score\n2026-06-01,7\n2026-06-01,8\n", "S:3: 2026-06-01 stands twice"),
    "short-row": ("day,score\n2026-06-01\n", "S:2: 1 values for 2 columns"),
    "no-date": ("day,score\n2026-6-1,7\n", "S:2: day: '2026-6-1' is no date"),
    "no-such-day": ("day,score\n2026-02-30,7\n", "S:2: day: '2026-02-30' is no date"),
    "far-year": ("day,score\n0001-01-01,7\n", "S:2: day: '0001-01-01' is no date"),
    "nan": ("day,score\n2026-06-01,nan\n", "S:2: score: 'nan' is no number"),
    "underscores": ("day,score\n2026-06-01,1_0\n", "S:2: score: '1_0' is no number"),
    "overflow": ("day,score\n2026-06-01,1e999\n", "S:2: score: inf is no number"),
    "above-the-scale": ("day,score\n2026-06-01,73\n", "S:2: score: 73 is not from 0 to 10"),
    "negative": ("day,score\n2026-06-01,-1\n", "S:2: score: -1 is not from 0 to 10"),
    "not-utf8": (b"day,score\n\xff", "S: not UTF-8 at byte 10"),
    "null-byte": (b'day,score\n"2026-06-01\n', "S:2: not CSV"),
    "json-nan": ('{"day":"2026-06-01","score":NaN}', "S:1: NaN is not JSON"),
    "json-infinite": ('{"day":"2026-06-01","score":1e999}', "S:1: score: inf is no number"),
    "json-boolean": ('{"day":"2026-06-01","score":true}', "S:1: score: True is no number"),
    "json-day-number": ('{"day":20260601,"score":7}', "S:1: day: 20260601 is no date"),
    "json-list": ('{"day":"2026-06-01","score":7}\n[]', "S:2: must be an object"),
    "json-no-score": ('{"day":"2026-06-01"}', "S:1: field score is missing"),
    "json-unknown": ('{"day":"2026-06-01","score":7,"n":1}', "S:1: unknown field 'n'"),
    "json-rubric-number": (
        '{"day":"2026-06-01","score":7,"rubric":1}',
        "S:1: rubric: must be a string",
    ),
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD.keys())
def test_every_form_gives_the_same_series(text):
    series = read(text)
    assert [each.day.day for each in series.days] == [1, 2, 3]
    assert series.scores == {date(2026, 6, 1): 7.25, date(2026, 6, 3): 7.0}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_bad_series_are_refused_with_their_line(text, message):
    with pytest.raises(BadInputError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_scale_is_the_callers():
    assert read("day,score\n2026-06-01,73\n", scale=100).scores == {date(2026, 6, 1): 73.0}


def test_a_rubric_is_kept():
    series = read("day,score,rubric\n2026-06-01,7,a\n2026-06-02,7,\n")
    assert [each.rubric for each in series.days] == ["a", None]


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "20260601", "２０２６-06-01"])
def test_parse_day_refuses(text):
    assert parse_day(text) is None
