"""Real child processes, killed and interrupted while they run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chaff.check.evidence import examine
from chaff.money import worst_case_nano_usd
from chaff.run.ledger import read_entries
from chaff.shapes.record import read_run
from tests.support.configs import PRIMARY, RULE, tiny_config, tiny_program
from tests.support.messages_server import MessagesServer, prompt_tokens, run_command, text_of
from tests.support.run_project import START, make_project

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tiny_config()
CELLS, CONCURRENCY = 108, 4
PRICES = tiny_program().prices
CHILD = """
import sys, time
from datetime import timedelta
from pathlib import Path
from chaff.errors import ChaffError
from chaff.run.cells import Times
from chaff.run.command import run
from tests.support.configs import PRIMARY, RULE
from tests.support.run_project import START, ticking
now = ticking(START + timedelta(seconds=int(sys.argv[3])))
try:
    status = run(
        Path(sys.argv[1]), RULE, endpoint=sys.argv[2], model=PRIMARY, yes=True,
        pilot=sys.argv[4] == "pilot", concurrency=4, environment={},
        times=Times(now, time.monotonic, time.sleep),
    )
except ChaffError as error:
    print(error, file=sys.stderr)
    status = error.exit_status
sys.exit(status)
"""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")


def start(root: Path, server: MessagesServer, seconds: int = 0, kind: str = "run"):
    return subprocess.Popen(
        (sys.executable, "-c", CHILD, str(root), server.url, str(seconds), kind),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_calls(process: subprocess.Popen, server: MessagesServer, calls: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.calls) < calls:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "the child asks nothing"
        time.sleep(0.001)


def run_path(root: Path) -> Path:
    (path,) = (root / "runs" / RULE / PRIMARY).glob("*.jsonl")
    return path


def test_kill_9_at_several_instants_loses_nothing(tmp_path, server):
    project = make_project(tmp_path / "p", CONFIG)
    server.latency = 0.02
    kills = (1, 20, 43, 90)
    for number, calls in enumerate(kills):
        process = start(project, server, seconds=number * 100)
        wait_for_calls(process, server, calls + number * CONCURRENCY)
        process.kill()
        process.communicate()
        if number == 1:
            # As if it had been killed in the middle of a line.
            with run_path(project).open("ab") as file:
                file.write(b'{"kind":"turn","prev":"sha256:')
    last = start(project, server, seconds=1000)
    printed, errors = last.communicate(timeout=120)
    assert last.returncode == 0, errors
    assert "resumes" in printed

    data = run_path(project).read_bytes()
    run = read_run(data, where="run")
    name = run_path(project).relative_to(project).as_posix()
    assert examine(data, CONFIG, where=name, now=START.replace(year=2029)).faults == ()
    assert len(run.turns) == CELLS
    assert len(server.calls) <= CELLS + len(kills) * CONCURRENCY, "no more than was in flight"

    (entry,) = read_entries(project).values()
    recorded = {turn.response_id for turn in run.turns}
    assert len(recorded) == CELLS
    assert entry.billed_nano_usd == sum(turn.cost_nano_usd for turn in run.turns)
    assert (entry.state, entry.reserved_nano_usd) == ("closed", 0)
    worst = max(
        worst_case_nano_usd(prompt_tokens(call.body), 200, PRICES[PRIMARY]) for call in server.calls
    )
    assert entry.lost_nano_usd <= len(kills) * CONCURRENCY * worst
    assert server.billed_nano_usd(PRICES) <= entry.held_nano_usd


def test_a_cell_of_two_turns_carries_on_at_its_second(tmp_path, server):
    config = tiny_config(max_turns=2)
    project = make_project(tmp_path / "p", config)
    server.answer = lambda body: run_command(
        "ls" if len(body["messages"]) == 1 else "npm i" if "4100" in text_of(body) else "pnpm add x"
    )
    server.latency = 0.02
    process = start(project, server)
    wait_for_calls(process, server, 61)
    process.kill()
    process.communicate()
    server.latency = 0
    last = start(project, server, seconds=100)
    _, errors = last.communicate(timeout=120)
    assert last.returncode == 0, errors
    data = run_path(project).read_bytes()
    name = run_path(project).relative_to(project).as_posix()
    examined = examine(data, config, where=name, now=START.replace(year=2029))
    assert (examined.faults, examined.complete) == ((), True)
    assert len(server.calls) <= 2 * CELLS + CONCURRENCY


def test_one_ctrl_c_finishes_what_is_in_flight(tmp_path, server):
    project = make_project(tmp_path / "p", CONFIG)
    server.latency = 0.3
    process = start(project, server)
    wait_for_calls(process, server, 10)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "finishing the calls in flight" in printed
    assert "the same command carries on" in printed
    run = read_run(run_path(project).read_bytes(), where="run")
    assert run.footer is None
    assert len(run.turns) == len(server.calls) == server.answered, "nothing paid is lost"
    (entry,) = read_entries(project).values()
    assert (entry.state, entry.reserved_nano_usd, entry.lost_nano_usd) == ("open", 0, 0)


def test_the_second_ctrl_c_quits_at_once(tmp_path, server):
    project = make_project(tmp_path / "p", CONFIG)
    server.latency = 20
    process = start(project, server)
    wait_for_calls(process, server, 4)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=5)
    assert process.returncode == 130
    server.latency = 0


def test_two_processes_do_not_work_on_one_experiment(tmp_path, server):
    project = make_project(tmp_path / "p", CONFIG)
    server.latency = 0.2
    first = start(project, server)
    wait_for_calls(first, server, 1)
    second = start(project, server, seconds=50)
    _, errors = second.communicate(timeout=60)
    assert second.returncode == 3
    assert "another process is at work on it" in errors
    server.latency = 0
    _, errors = first.communicate(timeout=120)
    assert first.returncode == 0, errors
    assert len(server.calls) == CELLS


def test_two_processes_together_stay_under_the_cap(tmp_path, server):
    cap = 0.1
    project = make_project(tmp_path / "p", CONFIG, tiny_program(rule_usd=cap))
    server.latency = 0.01
    processes = [start(project, server, seconds=100 * n, kind="pilot") for n in range(2)]
    results = [(*process.communicate(timeout=120), process.returncode) for process in processes]
    assert {status for *_, status in results} <= {0, 3}, results
    assert 3 in {status for *_, status in results}, results
    billed = server.billed_nano_usd(PRICES)
    assert 0.9 * cap * 10**9 < billed <= cap * 10**9
    entries = read_entries(project).values()
    assert sum(entry.billed_nano_usd for entry in entries) == billed
    assert sum(entry.held_nano_usd for entry in entries) == billed
