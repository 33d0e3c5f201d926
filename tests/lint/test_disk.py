import os
import subprocess
from pathlib import Path

import pytest

from chaff.lint.repository.disk import MAX_READ_BYTES, Disk, Disks
from chaff.lint.repository.place import Files, Repository
from tests.support.rights import without_rights


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(f"{name}\n"))


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "root"
    make(root, "a.md", "src/b.py", "src/c d.py", "build/out.js", ".env", ".github/w.yml")
    make(root, ".git/config", "node_modules/x/y.js", "src/__pycache__/b.pyc")
    (root / ".gitignore").write_text("build/\n.env\n")
    make(tmp_path, "outside.md", "other/in.md")
    (root / "link.md").symlink_to("a.md")
    (root / "folder-link").symlink_to("src")
    (root / "dead").symlink_to("none")
    (root / "out").symlink_to("../other")
    return root


def test_the_paths_are_all_files_that_git_does_not_ignore(tree):
    files = ["a.md", "src/b.py", "src/c d.py", ".github/w.yml", ".gitignore"]
    links = ["link.md", "folder-link", "dead", "out"]
    assert Disk(tree).paths() == frozenset([*files, *links])


def test_the_paths_are_gathered_once_and_not_before(tree):
    disk = Disk(tree)
    make(tree, "late.md")
    first = disk.paths()
    assert "late.md" in first
    make(tree, "later.md")
    assert disk.paths() is first


# path -> there, in answer to `exists`
EXISTS = {
    ".": True,
    "": False,
    "a.md": True,
    "./a.md": True,
    "src//b.py": True,
    "src/../a.md": True,
    "a.md/": False,
    "src": True,
    "src/": True,
    "build/out.js": True,
    ".git/config": True,
    "node_modules/x": True,
    "link.md": True,
    "folder-link/b.py": True,
    "dead": False,
    "out/in.md": True,
    "A.md": False,
    "none": False,
    "a.md/x": False,
    "..": False,
    "../outside.md": False,
    "../root/a.md": False,
    "src/../../outside.md": False,
    "/": False,
    "/etc/passwd": False,
    "a\0b": False,
    "a\ud800": False,
    "x" * 5000: False,
    "a.md\n": False,
}


@pytest.mark.parametrize("path", EXISTS)
def test_what_exists(tree, path):
    assert Disk(tree).exists(path) is EXISTS[path]


def test_the_root_itself_cannot_be_left_by_its_absolute_path(tree):
    assert not Disk(tree).exists(str(tree / "a.md"))
    assert Disk(tree).read(str(tree / "a.md")) is None


def test_spelling_counts_where_the_file_system_does_not_care(tree):
    assert Disk(tree)._folds_case is False
    disk = Disk(tree)
    # As on macOS, whose file system would find `Src/B.py`, too.
    disk.__dict__["_folds_case"] = True
    assert all(disk.exists(path) for path in ("src/c d.py", "src", "folder-link/b.py", "."))
    assert not any(disk._spelt(path) for path in ("Src/b.py", "src/B.py", "src/b.PY"))


IGNORED = {
    "build": True,
    "build/": True,
    "build/x": True,
    "src/build": True,
    ".env": True,
    "src": False,
    "a.md": False,
    "none.md": False,
    ".git/config": True,
    "../build": False,
    "/build": False,
    ".": False,
}


@pytest.mark.parametrize("path", IGNORED)
def test_what_git_ignores(tree, path):
    assert Disk(tree).ignored(path) is IGNORED[path]


def test_a_file_is_not_ignored_as_a_folder_would_be(tmp_path):
    make(tmp_path, "build")
    (tmp_path / ".gitignore").write_text("build/\n")
    assert not Disk(tmp_path).ignored("build")
    assert Disk(tmp_path).ignored("build/")
    assert Disk(tmp_path).paths() == {"build", ".gitignore"}


READ = {
    "a.md": "a.md\n",
    "src/c d.py": "src/c d.py\n",
    "./a.md": "a.md\n",
    "build/out.js": "build/out.js\n",
    "folder-link/b.py": "src/b.py\n",
    "link.md": None,
    "dead": None,
    "out/in.md": None,
    "../outside.md": None,
    "src": None,
    "none": None,
    "pipe": None,
    "latin.txt": None,
    "large.txt": None,
    "full.txt": "a" * MAX_READ_BYTES,
    "bom.json": "{}",
    "a\0b": None,
}


