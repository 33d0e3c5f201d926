"""kill -9 at random instants of a real process, and at every single operation on the disk."""

from __future__ import annotations

import random
import signal
import time
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import chaff.run.asking
from chaff.check.evidence import examine
from chaff.run.attempt import Answered
from chaff.run.ledger import read_entries
from chaff.shapes.record import Footer, RunFile, read_run
from tests.support import small_run
from tests.support.children import children
from tests.support.configs import PRIMARY, RULE, tiny_config, tiny_program
from tests.support.dying_disk import Died, dying_disk
from tests.support.messages_server import MessagesServer, serving
from tests.support.run_project import START, make_project
from tests.support.small_run import N_CALLS, run_of

CONFIG = tiny_config(repeats=5)
CALLS, CONCURRENCY, LATENCY = 180, 4, 0.01
PRICES = tiny_program().prices
HOW = {"model": PRIMARY, "concurrency": CONCURRENCY, "quiet": True}

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")


def recorded(root: Path) -> tuple[bytes, RunFile | None]:
    paths = list((root / "runs" / RULE / PRIMARY).glob("*.jsonl"))
    assert len(paths) <= 1, "a start is carried on, not begun anew"
    if not paths:
        return b"", None
    data = paths[0].read_bytes()
    return data, read_run(data, where="run")


def totals(footer: Footer | None) -> tuple[Any, ...]:
    assert footer is not None
    return footer.cells, footer.calls, footer.cost_nano_usd, footer.verdict


def require_nothing_lost(root: Path, server: MessagesServer, before: bytes, kills: int) -> None:
    """Hold what is on the disk after a kill against what was there, and what the server knows."""
    after, run = recorded(root)
    whole = before[: before.rfind(b"\n") + 1]
    assert after.startswith(whole), "a line that was there is there for ever"
    n_recorded = len(run.turns) if run else 0
    assert len(server.calls) - n_recorded <= kills * CONCURRENCY, "no more than was in flight"
    held = sum(entry.held_nano_usd for entry in read_entries(root).values())
    assert server.billed_nano_usd(PRICES) <= held


def wait_for_calls(server: MessagesServer, calls: int) -> None:
    """Wait until the server was asked so often, or seems to be asked no more."""
    seen, since = len(server.calls), time.monotonic()
    while len(server.calls) < calls and time.monotonic() - since < 5:
        if len(server.calls) > seen:
            seen, since = len(server.calls), time.monotonic()
        time.sleep(0.001)


def kill_often(folder: Path, kills: int, seed: int) -> None:
    """Kill so often, over as many runs as that takes; each ends as if nothing had happened."""
    drawn = random.Random(seed)  # noqa: S311 - decides nothing but instants
    with children(folder) as parent, serving() as plain:
        untouched = make_project(folder / "untouched", CONFIG)
        assert parent.run(untouched, RULE, endpoint=plain.url, **HOW).wait() == 0
        expected = totals(recorded(untouched)[1].footer)
        assert expected[:2] == (CALLS, CALLS)
        killed = 0
        for number in range(kills):
            if killed >= kills:
                return
            root = make_project(folder / f"run-{number}", CONFIG)
            with serving() as server:
                server.latency = LATENCY
                killed += kill_one_run(parent, root, server, drawn, kills - killed)
                require_as_if_untouched(root, server, expected)


def kill_one_run(parent: Any, root: Path, server: MessagesServer, drawn: Any, most: int) -> int:
    """Run to the end, killing on the way; return how often."""
    killed, ended = 0, False
    while not ended:
        before, _ = recorded(root)
        how = {**HOW, "endpoint": server.url}
        child = parent.run(root, RULE, seconds=100 * killed, **how)
        if killed < most:
            if drawn.random() < 0.3:
                # Anywhere in its youth: while it reads, counts, takes over what is there.
                time.sleep(drawn.uniform(0, 0.5))
            else:
                wait_for_calls(server, len(server.calls) + drawn.randint(1, 25))
                time.sleep(drawn.uniform(0, 3 * LATENCY))
            child.kill()
        ended = child.wait() == 0
        assert child.wait() in {0, -signal.SIGKILL}, child.printed
        killed += not ended
        require_nothing_lost(root, server, before, killed)
        if not ended and drawn.random() < 0.2:
            tear(root, drawn)
    return killed


