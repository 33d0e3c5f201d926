import os

import pytest

from chaff.lint.discovery.roots import is_folder, root_of


def test_the_nearest_repository_is_the_root(tmp_path):
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / "a" / "b" / ".git").write_text("gitdir: elsewhere\n")
    assert root_of(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a" / "b")
    assert root_of(str(tmp_path / "a")) == str(tmp_path)
    assert root_of(str(tmp_path)) == str(tmp_path)


def test_there_may_be_none():
    assert root_of(os.sep) is None


def test_what_a_path_is(tmp_path):
    (tmp_path / "a").touch()
    (tmp_path / "link").symlink_to(".")
    assert is_folder(str(tmp_path))
    assert is_folder(str(tmp_path / "link"))
    assert not is_folder(str(tmp_path / "a"))
    with pytest.raises(ValueError, match="does not exist"):
        is_folder(str(tmp_path / "none"))
    with pytest.raises(ValueError, match="is neither a file nor a folder"):
        is_folder(os.devnull)
