import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.canonical import digest_bytes, parse
from chaff.errors import BadInputError
from chaff.shapes.base import convert
from chaff.shapes.program import Prices
from chaff.shapes.record import (
    CandidateCount,
    Footer,
    Header,
    TokenCounts,
    Turn,
    Usage,
    broken_link,
    line_of,
    read_run,
    turn_in,
)

SHA = "sha256:" + "0" * 64
HEADER = Header(
    schema="chaff.run/1",
    prev=None,
    rule="a-rule",
    practice=True,
    pilot=False,
    config_hash=SHA,
    battery_hash=SHA,
    request_hash=SHA,
    commit="a" * 40,
    model="a-model",
    request={"max_tokens": 5, "temperature": 1.0},
    endpoint="embedded",
    prices=Prices(
        input=0, output=0, cache_write_5m=0, cache_write_1h=0, cache_read=0, batch_permille=0
    ),
    arms={"present": SHA, "removed": SHA, "control": SHA},
    control="c-1",
    counts=TokenCounts(
        item="i-1", present=9, removed=5, controls=(CandidateCount(id="c-1", tokens=5),)
    ),
    order_seed=SHA,
    software={"chaff": "0"},
    started_at="2026-11-30T10:15:00Z",
)

turns = st.builds(
    Turn,
    prev=st.just(SHA),
    arm=st.sampled_from(["present", "removed", "control"]),
    item=st.just("i-1"),
    repeat=st.integers(1, 5),
    turn=st.integers(1, 3),
    response=st.dictionaries(
        st.text(), st.none() | st.text(st.characters()) | st.integers(-(2**70), 2**70)
    ),
    usage=st.builds(Usage, input=st.integers(0, 9999), output=st.integers(0, 99)),
    stop_reason=st.none() | st.text(),
    response_id=st.text(min_size=1),
    request_id=st.none() | st.text(),
    server_date=st.none(),
    model=st.text(min_size=1),
    cost_nano_usd=st.integers(0, 2**53 - 1),
    score=st.none() | st.sampled_from(["pass", "fail"]),
    reason=st.none() | st.text(),
)


def chained(*shapes):
    """Return the lines of a run file with a chain that holds."""
    lines, prev = [], None
    for shape in shapes:
        fields = {name: getattr(shape, name) for name in shape.__struct_fields__}
        raw = line_of(type(shape)(**{**fields, "prev": prev}))
        lines.append(raw)
        prev = digest_bytes(raw)
    return lines


def footer():
    return Footer(
        prev=SHA,
        finished_at="2026-11-30T10:16:00Z",
        cells=1,
        calls=1,
        cost_nano_usd=0,
        verdict={"admitted": False},
    )


@given(turns)
def test_record_to_bytes_to_record(turn):
    raw = line_of(turn)
    again = convert(json.loads(raw), Turn, where="")
    assert again == turn
    assert line_of(again) == raw


@given(st.lists(turns, max_size=4))
def test_a_whole_file_reads_back(several):
    lines = chained(HEADER, *several, footer())
    run = read_run(b"\n".join(lines) + b"\n", where="f")
    assert run.header == HEADER
    assert len(run.turns) == len(several)
    assert run.footer is not None
    assert run.torn == b""
    assert broken_link(run) is None


@given(st.lists(turns, min_size=1, max_size=3), st.data())
def test_a_torn_tail_is_set_aside_and_never_parsed(several, data):
    whole = b"\n".join(chained(HEADER, *several)) + b"\n"
    start = whole.rindex(b"\n", 0, len(whole) - 1) + 1
    cut = data.draw(st.integers(start, len(whole) - 1))
    run = read_run(whole[:cut], where="f")
    assert len(run.turns) == len(several) - 1
    assert run.torn == whole[start:cut]


@given(st.lists(turns, min_size=2, max_size=4), st.data())
def test_a_changed_line_breaks_the_chain_behind_it(several, data):
    lines = chained(HEADER, *several, footer())
    place = data.draw(st.integers(1, len(lines) - 2))
    changed = lines[place].replace(b'"repeat":', b'"repeat": ', 1)
    run = read_run(b"\n".join([*lines[:place], changed, *lines[place + 1 :]]) + b"\n", where="f")
    assert broken_link(run) == place + 2


