import os

import pytest

from chaff.errors import BadInputError
from chaff.lint.engine import FixedFile
from chaff.lint.write import write_fixed

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

    monkeypatch.setattr("chaff.lint.write.replace", full)
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
