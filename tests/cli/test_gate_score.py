"""Runs `chaff gate score` on a gate in a folder: what is new, quiet when nothing is."""

import json

from chaff.canonical import readable_bytes
from chaff.cli.main import main
from chaff.shapes.base import to_json
from tests.support.claude_session import jsonl, typed
from tests.support.gates import make_gate

WORD = "zanzibar"


def make(folder, *rows):
    compiled = make_gate(transcripts=["sessions"], target="CLAUDE.md", state="state")
    config = folder / "gate.config.json"
    config.write_bytes(readable_bytes(to_json(compiled)))
    (folder / "CLAUDE.md").write_text("# Shop\n")
    (folder / "sessions").mkdir()
    add(folder, *rows)
    return config


def add(folder, *rows):
    with (folder / "sessions" / "s.jsonl").open("ab") as file:
        file.write(jsonl(*rows))


def said(folder, text, day="2026-07-01"):
    return typed(text, cwd=str(folder), timestamp=f"{day}T10:00:00.000Z", sessionId=day)


def run(capsys, config, *arguments):
    status = main(["gate", "score", "--config", str(config), *arguments])
    return status, capsys.readouterr()


def test_new_days_then_nothing(capsys, tmp_path):
    config = make(tmp_path, said(tmp_path, f"redo {WORD}"), said(tmp_path, "das ist falsch"))
    status, told = run(capsys, config)
    assert (status, told.err) == (0, "")
    assert told.out.startswith("2026-07-01")
    assert "1 turn in other languages left out" in told.out
    assert run(capsys, config)[1] == ("", "")
    for path in (tmp_path / "state").rglob("*"):
        assert path.is_dir() or WORD not in path.read_text(), path


def test_json_and_late_rows(capsys, tmp_path):
    config = make(tmp_path, said(tmp_path, "please add a test"))
    _, told = run(capsys, config, "--format", "json")
    facts = json.loads(told.out)
    assert (facts["days"], facts["scored"], facts["new"][0]["score"]) == (1, 1, 7.0)
    add(tmp_path, said(tmp_path, "redo it"))
    _, told = run(capsys, config, "--format", "json")
    (remark,) = json.loads(told.out)["remarks"]
    assert (remark["what"], remark["before"]) == ("scored again", 7.0)
    assert "came late" in remark["text"]


def test_a_conversation_elsewhere_does_not_count(capsys, tmp_path):
    config = make(tmp_path, typed("redo it", cwd="/elsewhere"))
    assert run(capsys, config)[1].out == ""


def test_input_missing_transcripts_are_an_error(capsys, tmp_path):
    config = make(tmp_path, said(tmp_path, "redo it"))
    (tmp_path / "sessions" / "s.jsonl").unlink()
    (tmp_path / "sessions").rmdir()
    status, told = run(capsys, config)
    assert status == 2
    assert "sessions" in told.err
