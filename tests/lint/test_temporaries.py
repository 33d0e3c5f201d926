"""Temporary files: gone at the end, and what a killed run left goes with the next."""

import subprocess
import sys

import pytest

from chaff.lint.fixes.temporaries import sweep, temporary


def test_it_holds_the_data_and_goes(tmp_path):
    with temporary(tmp_path, b"a\r\n") as path:
        assert path.read_bytes() == b"a\r\n"
        assert path.parent == tmp_path
    assert not list(tmp_path.iterdir())


def test_it_goes_after_an_error_too(tmp_path):
    with pytest.raises(KeyError), temporary(tmp_path, b"a"):
        raise KeyError
    assert not list(tmp_path.iterdir())


def test_one_that_is_renamed_stays(tmp_path):
    with temporary(tmp_path, b"a") as path:
        path.rename(tmp_path / "b")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("b", b"a")]


def test_only_what_nobody_holds_is_swept(tmp_path):
    others = {".chaff-lint.notes.md", "a.chaff-lint.x.tmp", ".chaff.x.tmp"}
    for name in (*others, ".chaff-lint.left.tmp"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / ".chaff-lint.link.tmp").symlink_to("a.chaff-lint.x.tmp")
    (tmp_path / ".chaff-lint.folder.tmp").mkdir()
    kept = {*others, ".chaff-lint.link.tmp", ".chaff-lint.folder.tmp"}
    with temporary(tmp_path, b"a") as path:
        subprocess.run(
            [sys.executable, "-c", SWEEP, str(tmp_path)], check=True, capture_output=True
        )
        assert {file.name for file in tmp_path.iterdir()} == {*kept, path.name}
    assert {file.name for file in tmp_path.iterdir()} == kept


SWEEP = """
import sys
from pathlib import Path
from chaff.lint.fixes.temporaries import sweep
sweep(Path(sys.argv[1]))
"""


def test_one_that_is_swept_before_it_is_locked_is_made_anew(tmp_path, monkeypatch):
    import tempfile

    make = tempfile.mkstemp
    made = []

    def slow(**how):
        handle, name = make(**how)
        if not made:
            sweep(tmp_path)
        made.append(name)
        return handle, name

    monkeypatch.setattr("tempfile.mkstemp", slow)
    with temporary(tmp_path, b"a") as path:
        assert path.read_bytes() == b"a"
    assert len(made) == 2


def test_a_folder_that_is_not_there_is_swept_clean(tmp_path):
    sweep(tmp_path / "none")
