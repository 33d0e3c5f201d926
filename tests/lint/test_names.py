from pathlib import PurePosixPath

import pytest

from chaff.lint.names import agent_of, could_be_instructions, imports, is_instruction_file

# path -> agent, whether Claude Code follows the imports in it
LOADED = {
    "CLAUDE.md": ("claude", True),
    "a/CLAUDE.md": ("claude", True),
    ".claude/CLAUDE.md": ("claude", True),
    "a/CLAUDE.local.md": ("claude", True),
    ".claude/rules/a.md": ("claude", True),
    ".claude/rules/a/b.md": ("claude", True),
    "sub/.claude/rules/a.md": ("claude", True),
    ".claude/agents/a.md": ("claude", False),
    "sub/.claude/commands/a/b.md": ("claude", False),
    ".claude/skills/deploy/SKILL.md": ("claude", False),
    "skills/SKILL.md": ("claude", False),
    "AGENTS.md": ("agents", False),
    "a/b/AGENTS.md": ("agents", False),
    "AGENTS.override.md": ("agents", False),
    ".claude/rules/AGENTS.md": ("agents", True),
    "GEMINI.md": ("gemini", False),
    ".github/copilot-instructions.md": ("copilot", False),
    ".github/instructions/b.instructions.md": ("copilot", False),
    ".github/instructions/a/b.instructions.md": ("copilot", False),
    ".cursor/rules/a.mdc": ("cursor", False),
    ".cursor/rules/a/b.mdc": ("cursor", False),
    "sub/.cursor/rules/a.mdc": ("cursor", False),
    ".cursorrules": ("cursor", False),
}
NOT_LOADED = [
    "README.md",
    "claude.md.txt",
    "claude.md",
    "MY-CLAUDE.md",
    ".claude/notes.md",
    ".claude/rules/a.txt",
    ".claude/rules/a.mdc",
    ".claude/x/rules/a.md",
    "rules/a.md",
    ".claude/skills/deploy/reference.md",
    ".cursor/rules/a.md",
    ".cursor/a.mdc",
    "a.mdc",
    ".github/a.md",
    ".github/instructions/a.md",
    "copilot-instructions.md",
    ".github_copilot-instructions.md",
    ".github/workflows/copilot-instructions.md",
    "docs/HISTORY.md",
]


@pytest.mark.parametrize("path", LOADED)
def test_loaded(path):
    found = PurePosixPath(path)
    assert (agent_of(found), imports(found)) == LOADED[path]
    assert is_instruction_file(found)
    assert could_be_instructions(found.name)


@pytest.mark.parametrize("path", NOT_LOADED)
def test_not_loaded(path):
    assert agent_of(PurePosixPath(path)) is None
    assert not is_instruction_file(PurePosixPath(path))
    assert not imports(PurePosixPath(path))