FIRST = line_of(HEADER)
BROKEN = {
    "nothing": (b"", "f: no finished line"),
    "no line end at all": (FIRST, "f: no finished line"),
    "blank line": (FIRST + b"\n\n", "f:2: not JSON"),
    "damaged line": (FIRST[:-5] + b"\n", "f:1: not JSON"),
    "unknown kind": (b'{"kind":"note"}\n', "f:1: kind must be"),
    "kind is a list": (b'{"kind":[]}\n', "f:1: kind must be"),
    "not an object": (b"[]\n", "f:1: kind must be"),
    "two headers": (FIRST + b"\n" + FIRST + b"\n", "f:2: the header must be line 1"),
    "no header": (line_of(footer()) + b"\n", "f:1: the header must be line 1"),
    "line after the footer": (
        b"\n".join([FIRST, line_of(footer()), line_of(footer())]) + b"\n",
        "f:2: the footer must be the last line",
    ),
    "unknown field": (FIRST[:-1] + b',"extra":1}\n', "f:1: Object contains unknown field `extra`"),
    "true is no integer": (
        FIRST.replace(b'"present":9', b'"present":true') + b"\n",
        "f:1: Expected `int`, got `bool` - at `$.counts.present`",
    ),
    "negative tokens": (
        FIRST.replace(b'"present":9', b'"present":-9') + b"\n",
        "$.counts.present",
    ),
    "local time": (FIRST.replace(b"10:15:00Z", b"10:15:00+01:00") + b"\n", "$.started_at"),
}


@pytest.mark.parametrize(("data", "problem"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_its_line(data, problem):
    with pytest.raises(BadInputError) as caught:
        read_run(data, where="f")
    assert problem in str(caught.value)


def test_prompt_tokens_count_however_they_were_billed():
    usage = Usage(input=1, output=100, cache_write_5m=20, cache_write_1h=300, cache_read=4000)
    assert usage.prompt == 4321


def slowly(raw: bytes) -> Turn | None:
    try:
        value = parse(raw, where="")
        return convert(value, Turn, where="") if isinstance(value, dict) else None
    except BadInputError:
        return None


PLAIN = Turn(
    prev=SHA,
    arm="present",
    item="i-1",
    repeat=1,
    turn=1,
    response={"a": 1.5, "b": ["é", "\U0001f600", "\u2028", "\n"], "c": {"d": None, "e": -1}},
    usage=Usage(input=1, output=2),
    stop_reason=None,
    response_id="r",
    request_id=None,
    server_date=None,
    model="a-model",
    cost_nano_usd=0,
)
LINE = line_of(PLAIN)


def test_a_line_as_it_is_written_is_read_soon():
    assert turn_in(LINE) == PLAIN == slowly(LINE)


OTHERWISE = {
    "a key twice": LINE.replace(b'"turn":1,', b'"turn":2,"turn":1,'),
    "a key twice, deep down": LINE.replace(b'"a":1.5', b'"a":1,"a":1.5'),
    "a key twice, once escaped": LINE.replace(b'"a":1.5', b'"\\u0061":1,"a":1.5'),
    "a space": LINE.replace(b":1.5", b": 1.5"),
    "another number for the same": LINE.replace(b":1.5", b":1.50"),
    "a fraction for a count": LINE.replace(b'"turn":1,', b'"turn":1.0,'),
    "minus nothing": LINE.replace(b":-1}", b":-0}"),
    "no number": LINE.replace(b":1.5", b":NaN"),
    "beyond all numbers": LINE.replace(b":1.5", b":1e400"),
    "more digits than are read": LINE.replace(b":-1}", b":" + b"9" * 5000 + b"}"),
    "a lone surrogate": LINE.replace(b"\\u2028", b"\\ud800"),
    "another escape for the same": LINE.replace(b"\\u00e9", b"\\u00E9"),
    "an unknown field": LINE.replace(b'"turn":1,', b'"turn":1,"new":1,'),
    "another order": LINE.replace(b'"repeat":1,"turn":1,', b'"turn":1,"repeat":1,'),
    "many levels": LINE.replace(b"null", b"[" * 200 + b"]" * 200, 1),
    "a mark of byte order": b"\xef\xbb\xbf" + LINE,
    "no text": LINE.replace(b"a-model", b"\xff"),
    "cut off": LINE[:-1],
    "nothing": b"",
}


@pytest.mark.parametrize("raw", OTHERWISE.values(), ids=OTHERWISE)
def test_any_other_line_is_left_to_the_strict_reader(raw):
    assert raw != LINE
    assert turn_in(raw) is None


@given(turns, st.integers(0, 10**6), st.binary(min_size=0, max_size=2))
def test_what_is_read_soon_is_what_the_strict_reader_reads(turn, place, put):
    raw = line_of(turn)
    place %= len(raw)
    for data in (raw, raw[:place] + put + raw[place + 1 :]):
        assert turn_in(data) in (None, slowly(data))
