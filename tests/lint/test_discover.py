import os
from pathlib import Path, PurePosixPath

import pytest

from chaff.errors import BadInputError, UsageError
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
    return [path.relative_to(root).as_posix() for path in found]


def test_a_folder_is_searched(tmp_path):
    make(tmp_path, *LOADED, *NOT_LOADED)
    make(tmp_path, ".git/CLAUDE.md", "x/node_modules/y/AGENTS.md", ".venv/CLAUDE.md")
    assert names(tmp_path) == sorted(LOADED)


def test_a_folder_below_dot_claude_is_searched_as_such(tmp_path, monkeypatch):
    make(tmp_path, ".claude/rules/a.md")
    assert names(tmp_path, ".claude/rules") == [".claude/rules/a.md"]
    monkeypatch.chdir(tmp_path / ".claude" / "rules")
    assert discover([Path()]) == (Path("a.md"),)


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


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "CLAUDE.md")
    assert names(tmp_path) == []


def test_what_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        discover([tmp_path / "none"])
    (tmp_path / "CLAUDE.md").symlink_to("none")
    with pytest.raises(UsageError, match="link to nothing"):
        discover([tmp_path / "CLAUDE.md"])
    with pytest.raises(BadInputError, match="link to nothing"):
        discover([tmp_path])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read(tmp_path):
    (tmp_path / "a").mkdir(mode=0)
    with pytest.raises(BadInputError, match="cannot be read"):
        discover([tmp_path])
