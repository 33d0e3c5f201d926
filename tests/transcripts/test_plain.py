"""What counts as the person in plain JSON Lines of roles and contents."""

import pytest

from chaff.transcripts.copies import Seen
from chaff.transcripts.plain import Reader
from tests.support.claude_session import jsonl


def words(*rows):
    reader, seen = Reader("place"), Seen()
    lines = enumerate(jsonl(*rows).splitlines())
    turns = [
        turn for number, line in lines for turn in reader.feed(number, line) if seen.is_new(turn)
    ]
    assert [*reader.finish()] == []
    return reader, [(turn.row, turn.text) for turn in turns]


def user(content, **fields):
    return {"role": "user", "content": content, **fields}


CASES = {
    "text": ([user("a")], [(0, "a")]),
    "parts": (
        [user([{"type": "text", "text": "a"}, {"type": "input_text", "text": "b"}])],
        [(0, "a\nb")],
    ),
    "others": (
        [{"role": "system", "content": "x"}, user("a"), {"role": "assistant", "content": "b"}],
        [(1, "a")],
    ),
    "tool result": ([user([{"type": "tool_result", "content": "no, wrong"}])], []),
    "reminder": ([user("<system-reminder>\nx\n</system-reminder>\na")], [(0, "a")]),
    "interrupt": ([user("[Request interrupted by user]")], []),
    "honest repeat": ([user("a"), user("a")], [(0, "a"), (1, "a")]),
    "same id": ([user("a", id="1"), user("a", id="1")], [(0, "a")]),
    "other id": ([user("a", id="1"), user("a", id="2")], [(0, "a"), (1, "a")]),
    "same time": ([user("a", timestamp=1796008387028)] * 2, [(0, "a")]),
    "null": ([user(None)], []),
    "blank lines count as rows": ([b"", user("a")], [(1, "a")]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_person(name):
    rows, expected = CASES[name]
    assert words(*rows)[1] == expected


def test_what_is_no_message_is_counted():
    reader, _ = words({"role": "narrator", "content": "x"}, b"prose", {"content": "y"})
    assert (reader.unknown, reader.n_unreadable) == ({"narrator": 1, "": 1}, 1)
