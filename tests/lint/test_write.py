import os
import signal
import subprocess
import sys

import pytest

from chaff.errors import BadInputError
from chaff.lint.engine import FixedFile
from chaff.lint.fixes.targets import written
from chaff.lint.fixes.write import write_fixed

AFTER = FixedFile(data=b"b", files={"docs/H.md": "moved\r\n"})


def test_mode_and_link_are_kept(tmp_path):
    real = tmp_path / "AGENTS.md"
    real.write_bytes(b"a")
    real.chmod(0o640)
    link = tmp_path / "CLAUDE.md"
    link.symlink_to("AGENTS.md")
    write_fixed(link, b"a", AFTER)
    assert link.is_symlink()
    assert real.read_bytes() == b"b"
    assert real.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "docs" / "H.md").read_bytes() == b"moved\r\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["AGENTS.md", "CLAUDE.md", "docs"]


def test_a_file_changed_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"new")
    with pytest.raises(BadInputError, match="changed while it was linted"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"new"
    assert not (tmp_path / "docs").exists()


def test_a_file_that_appeared_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "H.md").write_text("mine")
    with pytest.raises(BadInputError, match=r"docs/H\.md: cannot be written"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"a"
    assert (tmp_path / "docs" / "H.md").read_text() == "mine"


def test_a_file_in_the_folders_place(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "docs").write_text("mine")
    with pytest.raises(BadInputError, match="cannot be written"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"a"


def test_moved_text_is_taken_back_when_the_file_cannot_be_written(tmp_path, monkeypatch):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")

    def full(*_):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("chaff.lint.fixes.write.replace", full)
    with pytest.raises(BadInputError, match="No space left on device"):
        write_fixed(path, b"a", AFTER)
    assert not (tmp_path / "docs" / "H.md").exists()


def test_nothing_half_written_is_left(tmp_path, monkeypatch):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")

    def failing(_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", failing)
    for after in (AFTER, FixedFile(data=b"b", files={})):
        with pytest.raises(BadInputError, match="Input/output error"):
            write_fixed(path, b"a", after)
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [path]
    assert path.read_bytes() == b"a"


def test_hard_links_are_not_parted(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "AGENTS.md").hardlink_to(path)
    with pytest.raises(BadInputError, match="has hard links"):
        write_fixed(path, b"a", AFTER)
    assert path.samefile(tmp_path / "AGENTS.md")
    assert not (tmp_path / "docs").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_write_protected_file_stays_as_it_is(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    path.chmod(0o444)
    with pytest.raises(BadInputError, match="write-protected"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"a"
    assert not (tmp_path / "docs").exists()


def test_what_is_written_already_is_not_written_again(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    target = tmp_path / "docs" / "H.md"
    target.parent.mkdir()
    target.write_bytes(b"moved\r\n")
    before = target.stat()
    write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"b"
    assert (target.stat().st_ino, target.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_was_there_is_not_taken_back(tmp_path, monkeypatch):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "H.md").write_bytes(b"moved\r\n")

    def full(*_):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("chaff.lint.fixes.write.replace", full)
    with pytest.raises(BadInputError, match="No space left on device"):
        write_fixed(path, b"a", AFTER)
    assert (tmp_path / "docs" / "H.md").read_bytes() == b"moved\r\n"


@pytest.mark.parametrize("other", [b"moved\n", b"", b"moved\r\nmoved\r\n"])
def test_text_that_differs_is_never_overwritten(tmp_path, other):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "H.md").write_bytes(other)
    with pytest.raises(BadInputError, match="cannot be written"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"a"
    assert (tmp_path / "docs" / "H.md").read_bytes() == other


def test_a_link_is_no_place_to_write_to(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "docs").mkdir()
    (tmp_path / "other.md").write_bytes(b"moved\r\n")
    (tmp_path / "docs" / "H.md").symlink_to("../other.md")
    with pytest.raises(BadInputError, match="cannot be written"):
        write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"a"


def test_moved_text_has_the_mode_of_a_new_file(tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    (tmp_path / "new.md").write_bytes(b"")
    write_fixed(path, b"a", AFTER)
    moved = tmp_path / "docs" / "H.md"
    assert moved.stat().st_mode == (tmp_path / "new.md").stat().st_mode
    assert [file.name for file in moved.parent.iterdir()] == ["H.md"]


def test_a_disk_without_hard_links(tmp_path, monkeypatch):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")

    def none(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", none)
    write_fixed(path, b"a", AFTER)
    assert (tmp_path / "docs" / "H.md").read_bytes() == b"moved\r\n"
    path.write_bytes(b"a")
    (tmp_path / "docs" / "H.md").write_bytes(b"mine")
    with pytest.raises(BadInputError, match="cannot be written"):
        write_fixed(path, b"a", AFTER)
    assert (tmp_path / "docs" / "H.md").read_bytes() == b"mine"


KILLED = """
import os, signal, sys
from pathlib import Path
import chaff.lint.fixes.write as write
from chaff.lint.engine import FixedFile

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(*{"link": (os, "link"), "replace": (Path, "replace")}[sys.argv[1]], kill)
text = "moved\\r\\n"
write.write_fixed(Path(sys.argv[2]), b"a", FixedFile(data=b"b", files={"docs/H.md": text}))
"""


@pytest.mark.parametrize(("at", "moved"), [("link", False), ("replace", True)])
def test_a_second_run_completes_what_a_killed_one_began(tmp_path, at, moved):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"a")
    target = tmp_path / "docs" / "H.md"
    killed = subprocess.run([sys.executable, "-c", KILLED, at, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"a"
    assert target.exists() is moved
    assert written(path, ["docs/H.md"]) == ({"docs/H.md": "moved\r\n"} if moved else {})
    assert list(tmp_path.rglob(".chaff*"))
    write_fixed(path, b"a", AFTER)
    assert path.read_bytes() == b"b"
    assert target.read_bytes() == b"moved\r\n"
    assert not list(tmp_path.rglob(".chaff*"))
