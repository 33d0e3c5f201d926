import os
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from chaff.errors import BadInputError, EndpointError, RunStopped
from chaff.run.journal import Journal
from chaff.shapes.record import Footer, broken_link, read_run
from tests.support.records import DIGEST, header, turn


@pytest.fixture
def journal(tmp_path: Path):
    made = Journal.create(tmp_path / "runs" / "r" / "m" / "s.jsonl", header())
    yield made
    made.close()


def test_lines_are_chained_and_read_back(journal):
    journal.append(turn())
    journal.append(turn(repeat=2))
    journal.finish(
        Footer(
            prev=DIGEST,
            finished_at="2026-12-02T12:00:01Z",
            cells=2,
            calls=2,
            cost_nano_usd=0,
            verdict={},
        )
    )
    run = read_run(journal.path.read_bytes(), where="run")
    assert len(run.lines) == 4
    assert broken_link(run) is None
    assert run.footer is not None


def test_a_line_is_on_the_disk_before_append_returns(journal, monkeypatch):
    synced = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    for repeat in (1, 2):
        journal.append(turn(repeat=repeat))
        assert synced[-1] == journal.path.stat().st_size
    assert len(synced) == 2


def test_lines_that_come_while_the_disk_is_busy_share_one_sync(journal, monkeypatch):
    syncs, busy, queued = [], threading.Event(), threading.Event()
    real = os.fsync

    def fsync(handle: int) -> None:
        syncs.append(os.fstat(handle).st_size)
        if len(syncs) == 1:
            busy.set()
            assert queued.wait(5)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    ended = []

    def write(repeat: int, name: str) -> None:
        try:
            journal.append(turn(repeat=repeat, name=name))
        except EndpointError as error:
            ended.append(str(error))
        else:
            ended.append(syncs[-1])

    names = ["msg_1", "msg_2", "msg_3", "msg_3", "msg_4"]
    threads = [threading.Thread(target=write, args=args) for args in enumerate(names, start=1)]
    threads[0].start()
    assert busy.wait(5)
    for thread in threads[1:]:
        thread.start()
    while len(journal._together._queue) < 4:
        threading.Event().wait(0.001)
    assert journal.turns == (), "not before it is on the disk"
    queued.set()
    for thread in threads:
        thread.join()
    run = read_run(journal.path.read_bytes(), where="run")
    assert len(syncs) == 2
    assert (len(run.turns), broken_link(run)) == (4, None)
    assert journal.turns == run.turns
    refused = [end for end in ended if isinstance(end, str)]
    assert len(refused) == 1, "the copy alone, and not what came together with it"
    assert "'msg_3' came twice" in refused[0]
    assert [end for end in ended if end == run_size(journal)] == [run_size(journal)] * 3


def run_size(journal) -> int:
    return journal.path.stat().st_size


def test_many_threads_make_one_chain(journal):
    def write(arm: str) -> None:
        for repeat in range(1, 21):
            journal.append(turn(arm, repeat=repeat))

    threads = [threading.Thread(target=write, args=(arm,)) for arm in ("present", "removed")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run = read_run(journal.path.read_bytes(), where="run")
    assert len(run.turns) == 40
    assert broken_link(run) is None
    assert journal.turns == run.turns


def test_an_answer_that_came_before_is_refused(journal):
    journal.append(turn(name="msg_1"))
    with pytest.raises(EndpointError, match="'msg_1' came twice"):
        journal.append(turn(repeat=2, name="msg_1"))
    assert len(read_run(journal.path.read_bytes(), where="run").turns) == 1


def test_what_could_not_be_read_back_is_not_written(journal):
    deep: list = []
    for _ in range(99):
        deep = [deep]
    with pytest.raises(BadInputError, match="nested deeper"):
        journal.append(msgspec.structs.replace(turn(), response={"content": deep}))
    journal.append(turn())
    assert len(read_run(journal.path.read_bytes(), where="run").turns) == 1


def test_a_second_file_is_never_put_over_a_first(journal):
    with pytest.raises(RunStopped, match="exists already"):
        Journal.create(journal.path, header())


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_a_torn_last_line_is_cut_off(journal, cut):
    journal.append(turn())
    whole = journal.path.read_bytes()
    journal.append(turn(repeat=2))
    data = journal.path.read_bytes()
    torn = data[len(whole) : len(data) - cut]
    journal.path.write_bytes(whole + torn)
    journal.close()
    resumed = Journal.resume(journal.path)
    assert resumed.cut == len(torn)
    assert journal.path.read_bytes() == whole
    resumed.append(turn(repeat=2))
    resumed.close()
    assert journal.path.read_bytes() == data


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"pass"', b'"fail"', "chain is broken"),
        (b'"kind":"turn"', b'"kind":"tern"', ":2: kind must be"),
        (b'{"kind":"turn"', b'"kind":"turn"', ":2: not JSON"),
    ],
)
def test_an_earlier_damaged_line_is_refused(journal, old, new, said):
    journal.append(turn())
    journal.append(turn(repeat=2))
    data = journal.path.read_bytes().replace(old, new, 1)
    journal.path.write_bytes(data)
    journal.close()
    with pytest.raises(BadInputError, match=said):
        Journal.resume(journal.path)
    assert journal.path.read_bytes() == data, "and left as it is"


def test_an_answer_after_the_end_goes_into_no_file(journal, tmp_path):
    """The handle's number may belong to another file by then."""
    journal.close()
    other = (tmp_path / "other").open("wb")
    with pytest.raises(RunStopped, match="cannot be written"):
        journal.append(turn())
    other.close()
    assert (tmp_path / "other").read_bytes() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX locks")
def test_two_writers_never_share_a_file(journal):
    """Even where .chaff, which holds the other locks, was deleted under a running process."""
    journal.append(turn())
    with pytest.raises(RunStopped, match="another process is at work"):
        Journal.resume(journal.path)
    journal.close()
    Journal.resume(journal.path).close()


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from chaff.errors import RunStopped
from chaff.run.journal import Journal
from tests.support.records import header, turn
path = Path(sys.argv[1])
journal = Journal.create(path, header())
journal.append(turn())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = path.stat().st_size + 100
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
for attempt in range(2):
    try:
        journal.append(turn(repeat=2))
    except RunStopped as stop:
        print(stop)
"""


def test_a_disk_that_takes_no_more_stops_the_run(tmp_path):
    pytest.importorskip("resource")
    path = tmp_path / "s.jsonl"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        (sys.executable, "-c", FULL_DISK, str(path)),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    first, second = done.stdout.splitlines()
    assert "cannot be written: File too large" in first
    assert "same command again" in first
    assert "an earlier line could not be written" in second
    run = read_run(path.read_bytes(), where="run")
    assert (len(run.turns), run.torn) == (1, b"")


def test_a_folder_that_cannot_be_made_is_a_clear_stop(tmp_path):
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(RunStopped, match="cannot be written"):
        Journal.create(tmp_path / "runs" / "r" / "s.jsonl", header())
