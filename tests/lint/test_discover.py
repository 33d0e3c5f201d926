import os
from pathlib import Path, PurePosixPath

import pytest

from chaff.lint.discover import discover, is_instruction_file

LOADED = [
    "CLAUDE.md",
    "a/CLAUDE.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    ".claude/skills/deploy/SKILL.md",
    ".claude/rules/a/b.md",
    ".claude/agents/a.md",
    "sub/.claude/commands/a.md",
    ".github/copilot-instructions.md",
    ".github/instructions/a/b.instructions.md",
    ".cursor/rules/a.mdc",
    ".cursorrules",
]
NOT_LOADED = [
    "README.md",
    "claude.md.txt",
    ".claude/notes.md",
    ".claude/rules/a.txt",
    ".cursor/rules/a.md",
    ".cursor/a.mdc",
    ".github/a.md",
    "copilot-instructions.md",
    ".github/workflows/copilot-instructions.md",
    "docs/HISTORY.md",
]


@pytest.mark.parametrize("path", LOADED)
def test_loaded(path):
    assert is_instruction_file(PurePosixPath(path))


@pytest.mark.parametrize("path", NOT_LOADED)
def test_not_loaded(path):
    assert not is_instruction_file(PurePosixPath(path))


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a\n")


def names(root: Path, *given: str) -> list[str]:
    found = discover([root / name for name in given] or [root])
    assert found.faults == ()
    return [path.relative_to(root).as_posix() for path in found.files]


def test_a_folder_is_searched(tmp_path):
    make(tmp_path, *LOADED, *NOT_LOADED)
    make(tmp_path, ".git/CLAUDE.md", "x/node_modules/y/AGENTS.md", ".venv/CLAUDE.md")
    assert names(tmp_path) == sorted(LOADED)


def test_a_folder_below_dot_claude_is_searched_as_such(tmp_path, monkeypatch):
    make(tmp_path, ".claude/rules/a.md")
    assert names(tmp_path, ".claude/rules") == [".claude/rules/a.md"]
    monkeypatch.chdir(tmp_path / ".claude" / "rules")
    assert discover([Path()]).files == (Path("a.md"),)


def test_a_named_file_is_taken_whatever_its_name(tmp_path):
    make(tmp_path, "notes.txt", "CLAUDE.md")
    assert names(tmp_path, "notes.txt") == ["notes.txt"]
    assert names(tmp_path, "CLAUDE.md", ".") == ["CLAUDE.md"]


def test_links_are_followed_once(tmp_path):
    make(tmp_path, "AGENTS.md", "shared/style.md", "x/CLAUDE.md")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    (tmp_path / "A").mkdir()
    (tmp_path / "A" / "CLAUDE.md").symlink_to("../AGENTS.md")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "rules").symlink_to("../shared")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / ".claude" / "loop").symlink_to("..")
    assert names(tmp_path) == [".claude/rules/style.md", "AGENTS.md", "x/CLAUDE.md"]


def test_hard_links_are_one_file(tmp_path):
    make(tmp_path, "AGENTS.md")
    (tmp_path / "CLAUDE.md").hardlink_to(tmp_path / "AGENTS.md")
    assert names(tmp_path) == ["AGENTS.md"]


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "CLAUDE.md")
    assert names(tmp_path) == []
    (fault,) = discover([tmp_path / "CLAUDE.md"]).faults
    assert "neither a file nor a folder" in fault


# a name below the folder, words of the complaint
MISSING = {
    "nothing": ("none", "does not exist"),
    "link to nothing": ("dead", "is a link to nothing"),
    "link to itself": ("self", "cannot be read: "),
    "below a file": ("AGENTS.md/x", "cannot be read: Not a directory"),
    "too long": ("x" * 5000, "cannot be read: File name too long"),
    "null byte": ("a\0b", "cannot be read: embedded null byte"),
}


@pytest.mark.parametrize("name", MISSING)
def test_what_is_named_and_not_there_does_not_hide_the_rest(tmp_path, name):
    make(tmp_path, "AGENTS.md")
    (tmp_path / "dead").symlink_to("none")
    (tmp_path / "self").symlink_to("self")
    given, words = MISSING[name]
    found = discover([tmp_path / given, tmp_path / "AGENTS.md"])
    assert found.files == (tmp_path / "AGENTS.md",)
    (fault,) = found.faults
    assert words in fault


def test_what_cannot_be_reached_does_not_hide_the_rest(tmp_path):
    make(tmp_path, "AGENTS.md", "z/AGENTS.md")
    for folder, target in (("x", "none"), ("y", "CLAUDE.md")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "CLAUDE.md").symlink_to(target)
        (tmp_path / folder / "other").symlink_to(target)
    found = discover([tmp_path])
    assert found.files == (tmp_path / "AGENTS.md", tmp_path / "z" / "AGENTS.md")
    assert sorted(found.faults) == [
        f"{tmp_path}/x/CLAUDE.md: is a link to nothing",
        f"{tmp_path}/y/CLAUDE.md: is a link to nothing",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read(tmp_path):
    make(tmp_path, "AGENTS.md")
    (tmp_path / "a").mkdir(mode=0)
    found = discover([tmp_path])
    assert found.files == (tmp_path / "AGENTS.md",)
    assert found.faults == (f"{tmp_path}/a: cannot be read: Permission denied",)
