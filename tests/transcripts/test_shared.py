"""Sessions of real versions, where they are at hand: words as a person checked them."""

import json
from pathlib import Path

import pytest

from chaff.transcripts.events import Turn
from chaff.transcripts.scan import Scan

SHARED = Path(__file__).resolve().parents[2] / "../shared"
LISTS = [
    SHARED / "transcripts/EXPECTED.json",
    *sorted(SHARED.glob("cases/inputs/tr-*/expected.json")),
]

pytestmark = pytest.mark.skipif(not LISTS[0].exists(), reason="no shared transcripts beside here")


def cases():
    for path in LISTS:
        folder = path.parent / "claude-code" if path.name == "EXPECTED.json" else path.parent
        listed = json.loads(path.read_text()) if path.exists() else {}
        for name, expected in listed.items():
            if name.endswith(".jsonl"):
                yield pytest.param(folder / name, expected, id=f"{folder.name}/{name}")


def words(*paths):
    turns = [each.event for each in Scan(list(paths)) if isinstance(each.event, Turn)]
    return [{"row": each.row, "kind": each.kind, "text": each.text} for each in turns]


@pytest.mark.parametrize(("path", "expected"), list(cases()))
def test_exactly_the_persons_words(path, expected):
    assert words(path) == expected


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("representative_messages.jsonl", [0, 2, 6, 10]),
        ("session_b.jsonl", [0, 2]),
        ("todowrite_examples.jsonl", [0, 7]),
        ("rows/image.jsonl", [0]),
        ("rows/user.jsonl", [0]),
        *(
            (f"rows/{each}.jsonl", [])
            for each in (
                "bash_input",
                "bash_output",
                "command_output",
                "file_history_snapshot",
                "queue_operation",
                "summary",
                "system_info",
                "user_command",
                "user_sidechain",
                "user_slash_command",
            )
        ),
    ],
)
def test_older_versions(name, rows):
    found = words(SHARED / "transcripts/claude-code-log" / name)
    assert [each["row"] for each in found] == rows
    assert {each["kind"] for each in found} <= {"prompt"}


def test_a_rollout():
    assert [each["row"] for each in words(SHARED / "transcripts/codex/rollout.jsonl")] == [2]


def test_all_types_of_row_are_known():
    scan = Scan(sorted((SHARED / "transcripts").rglob("*.jsonl")))
    list(scan)
    assert (scan.tally.unknown, scan.tally.n_unreadable) == ({}, 0)
