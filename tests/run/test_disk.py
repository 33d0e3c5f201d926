"""Disks that are full or read-only, damaged files, clocks that go back, nobody at the other end."""

from __future__ import annotations

import errno
import io
import os
import subprocess
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from chaff.errors import BadInputError, RunStopped
from chaff.run.cells import Times
from chaff.run.spare import FOLDER as SPARE
from tests.support.dying_disk import dying_disk
from tests.support.messages_server import Fault, MessagesServer, serving
from tests.support.run_project import START, quick_times
from tests.support.small_run import EXPERIMENT, N_CALLS, PRICES, entry_of, measure, run_of, totals

LATER = START.replace(hour=13)
MOUNT_MEGABYTES = 2


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """A file system of its own, of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", f"size={MOUNT_MEGABYTES}m", "none", str(folder))
    yield folder
    subprocess.run(("umount", "--lazy", str(folder)), check=True)


def mount(*arguments: str) -> None:
    try:
        done = subprocess.run(("mount", *arguments), capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("needs mount")
    if done.returncode:
        pytest.skip("needs the right to mount")


def verbose(server: MessagesServer, size: int) -> None:
    """Let every answer carry a text of `size` bytes."""
    block = {"type": "text", "text": "x" * size}
    server.fault = lambda _n, _b: Fault(edit=lambda m: {**m, "content": [*m["content"], block]})


def n_turns(root: Path) -> int:
    run = run_of(root)
    return len(run.turns) if run else 0


def require_paid_once(root: Path, server: MessagesServer, expected: int = N_CALLS) -> None:
    assert totals(run_of(root))[:2] == (N_CALLS, N_CALLS)
    assert len(server.calls) == expected
    entry = entry_of(root)
    assert (entry.state, entry.reserved_nano_usd) == ("closed", 0)
    assert server.billed_nano_usd(PRICES) <= entry.held_nano_usd
    assert not any((root / SPARE).iterdir()), "the spare room is given back"


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_full_disk_takes_what_is_in_flight_and_no_more(small_disk, server, concurrency):
    """Answers of 150 kB: the first few fit beside the spare room, those in flight into it."""
    verbose(server, 150_000)
    (small_disk / "else").write_bytes(b"x" * 500_000)
    server.latency = 0.05
    with pytest.raises(RunStopped, match="the disk is full; what was in flight") as stop:
        measure(small_disk, server, concurrency=concurrency)
    assert "make room and run the same command again" in str(stop.value)
    assert 0 < n_turns(small_disk) == len(server.calls) < N_CALLS, "each answer is recorded"
    assert entry_of(small_disk).lost_nano_usd == 0
    (small_disk / "else").unlink()
    mount("-o", f"remount,size={4 * MOUNT_MEGABYTES}m", str(small_disk))
    measure(small_disk, server, start=LATER, concurrency=concurrency)
    require_paid_once(small_disk, server)
    assert entry_of(small_disk).lost_nano_usd == 0


def test_a_disk_that_is_full_from_the_start_costs_nothing(small_disk, server):
    (small_disk / "else").write_bytes(b"x" * 1_500_000)
    with pytest.raises(RunStopped, match=rf"{SPARE}/.*No space left"):
        measure(small_disk, server)
    assert server.calls == []
    (small_disk / "else").unlink()
    measure(small_disk, server, start=LATER)
    require_paid_once(small_disk, server)


@pytest.mark.parametrize("begun", [False, True])
def test_a_read_only_disk_costs_nothing(small_disk, server, begun):
    if begun:
        server.fault = lambda n, _b: Fault(status=404, error="not_found_error") if n == 4 else None
        with pytest.raises(RunStopped):
            measure(small_disk, server)
    asked = len(server.calls)
    before = {path: path.read_bytes() for path in small_disk.rglob("*") if path.is_file()}
    mount("-o", "remount,ro", str(small_disk))
    with pytest.raises(RunStopped, match=r"^\.chaff.*Read-only file system.*same command again"):
        measure(small_disk, server, start=LATER)
    assert len(server.calls) == asked
    mount("-o", "remount,rw", str(small_disk))
    assert before == {path: path.read_bytes() for path in before}
    measure(small_disk, server, start=LATER)
    require_paid_once(small_disk, server, N_CALLS + begun)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_costs_nothing(tmp_path, server):
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(RunStopped, match="Permission denied"):
            measure(tmp_path, server)
    finally:
        tmp_path.chmod(0o755)
    assert server.calls == []


REFUSALS = {"full": errno.ENOSPC, "quota": errno.EDQUOT, "broken": errno.EIO}
SOME = (*range(12, 40, 3), -6, -1)


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_disk_that_refuses_once_corrupts_nothing(tmp_path, kind):
    """Whatever is refused, at a start, a reservation, a line or a settlement: a clear stop."""
    require_refusals_survived(tmp_path, kind, SOME, once=True)


@pytest.mark.slow
@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize("kind", REFUSALS)
def test_a_disk_that_refuses_at_any_operation_corrupts_nothing(tmp_path, kind, once):
    require_refusals_survived(tmp_path, kind, range(100), once=once)


def require_refusals_survived(
    folder: Path, kind: str, places: Iterable[int], *, once: bool
) -> None:
    with serving() as server, dying_disk() as disk:
        measure(folder / "whole", server)
    for at in places:
        root = folder / f"at-{at}"
        with serving() as server:
            stopped = refused(root, server, at % disk.asked, REFUSALS[kind], once=once)
            if stopped:
                assert str(folder) not in stopped, "no path of this machine"
            held = entry_of(root).held_nano_usd if server.calls else 0
            assert server.billed_nano_usd(PRICES) <= held, at
            with dying_disk():
                measure(root, server, start=LATER)
            assert totals(run_of(root))[:2] == (N_CALLS, N_CALLS), at
            twice = len(server.calls) - N_CALLS
            # On a full disk the spare room takes what is in flight: nothing is paid twice.
            assert twice == 0 or (twice == 1 and (kind == "broken" or not once)), at


def refused(root: Path, server: MessagesServer, at: int, number: int, *, once: bool) -> str:
    try:
        with dying_disk(at, lambda: OSError(number, os.strerror(number)), once=once):
            measure(root, server)
    except RunStopped as stop:
        return str(stop)
    return ""


DAMAGE = {
    "a changed byte": lambda lines: [
        *lines[:2],
        lines[2].replace(b'"pass"', b'"fail"'),
        *lines[3:],
    ],
    "half a line": lambda lines: [*lines[:2], lines[2][:-9], *lines[3:]],
    "zeros": lambda lines: [*lines[:2], b"\0" * len(lines[2]), *lines[3:]],
    "a line gone": lambda lines: [*lines[:2], *lines[3:]],
    "a line twice": lambda lines: [*lines[:3], *lines[2:]],
    "two lines swapped": lambda lines: [*lines[:1], lines[2], lines[1], *lines[3:]],
    "an empty line": lambda lines: [*lines[:2], b"", *lines[2:]],
    "no header": lambda lines: lines[1:],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_line_is_refused_not_skipped(tmp_path, server, kind):
    server.fault = lambda n, _b: Fault(status=404, error="not_found_error") if n == 6 else None
    with pytest.raises(RunStopped):
        measure(tmp_path, server)
    (path,) = (tmp_path / EXPERIMENT.folder).glob("*.jsonl")
    damaged = b"\n".join(DAMAGE[kind](path.read_bytes().split(b"\n")))
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    with pytest.raises(BadInputError) as stop:
        measure(tmp_path, server, start=LATER)
    assert stop.value.where.startswith(f"{EXPERIMENT.folder}/")
    assert "version control or a backup" in str(stop.value)
    assert path.read_bytes() == damaged, "and left as it is"
    assert len(server.calls) == 6, "nothing is asked"


@pytest.mark.parametrize("torn", [b"\0" * 700, b'{"kind":"turn","prev"', b'{"kind":"footer"'])
def test_a_torn_last_line_is_cut_off(tmp_path, server, torn):
    server.fault = lambda n, _b: Fault(status=404, error="not_found_error") if n == 6 else None
    with pytest.raises(RunStopped):
        measure(tmp_path, server)
    (path,) = (tmp_path / EXPERIMENT.folder).glob("*.jsonl")
    path.write_bytes(path.read_bytes() + torn)
    out = io.StringIO()
    measure(tmp_path, server, start=LATER, out=out)
    assert f"cut off {len(torn)} bytes" in out.getvalue()
    require_paid_once(tmp_path, server, N_CALLS + 1)


def test_a_clock_that_goes_back_during_a_run_does_no_harm(tmp_path, server):
    looks = [0]

    def now():
        looks[0] += 1
        return START - timedelta(days=looks[0] // 4)

    plain = quick_times()
    measure(tmp_path, server, times=Times(now, plain.clock, plain.sleep))
    require_paid_once(tmp_path, server)
    run = run_of(tmp_path)
    assert run is not None
    assert run.footer is not None
    assert run.footer.finished_at >= run.header.started_at


def test_a_run_is_carried_on_by_a_clock_that_was_set_back(tmp_path, server):
    server.fault = lambda n, _b: Fault(status=404, error="not_found_error") if n == 6 else None
    with pytest.raises(RunStopped):
        measure(tmp_path, server)
    measure(tmp_path, server, start=START - timedelta(days=1))
    require_paid_once(tmp_path, server, N_CALLS + 1)


class Broken(io.StringIO):
    """Output that nobody reads any more after `lines` writes."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._left = lines

    def write(self, text: str) -> int:
        self._left -= 1
        if self._left < 0:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")
        return super().write(text)


@pytest.mark.parametrize("lines", [0, 2, 5])
def test_output_that_nobody_reads_gives_up_no_call_in_flight(tmp_path, server, lines):
    server.latency = 0.05
    ticks = iter(range(10**9))
    # Each look at the clock is eleven seconds later, so that progress is told at once.
    times = quick_times()._replace(clock=lambda: 11.0 * next(ticks))
    with pytest.raises(BrokenPipeError):
        measure(tmp_path, server, times=times, concurrency=3, out=Broken(lines))
    assert len(server.calls) == server.answered == n_turns(tmp_path) < N_CALLS
    entry = entry_of(tmp_path)
    assert (entry.reserved_nano_usd, entry.lost_nano_usd) == (0, 0)
    measure(tmp_path, server, start=LATER)
    require_paid_once(tmp_path, server)
