import os
import signal
import subprocess
import sys

import pytest

from chaff.atomic import write_whole


def test_content_and_mode(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    write_whole(path, b"new", mode=0o640)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o7777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_replaced(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new", mode=0o644)
    assert (tmp_path / "real").read_bytes() == b"old"
    assert not (tmp_path / "link").is_symlink()


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def failing(_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new", mode=0o644)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_kill_leaves_the_old_file_or_the_new(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 1000)
    program = (
        "import sys; from pathlib import Path; from chaff.atomic import write_whole\n"
        "print(flush=True)\n"
        "while True: write_whole(Path(sys.argv[1]), b'y' * 5_000_000, mode=0o644)"
    )
    child = subprocess.Popen([sys.executable, "-c", program, path], stdout=subprocess.PIPE)
    assert child.stdout
    child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert path.read_bytes() in (b"x" * 1000, b"y" * 5_000_000)