@pytest.mark.parametrize("path", READ)
def test_what_is_read(tree, path):
    os.mkfifo(tree / "pipe")
    (tree / "latin.txt").write_bytes(b"\xe9")
    (tree / "large.txt").write_text("a" * (MAX_READ_BYTES + 1))
    (tree / "full.txt").write_text("a" * MAX_READ_BYTES)
    (tree / "bom.json").write_bytes(b"\xef\xbb\xbf{}")
    assert Disk(tree).read(path) == READ[path]


def test_a_text_is_read_once(tree):
    disk = Disk(tree)
    assert disk.read("a.md") == "a.md\n"
    (tree / "a.md").unlink()
    assert disk.read("a.md") == "a.md\n"


def test_odd_names(tmp_path):
    name = os.fsdecode(b"caf\xe9.md")
    make(tmp_path, name, "a\nb.md", " a .md", "日本/x.md", "-rf", "a\\b")
    (tmp_path / ".gitignore").write_bytes(b"x*\ncaf\xe9.md\n")
    disk = Disk(tmp_path)
    assert disk.paths() == {"a\nb.md", " a .md", "-rf", "a\\b", ".gitignore"}
    assert disk.exists(name)
    assert disk.ignored(name)


def test_what_cannot_be_read_is_as_good_as_empty(tmp_path):
    make(tmp_path, "a.md", "shut/b.md", "c.md")
    (tmp_path / ".gitignore").write_text("a.md\n")

    def look():
        disk = Disk(tmp_path)
        return sorted(disk.paths()), disk.read("c.md"), disk.exists("shut/b.md")

    shut = [tmp_path / "shut", tmp_path / "c.md", tmp_path / ".gitignore"]
    assert without_rights(shut, look) == [[".gitignore", "a.md", "c.md"], None, False]


def git(*words: object) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *map(str, words)]
    subprocess.run(command, check=True, capture_output=True)


def test_a_clone_and_its_work_trees_have_one_private_list(tmp_path):
    clone, tree = tmp_path / "clone", tmp_path / "tree"
    git("init", "-q", clone)
    make(clone, "a.md")
    git("-C", clone, "add", ".")
    git("-C", clone, "commit", "-q", "-m", "a")
    git("-C", clone, "worktree", "add", "-q", tree)
    (clone / ".git" / "info" / "exclude").write_text("private.md\n")
    for root in (clone, tree):
        make(root, "private.md")
        assert Disk(root).paths() == {"a.md"}


def test_one_disk_a_root(tmp_path):
    disks = Disks()
    assert disks.of(tmp_path) is disks.of(tmp_path)
    assert disks.of(tmp_path) is not disks.of(tmp_path / "a")


def test_a_disk_answers_as_the_same_files_in_memory(tree):
    texts = {path: (tree / path).read_text() for path in ("a.md", "src/b.py", ".gitignore")}
    both: list[Repository] = [Disk(tree), Files(texts)]
    for path in ("a.md", "src", "none", "."):
        assert len({one.exists(path) for one in both}) == 1
    for path in ("build", "build/x", "src", "a.md"):
        assert len({one.ignored(path) for one in both}) == 1
    for path in ("a.md", "src", "none"):
        assert len({one.read(path) for one in both}) == 1


def test_what_was_seen_is_forgotten_when_a_file_is_written(tmp_path):
    (tmp_path / "a.md").write_text("old")
    disk = Disk(tmp_path)
    assert (disk.read("a.md"), disk.exists("d/b.md"), disk.paths()) == ("old", False, {"a.md"})
    (tmp_path / "a.md").write_text("new")
    disk.forget(added=False)
    assert (disk.read("a.md"), disk.paths()) == ("new", {"a.md"})
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "b.md").touch()
    disk.forget(added=True)
    assert (disk.exists("d/b.md"), disk.paths()) == (True, {"a.md", "d/b.md"})
