import os
import random
import shutil
import subprocess
import sys

import pytest

from chaff.lint.repository.ignores import Ignores

LISTS = {
    ".gitignore": "*.log\nbuild/\n/dist\n!keep.log\n\n# no\nlocal/*\n!local/kept/\n",
    "sub/.gitignore": "!*.log\n/only\n!/build/\n",
    "build/.gitignore": "!*\n",
    ".git/info/exclude": "*.tmp\n*.log\n!never.log\n",
}
# path -> ignored; a folder ends in `/`
IGNORED = {
    "a.log": True,
    "x/a.log": True,
    "keep.log": False,
    "x/keep.log": False,
    "never.log": True,
    "sub/a.log": False,
    "sub/x/a.log": False,
    "build/": True,
    "build/a": True,
    "x/build/a/b": True,
    "sub/build/": False,
    "sub/build/a": False,
    "sub/x/build/a": True,
    "dist": True,
    "dist/": True,
    "dist/a": True,
    "x/dist": False,
    "sub/only": True,
    "sub/x/only": False,
    "only": False,
    "local/": False,
    "local/a": True,
    "local/kept/": False,
    "local/kept/a": False,
    "a.tmp": True,
    "#": False,
    ".git": True,
    ".git/": True,
    ".git/config": True,
    ".gitignore": False,
    ".github/a": False,
    ".": False,
    "": False,
}


@pytest.mark.parametrize("path", IGNORED)
def test_what_is_ignored(path):
    found = Ignores.from_files(LISTS)
    folder = path.endswith("/")
    assert found.ignored(path.rstrip("/"), folder=folder) is IGNORED[path]
    assert found.ignored(path) in (IGNORED[path], not folder)


def test_what_may_be_a_file_or_a_folder():
    found = Ignores.from_files({".gitignore": "build/\n!out/\nout\n"})
    assert found.ignored("build")
    assert not found.ignored("build", folder=False)
    assert found.ignored("out")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("\ufeffa\n", "a"),
        ("a\r\nb\r\n", "a"),
        ("a\r\nb\r\n", "b"),
        ("b", "b"),
        ("!\n[z-a]\n\\\nb", "b"),
        ("a\x0bb\n", "a\x0bb"),
        ("a\udcff\n", "a\udcff"),
        ("a*\n", "a\nb"),
    ],
)
def test_lists_as_they_come(text, path):
    assert Ignores.from_files({".gitignore": text}).ignored(path)


def test_only_the_lists_above_are_read_and_each_once():
    asked = []

    def read(path):
        asked.append(path)

    found = Ignores(read)
    for _ in range(2):
        assert not found.ignored("a/b/c")
        assert not found.ignored("a/d")
    assert sorted(asked) == [".git/info/exclude", ".gitignore", "a/.gitignore", "a/b/.gitignore"]


def test_without_a_list_nothing_is_loaded():
    code = """
from chaff.lint.repository.ignores import Ignores
import sys
assert not Ignores.from_files({}).ignored("a/b")
assert "re2" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_deep_path_does_not_exhaust_the_stack():
    assert not Ignores.from_files({".gitignore": "b\n"}).ignored("a/" * 5000)


WORDS = """
a b a/ /a a/b a/* a/** **/a a/**/b x**/a a**b ** /** **/ *** * /* !* !*/ !a !a/ !b /b/ */ */b
*.md !*.md ? ?? [ab] [!a] []a] [a-c]* [z-a] [ a[ [[:upper:]]* [[:punct:]] a[/]b a[.-0]b a[!x]b
\\a \\* \\#a \\!a a\\ \\\\ #a {a,b} (a) $ ^a + | .* // / ! !!a é ?* *?* a//b **/** !a/b/ !/a/b
"""
PATTERNS = [*WORDS.split(), "*.f", "a*.f"]
NAMES = ["a", "b", "ab", "x.md", "A1", "é", "-", "]", "\\", "#a", "a\nb", "{a,b}", "c d"]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("seed", range(8))
def test_git_says_the_same(tmp_path, seed):
    """Trees and lists drawn by chance: every file and folder, against `git check-ignore`."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q", tmp_path], check=True, env=env)
    lists = {}
    for number in range(12):
        for _ in range(12):
            folder = tmp_path / str(number) / "/".join(draw.choices(NAMES, k=draw.randint(0, 3)))
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{draw.choice(NAMES)}.f").touch()
        for folder in (tmp_path / str(number), *(tmp_path / str(number)).rglob("*")):
            if folder.is_dir() and (folder.parent == tmp_path or draw.random() < 0.2):
                text = "\n".join(draw.choices(PATTERNS, k=draw.randint(1, 5)))
                (folder / ".gitignore").write_text(text)
                lists[(folder / ".gitignore").relative_to(tmp_path).as_posix()] = text
    paths = [path for path in tmp_path.rglob("*") if ".git" not in path.parts]
    asked = "".join(f"{path.relative_to(tmp_path).as_posix()}\0" for path in paths)
    command = ["git", "check-ignore", "--no-index", "-z", "-v", "-n", "--stdin"]
    # It exits with 1 where nothing is ignored.
    told = subprocess.run(
        command, input=asked.encode(), capture_output=True, cwd=tmp_path, env=env, check=False
    )
    # Of each path: its list, line and pattern, if any, and the path.
    fields = told.stdout.decode().split("\0")[:-1]
    git = [pattern != "" and not pattern.startswith("!") for pattern in fields[2::4]]
    found = Ignores.from_files(lists)
    ours = [
        found.ignored(path.relative_to(tmp_path).as_posix(), folder=path.is_dir()) for path in paths
    ]
    assert any(git)
    assert not all(git)
    differ = [path for path, one, other in zip(paths, git, ours, strict=True) if one != other]
    assert differ == []
