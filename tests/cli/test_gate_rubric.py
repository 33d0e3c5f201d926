"""Runs `chaff gate rubric`: figures of the checkout by default, of any file, in text and JSON."""

import json

import pytest

from chaff.cli.main import main
from tests.support.project import REPOSITORY

GOOD = '{"text": "redo it", "labels": ["rework"]}\n{"text": "hello", "labels": []}\n'
BAD = '{"text": "redo it", "labels": []}\n'
CLASSES = ["correction", "rework", "scope_drift", "missed_context", "praise"]
OTHER = '{"text": "das ist falsch", "language": "German"}\n'


def rubric(capsys, *arguments):
    status = main(["gate", "rubric", "--root", str(REPOSITORY), *arguments])
    return status, capsys.readouterr()


def test_the_checkout_by_default(capsys):
    status, told = rubric(capsys, "--format", "json")
    facts = json.loads(told.out)
    *fresh, own, others = facts["files"]
    assert status == 0
    assert own["turns"] >= 400
    assert own["first_sight"] is None
    for facts in (own, *fresh, *(one["first_sight"] for one in fresh)):
        assert [row["class"] for row in facts["classes"]] == CLASSES
    for facts in (own, *fresh):
        assert all(row["precision"]["value"] >= 0.95 for row in facts["classes"])
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


FIRST_SIGHTS = {
    "turns_fresh": "15/22/55 14/16/55 12/14/49 14/14/49 21/23/49",
    "turns_second": "32/37/73 27/27/65 31/33/61 33/35/64 38/39/60",
    "turns_third": "10/13/116 19/20/61 16/16/58 21/21/58 25/27/58",
}
"""File -> for each class: right, matched, labelled."""


@pytest.mark.parametrize("name", FIRST_SIGHTS)
def test_what_the_held_out_turns_showed_at_first_sight_stands_as_it_was_seen(capsys, name):
    """These figures are the honest ones: no later rubric may improve them."""
    files = json.loads(rubric(capsys, "--format", "json")[1].out)["files"]
    (first,) = (one["first_sight"] for one in files if name in one["file"])
    assert (first["day"], first["is_this_rubric"]) == ("2026-11-30", False)
    for row, shown in zip(first["classes"], FIRST_SIGHTS[name].split(), strict=True):
        n, of, labelled = map(int, shown.split("/"))
        assert (row["precision"]["n"], row["precision"]["of"]) == (n, of)
        assert (row["recall"]["n"], row["recall"]["of"]) == (n, labelled)


def test_a_first_sight_is_kept_once_and_of_the_same_turns(capsys, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(BAD)
    given = ("--labelled", str(path), "--least", "0")
    assert "no first sight is kept" in rubric(capsys, *given)[1].out
    status, told = rubric(capsys, *given, "--first-sight")
    assert (status, told.out.count("0.000 (0.00 to 0.79), 0 of 1")) == (0, 1)
    assert rubric(capsys, *given)[1].out == told.out
    assert "no estimate" not in told.out
    status, told = rubric(capsys, *given, "--first-sight")
    assert (status, "kept already" in told.err) == (2, True)
    path.write_text(GOOD)
    status, told = rubric(capsys, *given)
    assert (status, "of other turns" in told.err) == (2, True)


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
