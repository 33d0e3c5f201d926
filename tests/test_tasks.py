"""Runs what doit runs as a process: exit statuses, and nothing else on standard error."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chaff.tasks import RUN_PARAMS, _measure, _said_yes

ROOT = Path(__file__).resolve().parents[1]
RULE = "superseded-instruction"


@pytest.mark.parametrize("n_characters", [1, 100_000])
def test_a_reader_that_left_is_no_traceback(tmp_path, n_characters):
    reading, writing = os.pipe()
    os.close(reading)
    action = f"from chaff.tasks import _guarded; _guarded(lambda: print('x' * {n_characters}))"
    try:
        result = subprocess.run(
            [sys.executable, "-c", action],
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("words", "yes"),
    [
        ([f"run:{RULE}", "--yes"], True),
        ([f"run:{RULE}", "--endpoint", "http://127.0.0.1:9", "--yes"], True),
        (["compile", f"run:{RULE}", "--pilot", "--yes", "check"], True),
        ([f"run:{RULE}"], False),
        (["run"], False),
        (["run:*", "--yes"], False),
        ([f"run:{RULE}", "run:other", "--yes"], False),
        (["run:other", "--yes", f"run:{RULE}"], False),
    ],
)
def test_only_the_command_line_behind_the_task_says_yes(words, yes):
    assert _said_yes(RULE, ["doit", *words]) is yes


def test_no_call_in_flight_is_not_the_default(monkeypatch):
    """0 is refused like every other number of calls that is none."""
    seen = {}
    monkeypatch.setattr("chaff.run.command.run", lambda *_, **how: seen.update(how))
    given = {param["name"]: param["default"] for param in RUN_PARAMS}
    for concurrency in (None, 0):
        _measure(RULE, **given | ({} if concurrency is None else {"concurrency": concurrency}))
        assert seen["concurrency"] is concurrency


@pytest.mark.parametrize("words", [["run:s*"], [f"run:{RULE}"]])
def test_a_config_file_is_nobodys_yes(tmp_path, words):
    """A pilot on a free model would start at once; without a terminal nobody can be asked."""
    shutil.copytree(ROOT / "generated", tmp_path / "generated")
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    shutil.copy(ROOT / "dodo.py", tmp_path)
    (tmp_path / "doit.cfg").write_text(
        f"[task:run:{RULE}]\nyes = true\npilot = true\nendpoint = embedded\n"
    )
    result = subprocess.run(
        [sys.executable, "-m", "doit", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "ANTHROPIC_API_KEY": ""},
        check=False,
    )
    assert result.returncode == 3, result.stderr
    assert "--yes" in result.stderr
    assert not list(tmp_path.glob(".chaff/pilots/**/*.jsonl"))


def test_a_rule_that_cannot_be_named_is_one_line(tmp_path):
    (tmp_path / "specs" / "rules").mkdir(parents=True)
    (tmp_path / "specs" / "rules" / "Bad_Name.jsonnet").write_text("{}")
    shutil.copy(ROOT / "dodo.py", tmp_path)
    result = subprocess.run(
        [sys.executable, "-m", "doit"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("chaff: specs/rules/Bad_Name.jsonnet: is no name for a rule")
    assert result.stderr.count("\n") == 1
