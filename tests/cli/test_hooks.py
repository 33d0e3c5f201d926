import re
import shlex
from pathlib import PurePosixPath

import pytest

from chaff.cli.main import main
from chaff.lint.names import is_instruction_file
from tests.support.readme import ROOT

HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text()
(FILES,) = re.findall(r"files: &files '(.*)'", HOOKS)

PATHS = [
    "CLAUDE.md",
    "pkg/CLAUDE.local.md",
    "AGENTS.md",
    "a/AGENTS.override.md",
    "GEMINI.md",
    ".cursorrules",
    ".claude/skills/x/SKILL.md",
    ".claude/rules/a.md",
    "pkg/.claude/rules/deep/a.md",
    ".claude/agents/a.md",
    ".claude/commands/a.md",
    ".cursor/rules/a.mdc",
    ".github/copilot-instructions.md",
    ".github/instructions/a.instructions.md",
    "README.md",
    "MYCLAUDE.md",
    "CLAUDE.md.bak",
    ".claude/notes.md",
    ".cursor/rules/a.md",
    "docs/copilot-instructions.md",
    ".github/instructions/a.md",
]


@pytest.mark.parametrize("path", PATHS)
def test_the_hooks_take_the_files_that_the_linter_finds(path):
    assert bool(re.search(FILES, path)) is is_instruction_file(PurePosixPath(path))


def test_their_commands_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "CLAUDE.md").write_text("a\n")
    entries = re.findall(r"entry: chaff (.*)", HOOKS)
    assert len(entries) == 2
    for entry in entries:
        assert main([*shlex.split(entry), "CLAUDE.md"]) == 0
    assert "1 file, nothing found" in capsys.readouterr().out
