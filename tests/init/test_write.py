import pytest

from chaff.errors import UsageError
from chaff.init.write import write_files

FILES = {"a.txt": b"a", "deep/er/b.txt": b"b"}


def tree(root):
    return {p.relative_to(root).as_posix() for p in root.rglob("*") if not p.is_dir()}


@pytest.mark.parametrize("there", [None, "other.txt", "deep/other.txt"])
def test_what_does_not_clash_stays(tmp_path, there):
    folder = tmp_path / "new"
    if there:
        (folder / there).parent.mkdir(parents=True)
        (folder / there).write_text("mine")
    write_files(folder, FILES)
    assert tree(folder) == {*FILES, *([there] if there else [])}
    assert (folder / "deep/er/b.txt").read_bytes() == b"b"


CLASHES = {
    "a file": lambda root: (root / "a.txt").write_text("mine"),
    "a link to nothing": lambda root: (root / "a.txt").symlink_to(root / "nowhere"),
    "a file where a folder must be": lambda root: (root / "deep").write_text("mine"),
    "a folder that is a link": lambda root: (root / "deep").symlink_to(root.parent),
}


@pytest.mark.parametrize("name", CLASHES)
def test_nothing_is_overwritten_or_half_written(tmp_path, name):
    folder = tmp_path / "new"
    folder.mkdir()
    CLASHES[name](folder)
    before = tree(folder)
    with pytest.raises(UsageError, match="there is already") as caught:
        write_files(folder, FILES)
    assert tree(folder) == before
    assert caught.value.remedy


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "new").write_text("mine")
    with pytest.raises(UsageError):
        write_files(tmp_path / "new", FILES)
