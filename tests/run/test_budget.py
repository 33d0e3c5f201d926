import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest

from chaff.errors import BadInputError, OverCap, RunStopped
from chaff.run.budget import LARGEST, Budget, Caps, PlaceTaken, require_begun
from chaff.run.ledger import entry_path, new_entry, read_entries, write_entry
from chaff.run.locks import running
from tests.support.records import header

CAPS = Caps(rule_nano_usd=100, program_nano_usd=1000, budget_from="2026-12-01")
RUN = "runs/a-rule/claude-haiku-4-5/20261202T120000Z.jsonl"


def start(root: Path, caps: Caps = CAPS, at: str = "2026-12-02T12:00:00Z", **changes) -> Budget:
    made = msgspec.structs.replace(header(), started_at=at)
    entry = msgspec.structs.replace(new_entry(made, RUN), **changes)
    return Budget.start(root, entry_path(root, made, free=False), caps, entry)


def other(root: Path, at: str, **changes) -> None:
    made = msgspec.structs.replace(header(), started_at=at)
    entry = msgspec.structs.replace(new_entry(made, "runs/a-rule/m/other.jsonl"), **changes)
    write_entry(entry_path(root, made, free=False), entry)


def test_the_worst_case_is_held_before_and_settled_after(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(60)
    assert next(iter(read_entries(tmp_path).values())).reserved_nano_usd == 60
    budget.settle(60, billed=10)
    budget.settle(0, lost=5)
    entry = next(iter(read_entries(tmp_path).values()))
    held = (entry.billed_nano_usd, entry.reserved_nano_usd, entry.lost_nano_usd)
    assert held == (10, 0, 5)
    assert [room.left for room in budget.rooms()] == [85, 985]
    budget.close()
    assert next(iter(read_entries(tmp_path).values())).state == "closed"


def test_the_last_nano_dollar_may_be_spent_and_not_one_more(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(100)
    budget.settle(100, billed=100)
    with pytest.raises(OverCap, match="rule cap"):
        budget.reserve(1)


def test_what_does_not_fit_waits_for_calls_in_flight(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(60)
    timer = threading.Timer(0.2, lambda: budget.settle(60, billed=1))
    began = time.monotonic()
    timer.start()
    assert budget.reserve(60)
    assert time.monotonic() - began >= 0.2


def test_what_can_never_fit_stops_without_waiting(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(60)
    with pytest.raises(OverCap, match="could cost"):
        budget.reserve(101)


def test_waiting_ends_when_the_run_stops(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(60)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    assert not budget.reserve(60, stop.is_set)


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        pytest.param({"billed_nano_usd": 30}, (70, 970), id="billed"),
        pytest.param({"reserved_nano_usd": 30}, (70, 970), id="reserved by the dead"),
        pytest.param({"lost_nano_usd": 30}, (70, 970), id="lost"),
        pytest.param({"billed_nano_usd": 30, "pilot": True}, (70, 970), id="pilot"),
        pytest.param(
            {"billed_nano_usd": 30, "model": "m", "state": "closed"}, (70, 970), id="model"
        ),
        pytest.param(
            {"billed_nano_usd": 30, "config_hash": "sha256:" + "1" * 64}, (100, 970), id="hash"
        ),
    ],
)
def test_other_starts_count(tmp_path, changes, left):
    other(tmp_path, "2026-12-01T00:00:00Z", **changes)
    assert tuple(room.left for room in start(tmp_path).rooms()) == left


def test_spend_before_the_budget_began_counts_for_the_rule_only(tmp_path):
    other(tmp_path, "2026-11-30T23:59:59Z", billed_nano_usd=30)
    assert tuple(room.left for room in start(tmp_path).rooms()) == (70, 1000)


def test_the_program_cap_stops_too(tmp_path):
    other(tmp_path, "2026-12-01T00:00:00Z", billed_nano_usd=990, config_hash="sha256:" + "1" * 64)
    with pytest.raises(OverCap, match="program cap since 2026-12-01"):
        start(tmp_path).reserve(11)


def test_a_reservation_of_the_dead_never_comes_back(tmp_path):
    other(tmp_path, "2026-12-01T00:00:00Z", reserved_nano_usd=50)
    with pytest.raises(OverCap):
        start(tmp_path).reserve(51)


def test_a_reservation_of_the_living_is_waited_for(tmp_path):
    other(tmp_path, "2026-12-01T00:00:00Z", reserved_nano_usd=50)
    budget = start(tmp_path)
    settle = threading.Timer(
        0.3, lambda: other(tmp_path, "2026-12-01T00:00:00Z", billed_nano_usd=1)
    )
    with running(tmp_path, "runs/a-rule/m/other.jsonl"):
        settle.start()
        assert budget.reserve(51)


@pytest.mark.parametrize(
    ("billed", "reserved", "lost", "recorded", "expected"),
    [
        pytest.param(10, 0, 0, 10, (10, 0, 0), id="clean stop"),
        pytest.param(10, 40, 3, 10, (10, 0, 43), id="killed in flight"),
        pytest.param(10, 40, 0, 15, (15, 0, 35), id="killed between record and settle"),
        pytest.param(10, 4, 0, 15, (15, 0, 0), id="more recorded than was held"),
        pytest.param(30, 40, 0, 10, (10, 0, 60), id="answers gone from the run file"),
    ],
)
def test_taking_over_from_the_dead(tmp_path, billed, reserved, lost, recorded, expected):
    start(tmp_path, billed_nano_usd=billed, reserved_nano_usd=reserved, lost_nano_usd=lost)
    path, entry = next(iter(read_entries(tmp_path).items()))
    fresh = new_entry(header(), RUN)
    budget = Budget.resume(tmp_path, path, CAPS, fresh, recorded_nano_usd=recorded)
    entry = budget.entry
    assert (entry.billed_nano_usd, entry.reserved_nano_usd, entry.lost_nano_usd) == expected


def test_a_start_never_takes_the_place_of_another(tmp_path):
    start(tmp_path, billed_nano_usd=7)
    with pytest.raises(RunStopped, match=r"runs/spend/.*another start"):
        start(tmp_path)
    assert [entry.billed_nano_usd for entry in read_entries(tmp_path).values()] == [7]


def test_a_bill_beyond_all_bounds_leaves_a_readable_ledger(tmp_path):
    budget = start(tmp_path)
    assert budget.reserve(60)
    budget.settle(60, lost=2**70)
    assert next(iter(read_entries(tmp_path).values())).lost_nano_usd == LARGEST
    with pytest.raises(OverCap):
        budget.reserve(1)


def test_a_start_before_the_budget_began_is_refused():
    require_begun("2026-12-01T00:00:00Z", CAPS)
    with pytest.raises(RunStopped, match=r"2026-11-30T23:59:59Z lies before.*2026-12-01"):
        require_begun("2026-11-30T23:59:59Z", CAPS)


def test_a_missing_entry_is_made_again(tmp_path):
    path = entry_path(tmp_path, header(), free=False)
    Budget.resume(tmp_path, path, CAPS, new_entry(header(), RUN), recorded_nano_usd=7)
    assert read_entries(tmp_path)[path].billed_nano_usd == 7


def test_a_damaged_entry_is_refused(tmp_path):
    budget = start(tmp_path)
    (tmp_path / "runs/spend/x.json").write_text("{}")
    with pytest.raises(BadInputError, match=r"runs/spend/x\.json"):
        budget.reserve(1)
    (tmp_path / "runs/spend/x.json").unlink()
    (tmp_path / "runs/spend/x.json").symlink_to("nowhere")
    with pytest.raises(BadInputError, match=r"runs/spend/x\.json: cannot be read"):
        budget.reserve(1)


def test_free_calls_leave_the_ledger_alone(tmp_path):
    budget = start(tmp_path, Caps(rule_nano_usd=0, program_nano_usd=0, budget_from="2026-12-01"))
    before = next((tmp_path / "runs/spend").iterdir()).stat()
    assert budget.reserve(0)
    budget.settle(0)
    assert next((tmp_path / "runs/spend").iterdir()).stat() == before


SPENDER = """
import random, sys, threading
from pathlib import Path
from chaff.errors import OverCap
from chaff.run.ledger import read_entries
from chaff.run.locks import ledger_lock, running
from tests.run.test_budget import start
root, at, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
budget = start(root, at=at, run=name)
drawn = random.Random(at)
def work():
    while True:
        worst = drawn.randint(1, 9)
        try:
            budget.reserve(worst)
        except OverCap:
            return
        with ledger_lock(root):
            held = sum(entry.held_nano_usd for entry in read_entries(root).values())
        assert held <= 100, held
        budget.settle(worst, billed=drawn.randint(0, worst), lost=0)
with running(root, name):
    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""


def test_processes_and_threads_together_stay_under_the_cap_and_use_it(tmp_path):
    root = Path(__file__).resolve().parents[2]
    processes = [
        subprocess.Popen(
            (sys.executable, "-c", SPENDER, str(tmp_path), f"2026-12-02T12:00:0{n}Z", f"runs/{n}"),
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        for n in range(3)
    ]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    entries = read_entries(tmp_path).values()
    assert sum(entry.reserved_nano_usd for entry in entries) == 0
    assert 90 < sum(entry.held_nano_usd for entry in entries) <= 100


def test_the_entry_of_another_start_is_never_taken_over(tmp_path):
    """A pilot and a run of the same second have one place in the ledger."""
    start(tmp_path, billed_nano_usd=7)
    path = next(iter(read_entries(tmp_path)))
    pilot = new_entry(header(), ".chaff/pilots/a-rule/m/s.jsonl")
    with pytest.raises(PlaceTaken, match=r"entry of runs/a-rule/.*not of \.chaff/pilots"):
        Budget.resume(tmp_path, path, CAPS, pilot, recorded_nano_usd=0)
    assert read_entries(tmp_path)[path].billed_nano_usd == 7


def test_a_ledger_that_cannot_be_listed_is_not_taken_for_an_empty_one(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/spend").write_text("no folder")
    with pytest.raises(BadInputError, match="runs/spend: cannot be read"):
        read_entries(tmp_path)


def test_a_settlement_is_left_to_the_thread_that_writes_and_never_lost(tmp_path):
    """Whoever is writing looks again afterwards; until then the worst case is held."""
    budget = start(tmp_path)
    assert budget.reserve(40)
    with budget._writing:
        settling = threading.Thread(target=budget.settle, args=(40,), kwargs={"billed": 3})
        settling.start()
        settling.join(timeout=5)
        assert not settling.is_alive()
        assert next(iter(read_entries(tmp_path).values())).held_nano_usd == 40
    assert budget.reserve(97), "what was given back makes room"
    entry = next(iter(read_entries(tmp_path).values()))
    assert (entry.billed_nano_usd, entry.reserved_nano_usd) == (3, 97)
    budget.settle(97)
    budget.close()
    entry = next(iter(read_entries(tmp_path).values()))
    assert (entry.held_nano_usd, entry.state) == (3, "closed")


def test_many_threads_leave_a_ledger_that_adds_up(tmp_path):
    budget = start(
        tmp_path, Caps(rule_nano_usd=200, program_nano_usd=200, budget_from="2026-12-01")
    )
    held: list[int] = []

    def call() -> None:
        for _ in range(10):
            assert budget.reserve(20)
            held.append(sum(entry.held_nano_usd for entry in read_entries(tmp_path).values()))
            budget.settle(20, billed=1)

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entry = next(iter(read_entries(tmp_path).values()))
    assert (entry.billed_nano_usd, entry.reserved_nano_usd) == (80, 0)
    assert max(held) <= 200
