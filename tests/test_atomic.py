import os
import signal
import subprocess
import sys

import pytest

from chaff.atomic import write_durably, write_whole


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


def test_a_durable_write_syncs_the_file_then_names_it_then_syncs_the_name(tmp_path, monkeypatch):
    """In any other order a crash could leave a name without content, or neither."""
    path, steps = tmp_path / "a", []
    path.write_bytes(b"old")
    fsync, replace = os.fsync, os.replace

    def syncing(handle):
        steps.append("folder" if os.path.samestat(os.fstat(handle), tmp_path.stat()) else "file")
        fsync(handle)

    def naming(source, target):
        assert path.read_bytes() == b"old"
        steps.append("name")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", naming)
    write_durably(path, b"new")
    assert steps == ["file", "name", "folder"]
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_write_left_behind_is_taken_away_by_the_next(tmp_path):
    (tmp_path / ".a.part").write_bytes(b"half of some longer t")
    write_durably(tmp_path / "a", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"whole"


def test_a_durable_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def failing(_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(OSError, match="No space"):
        write_durably(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
