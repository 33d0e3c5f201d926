"""Runs `chaff gate words` as a process: an array of words, remarks apart, exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.claude_session import jsonl, row, typed

ROOT = Path(__file__).resolve().parents[2]


def gate(*arguments, cwd, encoding="utf-8"):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "chaff", "gate", "words", *arguments],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        check=False,
    )


def test_json_is_one_array_with_files_as_given(tmp_path):
    (tmp_path / "s.jsonl").write_bytes(jsonl(typed("ü\n2"), typed("b")))
    result = gate("./s.jsonl", "--format", "json", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout) == [
        {"file": "./s.jsonl", "row": 0, "kind": "prompt", "text": "ü\n2"},
        {"file": "./s.jsonl", "row": 1, "kind": "prompt", "text": "b"},
    ]


def test_no_words_are_an_empty_array(tmp_path):
    (tmp_path / "s.jsonl").write_bytes(b"")
    result = gate("s.jsonl", "--format", "json", cwd=tmp_path)
    assert (result.returncode, json.loads(result.stdout)) == (0, [])


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_text_cannot_steer_the_terminal(tmp_path, encoding):
    (tmp_path / "s.jsonl").write_bytes(jsonl(typed("a\x1b[31mb\nsecond – line"), typed("")))
    result = gate("s.jsonl", cwd=tmp_path, encoding=encoding)
    assert (result.returncode, result.stderr) == (0, b"")
    lines = result.stdout.decode(encoding).splitlines()
    assert lines[0] == "s.jsonl"
    assert lines[1].startswith("     0  prompt        a")
    assert lines[2].startswith(" " * 22 + "second")
    assert b"\x1b" not in result.stdout


def test_what_was_passed_over_is_told_apart(tmp_path):
    first = typed("a")
    data = jsonl(first, row("holo\x1bgram"), b"prose", first) + b'{"torn'
    (tmp_path / "s.jsonl").write_bytes(data)
    result = gate(".", "--format", "json", cwd=tmp_path)
    assert result.returncode == 0
    assert [each["file"] for each in json.loads(result.stdout)] == ["s.jsonl"]
    assert result.stderr.decode().splitlines() == [
        "chaff: rows of unknown types skipped: 1 (holo�gram 1)",
        "chaff: lines that are no rows, skipped: 1",
        "chaff: last lines that are not complete yet: 1",
        "chaff: copies of turns left out: 1",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.jsonl", "No such file"), ("README.md", "is no transcript")],
)
def test_what_cannot_be_read_is_an_error(tmp_path, name, message):
    (tmp_path / "README.md").write_text("# Title\n\nprose\n")
    result = gate(name, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr.decode().splitlines()[-1]
