"""Runs `chaff gate rubric`: figures of the checkout by default, of any file, in text and JSON."""

import json

import pytest

from chaff.cli.main import main
from tests.support.project import REPOSITORY

GOOD = '{"text": "redo it", "labels": ["rework"]}\n{"text": "hello", "labels": []}\n'
BAD = '{"text": "redo it", "labels": []}\n'
OTHER = '{"text": "das ist falsch", "language": "German"}\n'


def rubric(capsys, *arguments):
    status = main(["gate", "rubric", "--root", str(REPOSITORY), *arguments])
    return status, capsys.readouterr()


def test_the_checkout_by_default(capsys):
    status, told = rubric(capsys, "--format", "json")
    facts = json.loads(told.out)
    own, others = facts["files"]
    assert status == 0
    assert own["turns"] >= 400
    assert [row["class"] for row in own["classes"]] == [
        "correction", "rework", "scope_drift", "missed_context", "praise",
    ]  # fmt: skip
    assert all(row["precision"]["value"] >= 0.95 for row in own["classes"])
    assert (others["turns"], others["classes"]) == (0, [])


def test_a_file_of_ones_own(capsys, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(GOOD + OTHER)
    status, told = rubric(capsys, "--labelled", str(path))
    assert status == 0
    assert "1.000 (0.21 to 1.00), 1 of 1" in told.out
    assert "no turns" in told.out
    assert "left out: 1.000" in told.out


def test_a_phrase_that_misfires_is_named_and_fails(capsys, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(BAD)
    status, told = rubric(capsys, "--labelled", str(path), "--misses")
    assert status == 1
    assert "line 1: wrongly rework" in told.out
    assert "redo" in told.out
    status, _ = rubric(capsys, "--labelled", str(path), "--least", "0")
    assert status == 0


@pytest.mark.parametrize("content", ["", "not json", '{"text": 1, "labels": []}'])
def test_input_a_bad_file_is_an_error(capsys, tmp_path, content):
    path = tmp_path / "mine.jsonl"
    path.write_text(content)
    status, told = rubric(capsys, "--labelled", str(path))
    assert status == 2
    assert "mine.jsonl" in told.err


def test_input_no_labelled_turns_say_what_next(capsys, tmp_path):
    assert main(["gate", "rubric", "--root", str(tmp_path)]) == 2
    assert "--labelled" in capsys.readouterr().err
