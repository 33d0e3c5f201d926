"""The whole command through the Message Batches API of a real server."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chaff.errors import EndpointError, OverCap, RunStopped, UsageError
from chaff.run.batch_api import BatchApi
from chaff.run.cells import Times
from chaff.run.command import run
from chaff.run.ledger import read_entries
from chaff.shapes.record import read_run
from tests.run.test_command import CELLS, CONFIG, ledger_faults, only_run, require_sound, run_files
from tests.support.configs import CONFIRMATION, PRIMARY, RULE, tiny_config, tiny_program
from tests.support.messages_server import Fault, MessagesServer, run_command, text_of
from tests.support.run_project import START, make_project, quick_times


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", CONFIG)


def measure(root: Path, server: MessagesServer, *, status: int = 0, **how: Any) -> str:
    out = io.StringIO()
    times = how.pop("times", None) or quick_times(how.pop("start", START))
    server.batches.now = times.now
    arguments = {
        "endpoint": server.url,
        "model": PRIMARY,
        "yes": True,
        "batch": True,
        "times": times,
        "environment": {},
        **how,
    }
    try:
        assert run(root, RULE, out=out, **arguments) == status
    finally:
        print(out.getvalue())
    return out.getvalue()


def sizes(server: MessagesServer) -> list[int]:
    return [len(batch.requests) for batch in server.batches.made]


def require_settled(root: Path, server: MessagesServer, config=CONFIG) -> None:
    (path,) = run_files(root)
    require_sound(root, path, config)
    (entry,) = read_entries(root).values()
    assert entry.billed_nano_usd == server.billed_nano_usd(tiny_program().prices)
    assert (entry.state, entry.reserved_nano_usd, entry.lost_nano_usd) == ("closed", 0, 0)
    assert ledger_faults(root, config) == []
    assert not list((root / ".chaff/batches").glob("*"))


def test_one_batch_at_half_the_price(project, server):
    printed = measure(project, server)
    assert sizes(server) == [CELLS]
    assert server.calls == []
    require_settled(project, server)
    header = only_run(project).header
    assert (header.transport.batch, header.transport.cache) == (True, None)
    assert "in batches" in printed
    assert "for which the estimate is" in printed


def test_the_worst_case_of_all_is_reserved_before_it_is_sent(project, server):
    held = []
    server.batch_fault = lambda method, path: held.append(
        (method, path, sum(entry.held_nano_usd for entry in read_entries(project).values()))
    )
    measure(project, server)
    billed = server.billed_nano_usd(tiny_program().prices)
    (sent,) = [amount for method, path, amount in held if method == "POST"]
    assert sent > billed > 0


def caching_project(tmp_path: Path, server: MessagesServer, **how: Any) -> Path:
    """A project and a server that cache far shorter prefixes than the real ones."""
    least = {PRIMARY: 100, CONFIRMATION: 100}
    server.cache.minimum = dict(least)
    program = msgspec.structs.replace(tiny_program(), min_cacheable_tokens=least)
    return make_project(tmp_path / "project", how.get("config", CONFIG), program)


def test_a_batch_of_one_call_per_prefix_warms_the_cache_for_the_rest(tmp_path, server):
    root = caching_project(tmp_path, server)
    printed = measure(root, server)
    assert sizes(server) == [3, CELLS - 3]
    require_settled(root, server)
    turns = only_run(root).turns
    assert sum(turn.usage.cache_write_1h > 0 for turn in turns) == 3
    assert sum(turn.usage.cache_read > 0 for turn in turns) == CELLS - 3
    assert only_run(root).header.transport.cache == "1h"
    assert "came from the cache" in printed


def test_expired_and_errored_requests_are_asked_again(project, server):
    spoilt: dict[str, int] = {}

    def outcome(name, params):
        text = text_of(params)
        spoilt[text] = spoilt.get(text, 0) + 1
        number = int(name.split("-")[1])
        if len(server.batches.made) == 1 and number % 4 == 0:
            return {"type": "expired"}
        if len(server.batches.made) < 3 and number % 4 == 1:
            kind = {"type": "overloaded_error", "message": "Overloaded"}
            return {"type": "errored", "error": {"type": "error", "error": kind}}
        return None

    server.batches.outcome = outcome
    measure(project, server)
    assert sizes(server) == [CELLS, 54, 14]
    require_settled(project, server)


def test_a_request_that_is_refused_stops_the_run_and_loses_no_answer(project, server):
    bad = {"type": "invalid_request_error", "message": "no"}
    server.batches.outcome = lambda name, _params: (
        {"type": "errored", "error": {"type": "error", "error": bad}}
        if name.endswith("-7")
        else None
    )
    with pytest.raises(EndpointError, match="no"):
        measure(project, server)
    assert len(only_run(project).turns) == CELLS - 1
    server.batches.outcome = lambda _name, _params: None
    measure(project, server, start=START.replace(hour=13))
    assert sizes(server) == [CELLS, 1]
    require_settled(project, server)


def test_one_round_a_turn(tmp_path, server):
    config = tiny_config(max_turns=2)
    root = make_project(tmp_path, config)
    server.answer = lambda body: run_command(
        "ls"
        if len(body["messages"]) == 1
        else "pnpm add x"
        if "4100" not in text_of(body)
        else "npm i"
    )
    measure(root, server)
    assert sizes(server) == [CELLS, CELLS]
    require_settled(root, server, config)


class Killed(BaseException):
    """Ends a run at once, as a kill would: nothing is tidied up in the ledger."""


def dying(after: int, start=START) -> Times:
    """Return clocks that end the process at its n-th wait."""
    quick, waits = quick_times(start), [0]

    def sleep(seconds: float) -> None:
        waits[0] += 1
        if waits[0] > after:
            raise Killed
        quick.sleep(seconds)

    return Times(quick.now, quick.clock, sleep)


def test_a_run_that_dies_while_it_waits_finds_its_batch_again(project, server):
    with pytest.raises(Killed):
        measure(project, server, times=dying(3))
    (entry,) = read_entries(project).values()
    assert entry.reserved_nano_usd > 0
    measure(project, server, batch=False, start=START.replace(hour=13))
    assert sizes(server) == [CELLS]
    assert server.calls == []
    require_settled(project, server)


@pytest.mark.parametrize("arrived", [True, False])
def test_a_run_that_dies_before_it_hears_the_batch_s_id_asks_the_server(
    project, server, monkeypatch, arrived
):
    submit = BatchApi.submit

    def dies(self, requests):
        if arrived:
            submit(self, requests)
        raise Killed

    monkeypatch.setattr(BatchApi, "submit", dies)
    with pytest.raises(Killed):
        measure(project, server)
    monkeypatch.setattr(BatchApi, "submit", submit)
    measure(project, server, start=START.replace(minute=5))
    assert sizes(server) == [CELLS]
    require_settled(project, server)


def test_a_batch_whose_acceptance_was_cut_off_is_not_sent_twice(project, server):
    faults = [Fault(reset=True, billed=True)]
    server.batch_fault = lambda method, _path: faults.pop() if method == "POST" and faults else None
    measure(project, server)
    assert sizes(server) == [CELLS]
    require_settled(project, server)


def test_someone_else_s_batch_of_the_same_size_is_not_taken_for_ours(project, server):
    server.batches.now = lambda: START
    server.batches.looks = 0
    other = {"model": PRIMARY, "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}]}
    server.batches.create(
        {"requests": [{"custom_id": f"other-{n}", "params": other} for n in range(CELLS)]}
    )
    faults = [Fault(reset=True)]
    server.batch_fault = lambda method, _path: faults.pop() if method == "POST" and faults else None
    measure(project, server)
    assert sizes(server) == [CELLS, CELLS]
    require_sound(project, run_files(project)[0])


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=429, error="rate_limit_error", headers={"retry-after": "3"}),
        Fault(status=529, error="overloaded_error"),
        Fault(status=500, error="api_error"),
        Fault(raw="<title>Sign in</title>"),
        Fault(raw='{"id": "msgbatch'),
        Fault(reset=True),
    ],
    ids=["429", "529", "500", "page", "half", "reset"],
)
def test_faults_of_any_call_pass(project, server, fault):
    seen: set[tuple[str, str]] = set()

    def once(method, path):
        if (method, path) in seen:
            return None
        seen.add((method, path))
        return fault

    server.batch_fault = once
    measure(project, server)
    assert sizes(server) == [CELLS]
    require_settled(project, server)


def test_results_that_break_off_are_fetched_again(project, server):
    whole, fetched = server.batches.results, []

    def broken(name):
        fetched.append(name)
        text = whole(name)
        return text[: len(text) // 2] if len(fetched) == 1 else text

    server.batches.results = broken
    measure(project, server)
    assert len(fetched) == 2
    require_settled(project, server)


def test_results_that_never_come_stay_held(project, server):
    whole = server.batches.results
    server.batches.results = lambda name: "".join(whole(name).splitlines(keepends=True)[:-1])
    with pytest.raises((EndpointError, OverCap)):
        measure(project, server)
    (entry,) = read_entries(project).values()
    assert entry.lost_nano_usd > 0
    assert entry.held_nano_usd >= server.billed_nano_usd(tiny_program().prices)


def interrupting(start=START) -> Times:
    """Return clocks on which Ctrl-C comes at the first wait."""
    quick, sent = quick_times(start), []

    def sleep(seconds: float) -> None:
        if not sent:
            sent.append(1)
            os.kill(os.getpid(), signal.SIGINT)
        quick.sleep(seconds)

    return Times(quick.now, quick.clock, sleep)


@pytest.mark.parametrize("answer", ["", "n", "later"])
def test_ctrl_c_leaves_the_batch_running_unless_told_otherwise(project, server, answer):
    asked = []
    printed = measure(
        project, server, status=130, times=interrupting(), ask=lambda q: asked.append(q) or answer
    )
    assert "Cancel msgbatch_01?" in asked[0]
    assert "goes on at the server" in printed
    assert not server.batches.made[0].canceling
    measure(project, server, start=START.replace(hour=13))
    assert sizes(server) == [CELLS]
    require_settled(project, server)


def test_ctrl_c_off_a_terminal_asks_nobody(project, server):
    printed = measure(project, server, status=130, times=interrupting())
    assert "the same command collects its results" in printed


def test_ctrl_c_can_cancel_the_batch_and_keeps_what_it_has_answered(project, server):
    server.batches.looks = -1
    printed = measure(project, server, status=130, times=interrupting(), ask=lambda _q: "y")
    assert "is being canceled" in printed
    assert len(only_run(project).turns) == CELLS // 2
    (entry,) = read_entries(project).values()
    assert (entry.reserved_nano_usd, entry.lost_nano_usd) == (0, 0)
    server.batches.looks = 1
    measure(project, server, start=START.replace(hour=13))
    assert sizes(server) == [CELLS, CELLS // 2]
    require_settled(project, server)


def test_a_batch_that_somebody_else_cancels_is_not_sent_again_by_itself(project, server):
    """In the vendor's console, say, because it spends: to go on takes the command again."""
    server.batches.looks = -1
    look = server.batches.look

    def canceled_elsewhere(name):
        server.batches.cancel(name)
        return look(name)

    server.batches.look = canceled_elsewhere
    with pytest.raises(EndpointError, match=f"canceled before {CELLS // 2} of its {CELLS}"):
        measure(project, server)
    assert sizes(server) == [CELLS]
    assert len(only_run(project).turns) == CELLS // 2
    server.batches.look, server.batches.looks = look, 1
    measure(project, server, start=START.replace(hour=13))
    assert sizes(server) == [CELLS, CELLS // 2]
    require_settled(project, server)


@pytest.mark.parametrize("ahead", [timedelta(hours=-3), timedelta(), timedelta(hours=3)])
@pytest.mark.parametrize("others", [0, 250])
def test_a_batch_whose_id_was_lost_is_found_by_any_clock_and_on_any_page(
    project, server, monkeypatch, ahead, others
):
    """Another user of the account is busy, and our clock is hours off."""
    submit, times = BatchApi.submit, quick_times()

    def dies(self, requests):
        submit(self, requests)
        raise Killed

    monkeypatch.setattr(BatchApi, "submit", dies)
    server.batches.looks = 0
    with pytest.raises(Killed):
        measure(project, server, times=times)
    monkeypatch.setattr(BatchApi, "submit", submit)
    other = {"model": PRIMARY, "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}]}
    for number in range(others):
        server.batches.create({"requests": [{"custom_id": f"o-{number}", "params": other}]})
    server.batches.now = lambda: START + ahead
    for batch in server.batches.made:
        batch.created_at = (START + ahead).isoformat()
    later = quick_times(START.replace(minute=5))
    assert (
        run(
            project,
            RULE,
            endpoint=server.url,
            model=PRIMARY,
            yes=True,
            batch=True,
            times=later,
            environment={},
            out=io.StringIO(),
        )
        == 0
    )
    assert sizes(server) == [CELLS] + [1] * others
    assert only_run(project).footer is not None


def test_a_batch_that_arrives_late_is_not_sent_twice(project, server):
    """A gateway gives up on the request; some seconds later the server has taken it on."""
    times, create, look = quick_times(), server.batches.create, server.batches.look
    listing, held_back = server.batches.listing, []

    def late(body):
        if len(held_back) > 1:
            return create(body)
        held_back[:] = [body, times.clock() + 5]
        return {}

    def after_arrival(call):
        def called(*arguments):
            if len(held_back) == 2 and times.clock() > held_back[1]:
                held_back.append(create(held_back[0]))
            return call(*arguments)

        return called

    server.batches.create = late
    server.batches.look, server.batches.listing = after_arrival(look), after_arrival(listing)
    fault = [Fault(status=504, billed=True)]
    server.batch_fault = lambda method, _path: fault.pop() if method == "POST" and fault else None
    measure(project, server, times=times)
    assert sizes(server) == [CELLS]
    require_settled(project, server)


def test_a_batch_that_the_server_no_longer_knows_says_what_to_do(project, server):
    with pytest.raises(Killed):
        measure(project, server, times=dying(3))
    server.batches.made[0].id = "msgbatch_of_another_workspace"
    with pytest.raises(EndpointError, match=r"29 days.*delete the file in \.chaff/batches"):
        measure(project, server, start=START.replace(hour=13))
    (pending,) = (project / ".chaff/batches").glob("*.json")
    pending.unlink()
    measure(project, server, start=START.replace(hour=14))
    (entry,) = read_entries(project).values()
    assert entry.lost_nano_usd > 0, "it may have been billed"
    assert only_run(project).footer is not None


def test_cache_writes_of_an_hour_that_do_not_say_so_are_not_billed_as_cheaper_ones(
    tmp_path, server
):
    root = caching_project(tmp_path, server)
    answer = server.answer_in_batch

    def unsplit(body):
        message = answer(body)
        usage = {k: v for k, v in message["usage"].items() if k != "cache_creation"}
        return {**message, "usage": usage}

    server.batches._answer = unsplit
    with pytest.raises(EndpointError, match="for how long it wrote to the cache"):
        measure(root, server)
    (entry,) = read_entries(root).values()
    assert entry.held_nano_usd >= server.billed_nano_usd(tiny_program().prices)


def test_a_batch_is_as_large_as_the_caps_allow(tmp_path, server):
    root = make_project(tmp_path, CONFIG, tiny_program(rule_usd=0.08))
    measure(root, server)
    first, *rest = sizes(server)
    assert first < CELLS
    assert first + sum(rest) == CELLS
    require_settled(root, server)


def test_where_not_even_one_request_fits_nothing_is_sent(tmp_path, server):
    root = make_project(tmp_path, CONFIG, tiny_program(rule_usd=0.0001))
    with pytest.raises(OverCap):
        measure(root, server)
    assert server.batches.made == []
    (entry,) = read_entries(root).values()
    assert entry.held_nano_usd == 0


def test_a_start_keeps_its_way(project, server):
    server.fault = lambda number, _b: (
        Fault(status=404, error="not_found_error") if number > 9 else None
    )
    with pytest.raises(EndpointError):
        measure(project, server, batch=False, concurrency=1)
    with pytest.raises(RunStopped, match="begun call by call"):
        measure(project, server, start=START.replace(hour=13))


def test_a_server_without_batches_is_named(project, server):
    server.batch_fault = lambda _m, _p: Fault(status=404, error="not_found_error")
    with pytest.raises(EndpointError, match="leave --batch out"):
        measure(project, server)
    assert read_entries(project) == {}
    assert not (project / "runs").exists()


def test_the_embedded_endpoint_has_none(project):
    with pytest.raises(UsageError, match="no batches"):
        run(project, RULE, endpoint="embedded", batch=True, out=io.StringIO(), environment={})


def test_the_recorded_answers_are_the_server_s(project, server):
    measure(project, server)
    (path,) = run_files(project)
    sent = {
        result["result"]["message"]["id"]: result["result"]["message"]
        for result in server.batches.made[0].results
    }
    turns = read_run(path.read_bytes(), where="run").turns
    assert {turn.response_id: turn.response for turn in turns} == sent


CHILD = """
import sys, time
from datetime import timedelta
from pathlib import Path
from chaff.run.cells import Times
from chaff.run.command import run
from tests.support.configs import PRIMARY, RULE
from tests.support.run_project import START, ticking
now = ticking(START + timedelta(seconds=int(sys.argv[3])))
sys.exit(run(
    Path(sys.argv[1]), RULE, endpoint=sys.argv[2], model=PRIMARY, yes=True, batch=True,
    environment={}, times=Times(now, time.monotonic, lambda s: time.sleep(s / 20)),
))
"""


def child(project: Path, server: MessagesServer, seconds: int) -> subprocess.Popen:
    root = Path(__file__).resolve().parents[2]
    server.batches.now = lambda: START + timedelta(seconds=seconds)
    return subprocess.Popen(
        (sys.executable, "-c", CHILD, str(project), server.url, str(seconds)),
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
    )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
@pytest.mark.parametrize("calls", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("later", [0.0, 0.02, 0.1])
def test_kill_9_sends_no_request_twice_and_loses_no_answer(project, server, calls, later):
    """Killed a moment after its n-th call to the server: submit, looks, results."""
    seen = []
    server.batches.looks = 2
    server.batch_fault = lambda method, path: seen.append((method, path))
    process = child(project, server, 0)
    while len(seen) < calls and process.poll() is None:
        time.sleep(0.001)
    time.sleep(later)
    process.kill()
    process.wait()
    server.batch_fault = lambda _method, _path: None
    if not only_run(project).footer:
        assert child(project, server, 20).wait() == 0
    assert sizes(server) == [CELLS]
    require_sound(project, run_files(project)[0])
    (entry,) = read_entries(project).values()
    assert entry.held_nano_usd >= server.billed_nano_usd(tiny_program().prices)
    assert entry.reserved_nano_usd == 0
