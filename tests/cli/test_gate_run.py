"""`doit gate` and `chaff gate run` as cron starts them: quiet, every gate, exit statuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaff.cli.main import main
from chaff.gate.store import read_ledger
from chaff.shapes.gate_ledger import Failure
from tests.support.claude_session import jsonl, typed
from tests.support.gates import SPEC, TEXT, gate_project
from tests.support.project import write

ROOT = Path(__file__).resolve().parents[2]
HIGH = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")


@pytest.fixture
def project(tmp_path):
    """A project with one gate, a day of transcripts, and doit's file."""
    gate_project(tmp_path)
    write(tmp_path, "dodo.py", "from chaff.tasks import *  # noqa: F403\n")
    row = typed("redo it", cwd=str(tmp_path), timestamp="2026-07-01T10:00:00.000Z")
    write(tmp_path, "sessions/a.jsonl", jsonl(row))
    return tmp_path


def start(root, *words):
    return subprocess.Popen(
        [sys.executable, "-m", "doit", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=root,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(root)},
    )


def doit(root, *words):
    process = start(root, *words)
    out, err = process.communicate()
    return process.returncode, out, err


def test_a_spec_is_compiled_and_the_second_job_is_quiet(project):
    status, out, err = doit(project, "gate")
    assert (status, err) == (0, "")
    assert "the gate took up the file as it is" in out
    assert doit(project, "gate") == (0, "", "")
    assert doit(project, "gate:desk") == (0, "", "")


def test_one_gates_trouble_is_not_anothers(project):
    broken = SPEC.replace("'desk'", "'broken'").replace("'sessions'", "'nowhere'")
    write(project, "specs/gates/broken.jsonnet", broken)
    status, out, err = doit(project, "gate")
    assert status == 2
    assert "nowhere" in err
    assert "Traceback" not in err
    assert "the gate took up the file as it is" in out
    lines = read_ledger(project / "runs/gates/broken")
    assert "nowhere" in next(line.problem for line in lines if isinstance(line, Failure))


def test_two_at_once_are_safe(project):
    doit(project, "gate")
    jobs = [start(project, "gate") for _ in range(2)]
    ends = [(job.communicate(), job.returncode) for job in jobs]
    assert {status for _, status in ends} <= {0, 3}, ends
    assert "Traceback" not in str(ends)
    assert doit(project, "gate") == (0, "", "")


def test_a_person_who_has_to_answer_is_status_1_until_they_did(project, capsys):
    doit(project, "gate")
    new = str(write(project, "new.md", HIGH))
    assert main(["gate", "propose", new, "--root", str(project)]) == 0
    capsys.readouterr()
    assert doit(project, "gate") == (1, "", "")
    assert main(["gate", "run", "--root", str(project)]) == 1
    assert main(["gate", "reject", "1", "--root", str(project)]) == 0
    capsys.readouterr()
    assert main(["gate", "run", "--root", str(project), "--format", "json"]) == 0
    assert '"waiting": []' in capsys.readouterr().out
