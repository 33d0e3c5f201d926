"""Files that grow, tear, shrink and are written anew: nothing lost, nothing told twice."""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chaff.errors import BadInputError
from chaff.transcripts.copies import Seen
from chaff.transcripts.events import Turn
from chaff.transcripts.files import Reading
from chaff.transcripts.lines import LONGEST
from tests.support.claude_session import assistant, jsonl, queue, queued, typed, user


def read(path, before=None, seen=None):
    """Return the reading, and the words of its turns that are no copies."""
    seen = Seen() if seen is None else seen
    reading = Reading(path, before)
    turns = [each for each in reading if isinstance(each, Turn)]
    return reading, [(each.row, each.text) for each in turns if seen.is_new(each)]


def test_a_torn_last_line_waits(tmp_path):
    path, seen = tmp_path / "s.jsonl", Seen()
    a, b = (json.dumps(typed(text)).encode() for text in "ab")
    path.write_bytes(a + b"\n" + b[:40])
    first, words = read(path, seen=seen)
    assert words == [(0, "a")]
    assert (first.tally.n_torn, first.tally.n_rows, first.tally.n_unreadable) == (1, 1, 0)
    with path.open("ab") as file:
        file.write(b[40:])
    second, words = read(path, first.state, seen)
    assert words == [(1, "b")]
    assert (second.tally.n_torn, second.tally.n_rows) == (0, 1)
    with path.open("ab") as file:
        file.write(b"\n" + json.dumps(typed("c")).encode() + b"\n")
    _, words = read(path, second.state, seen)
    assert words == [(2, "c")]


ROWS = [
    typed("a"),
    b"",
    assistant(),
    queue("enqueue", "b"),
    queue("remove", "b", reason="absorbed_mid_turn"),
    queued("b"),
    b"prose",
    queue("remove", "c", reason="absorbed_mid_turn"),
    assistant(),
    typed("a"),
]
DATA = jsonl(*ROWS) + jsonl(typed("end", timestamp=None, uuid=None))[:-1]


@given(st.lists(st.integers(0, len(DATA)), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_itself_reading_in_steps_tells_what_reading_at_once_tells(tmp_path, cuts):
    path = tmp_path / "s.jsonl"
    path.write_bytes(DATA)
    whole = read(path)[1]
    assert [text for _, text in whole] == ["a", "b", "c", "a", "end"]
    path.write_bytes(b"")
    seen, state, told = Seen(), None, []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(DATA)], strict=True):
        with path.open("ab") as file:
            file.write(DATA[start:end])
        reading, words = read(path, state, seen)
        state, told = reading.state, told + words
    assert [text for _, text in told] == [text for _, text in whole]
    assert {row for row, text in told if text != "b"} == {row for row, text in whole if text != "b"}


def test_only_what_was_added_is_read(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(jsonl(*(typed(str(number)) for number in range(50))))
    first, _ = read(path)
    added = jsonl(typed("new"))
    with path.open("ab") as file:
        file.write(added)
    second, words = read(path, first.state)
    assert words == [(50, "new")]
    assert second.tally.n_bytes == len(added)
    third, words = read(path, second.state)
    assert (words, third.tally.n_rows, third.state) == ([], 0, second.state)


@pytest.mark.parametrize("rows", [["b", "a"], ["a"], [], ["a", "x", "b", "c"]])
def test_a_file_written_anew_is_read_again_and_counts_once(tmp_path, rows):
    kept = {text: typed(text) for text in "abcx"}
    path, seen = tmp_path / "s.jsonl", Seen()
    path.write_bytes(jsonl(kept["a"], kept["b"]))
    first, _ = read(path, seen=seen)
    path.write_bytes(jsonl(*(kept[text] for text in rows)))
    os.utime(path, ns=(1, 1))
    _, words = read(path, first.state, seen)
    assert [text for _, text in words] == [text for text in rows if text in "cx"]


@pytest.mark.parametrize("changed", [0, 100, 199])
def test_a_long_file_whose_beginning_or_end_changed_is_read_again(tmp_path, changed):
    """Either end tells; a change in the middle of a longer file alone would pass for growth."""
    path, seen = tmp_path / "s.jsonl", Seen()
    rows = [typed(f"{number:03} " + "x" * 700) for number in range(200)]
    path.write_bytes(jsonl(*rows))
    first, _ = read(path, seen=seen)
    rows[changed] = typed("other " + "x" * 698)
    path.write_bytes(jsonl(*rows, typed("new")))
    _, words = read(path, first.state, seen)
    told = {text.split()[0] for _, text in words}
    assert told == ({"new"} if changed == 100 else {"other", "new"})


def test_a_file_that_grows_while_it_is_read(tmp_path):
    path, seen, told = tmp_path / "s.jsonl", Seen(), []
    path.write_bytes(jsonl(typed("0")))
    reading = Reading(path)
    for number, event in enumerate(reading):
        told += [event.text] if isinstance(event, Turn) and seen.is_new(event) else []
        if number < 20:
            with path.open("ab") as file:
                file.write(jsonl(typed(str(number + 1))))
    told += [text for _, text in read(path, reading.state, seen)[1]]
    assert told == [str(number) for number in range(len(told))]
    assert len(told) > 5


def test_rows_without_any_format_are_told_with_the_first_that_has_one(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(jsonl(b"prose", b'{"x":1}', {"role": "user", "content": "a"}))
    reading, words = read(path)
    assert words == [(2, "a")]
    assert (reading.state.format, reading.tally.n_unreadable) == ("plain", 1)


@pytest.mark.parametrize("data", [b"# Title\n\nprose\n", b"\x89PNG\r\n\x1a\n\0\0\n\xff\xfe\n"])
def test_what_is_no_transcript_is_named(tmp_path, data):
    path = tmp_path / "s.jsonl"
    path.write_bytes(data)
    reading, words = read(path)
    assert words == []
    assert reading.tally.foreign == [str(path)]


@pytest.mark.parametrize("data", [b"", b"\n", b"\0" * 5000, b'{"type":"hologram"}\n', b'{"torn'])
def test_what_holds_nothing_is_no_fault(tmp_path, data):
    path = tmp_path / "s.jsonl"
    path.write_bytes(data)
    reading, words = read(path)
    assert (words, reading.tally.foreign) == ([], [])


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(BadInputError, match="No such file"):
        list(Reading(tmp_path / "none.jsonl"))
    with pytest.raises(BadInputError):
        list(Reading(tmp_path))


@pytest.mark.slow
def test_lines_of_a_hundred_megabytes(tmp_path):
    path = tmp_path / "s.jsonl"
    big = "x" * 100_000_000
    with path.open("wb") as file:
        for each in (typed("a"), user("b", toolUseResult=big), typed("c")):
            file.write(jsonl(each))
        file.write(b"y" * (LONGEST + 1) + b"\n")
        file.write(jsonl(typed("d")))
    reading, words = read(path)
    assert words == [(0, "a"), (1, "b"), (2, "c"), (4, "d")]
    assert reading.tally.n_too_long == 1