def tear(root: Path, drawn: Any) -> None:
    """As if it had been killed in the middle of writing a line; after the footer there is none."""
    _, run = recorded(root)
    if run is None or run.footer is not None:
        return
    for path in (root / "runs" / RULE / PRIMARY).glob("*.jsonl"):
        with path.open("ab") as file:
            file.write(b'{"kind":"turn","prev":"sha256:0123"'[: drawn.randint(1, 35)])


def require_as_if_untouched(root: Path, server: MessagesServer, expected: Any) -> None:
    data, run_file = recorded(root)
    assert run_file is not None
    assert totals(run_file.footer) == expected
    name = next((root / "runs" / RULE / PRIMARY).glob("*.jsonl")).relative_to(root).as_posix()
    assert examine(data, CONFIG, where=name, now=START.replace(year=2029)).faults == ()
    (entry,) = read_entries(root).values()
    assert (entry.state, entry.reserved_nano_usd) == ("closed", 0)
    assert entry.billed_nano_usd == expected[2]
    assert server.billed_nano_usd(PRICES) <= entry.held_nano_usd


def test_fifteen_kills_lose_nothing(tmp_path):
    kill_often(tmp_path, 15, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_two_hundred_kills_lose_nothing(tmp_path, seed):
    kill_often(tmp_path, 50, seed)


# --- every operation on the disk -----------------------------------------------------------------


SOME = (*range(0, 36, 3), *range(-8, 0, 2))
"""Operations up to the second call's settlement, and the last; a slow test takes each."""


class OneByOne:
    """Stands for the scheduler: in this thread, so that the process can die in it."""

    def __init__(self, ask: Any, **_: Any) -> None:
        self._ask = ask

    def run(self, jobs: Any) -> None:
        for job in jobs:
            assert isinstance(self._ask(job), Answered)


def measured(root: Path, server: MessagesServer, start: datetime = START) -> None:
    with patch.object(chaff.run.asking, "Cells", OneByOne):
        assert small_run.measure(root, server, start=start)


def unharmed(folder: Path) -> tuple[int, Any]:
    """Return how much a whole run asks of the disk, and its totals."""
    with serving() as server, dying_disk() as disk:
        measured(folder, server)
    assert disk.asked > 8 * N_CALLS, "or nothing was counted"
    return disk.asked, small_run.totals(run_of(folder))


def test_death_at_some_operations_on_the_disk_loses_nothing(tmp_path):
    operations, expected = unharmed(tmp_path)
    for at in SOME:
        die_at(tmp_path / f"at-{at}", at % operations, expected)


@pytest.mark.slow
def test_death_at_any_operation_on_the_disk_loses_nothing(tmp_path):
    operations, expected = unharmed(tmp_path)
    asked_twice = sum(die_at(tmp_path / f"at-{at}", at, expected) for at in range(operations))
    # Its line was being written, or it was sent: at two operations of the eight around each call.
    assert N_CALLS <= asked_twice <= 2 * N_CALLS


def die_at(root: Path, at: int, expected: Any) -> int:
    """Die at an operation and carry on; return how many calls were paid twice."""
    root.mkdir()
    with serving() as server:
        with pytest.raises(Died), dying_disk(at):
            measured(root, server)
        held = sum(entry.held_nano_usd for entry in read_entries(root).values())
        assert server.billed_nano_usd(PRICES) <= held, at
        with dying_disk():
            measured(root, server, START.replace(hour=13))
        assert small_run.totals(run_of(root)) == expected, at
        (entry,) = read_entries(root).values()
        assert server.billed_nano_usd(PRICES) <= entry.held_nano_usd, at
        assert entry.state == "closed"
        assert len(server.calls) <= N_CALLS + 1, at
        return len(server.calls) - N_CALLS
