import threading

import pytest

from chaff.errors import RunStopped
from chaff.run.locks import is_running, ledger_lock, running


def test_a_lock_is_seen_while_it_is_held(tmp_path):
    with running(tmp_path, "runs/a/b.jsonl"):
        assert is_running(tmp_path, "runs/a/b.jsonl")
        assert not is_running(tmp_path, "runs/a/c.jsonl")
        with (
            pytest.raises(RunStopped, match="another process"),
            running(tmp_path, "runs/a/b.jsonl"),
        ):
            pass
    assert not is_running(tmp_path, "runs/a/b.jsonl")


def test_one_thread_at_a_time_holds_the_ledger(tmp_path):
    inside, most = [0], [0]

    def work() -> None:
        for _ in range(20):
            with ledger_lock(tmp_path):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 1
