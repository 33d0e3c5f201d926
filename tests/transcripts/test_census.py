"""Files are counted by what was heard in them; those in which no person is meant are not."""

import pytest

from chaff.transcripts.census import Census, total
from chaff.transcripts.files import Reading
from tests.support.claude_session import assistant, jsonl, typed

ODD = {"type": "novelty"}
SDK = {"entrypoint": "sdk-cli", "promptSource": "sdk"}


@pytest.mark.parametrize(
    ("name", "rows", "counted"),
    [
        ("a.jsonl", [typed("hello"), *[assistant()] * 5], Census(files=1, rows=6)),
        ("a.jsonl", [assistant()] * 6, Census(files=1, silent=1, rows=6)),
        ("a.jsonl", [typed("hello"), *[ODD] * 6], Census(files=1, rows=7, unknown=6)),
        ("a.jsonl", [typed("hello"), *[b"no row"] * 6], Census(files=1, rows=7, unknown=6)),
        ("a.jsonl", [assistant()] * 4, Census()),
        ("a.jsonl", [typed("hello", **SDK), *[assistant()] * 6], Census()),
        ("agent-1.jsonl", [assistant()] * 6, Census()),
        ("subagents/a.jsonl", [assistant()] * 6, Census()),
    ],
    ids=["heard", "silent", "unknown", "no rows", "short", "a program's", "agent", "subagent"],
)
def test_a_file_is_counted_by_what_was_heard_in_it(tmp_path, name, rows, counted):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(jsonl(*rows))
    reading = Reading(path)
    list(reading)
    assert total(reading.tally.census.values()) == counted


def test_only_what_was_added_is_counted_the_second_time(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(jsonl(typed("hello"), *[assistant()] * 5))
    first = Reading(path)
    list(first)
    with path.open("ab") as file:
        file.write(jsonl(*[assistant(version="2.1.20")] * 8))
    second = Reading(path, first.state)
    list(second)
    assert first.tally.census == {"2.1.19": Census(files=1, rows=6)}
    assert second.tally.census == {"2.1.20": Census(files=1, silent=1, rows=8)}
