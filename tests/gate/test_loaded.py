"""Which conversations count: by what a transcript says it loaded, else by where it was held."""

import pytest

from chaff.gate.loaded import Target, holds_target, in_reach

PROJECT = "/home/u/shop/CLAUDE.md"
NESTED = "/home/u/shop/.claude/CLAUDE.md"
USER = "/home/u/.claude/CLAUDE.md"
CODEX = "/home/u/.codex/AGENTS.md"
AGENTS = "/home/u/shop/AGENTS.md"
RULE = "/home/u/.claude/rules/tone.md"
CLAUDE_KEPT = "/home/u/.claude/projects/-home-u-shop/s.jsonl"
CODEX_KEPT = "/home/u/.codex/sessions/2026/07/01/rollout-1.jsonl"
COPIED = "/data/sessions/s.jsonl"


@pytest.mark.parametrize(
    ("target", "cwd", "transcript", "expected"),
    [
        (PROJECT, "/home/u/shop", CLAUDE_KEPT, True),
        (PROJECT, "/home/u/shop/web", CLAUDE_KEPT, True),
        (PROJECT, "/home/u/shopping", CLAUDE_KEPT, False),
        (PROJECT, "/home/u", CLAUDE_KEPT, False),
        (PROJECT, "/home/u/shop", COPIED, True),
        (PROJECT, "/home/u/shop", CODEX_KEPT, False),
        (PROJECT, None, "/home/u/shop/logs/chat.jsonl", True),
        (PROJECT, None, COPIED, False),
        (NESTED, "/home/u/shop/web", CLAUDE_KEPT, True),
        (NESTED, "/home/u/other", CLAUDE_KEPT, False),
        (USER, "/srv/elsewhere", CLAUDE_KEPT, True),
        (USER, "/srv/elsewhere", COPIED, False),
        (USER, "/home/u/any", COPIED, True),
        (USER, "/home/u/any", CODEX_KEPT, False),
        (RULE, "/srv/elsewhere", CLAUDE_KEPT, True),
        (CODEX, "/srv/elsewhere", CODEX_KEPT, True),
        (CODEX, "/home/u/shop", CLAUDE_KEPT, False),
        (AGENTS, "/home/u/shop", CODEX_KEPT, True),
        (AGENTS, "/home/u/shop", CLAUDE_KEPT, False),
        ("/home/u/shop/NOTES.md", "/home/u/shop", CLAUDE_KEPT, True),
    ],
)
def test_where_a_conversation_was_held(target, cwd, transcript, expected):
    assert in_reach(Target(path=target), cwd=cwd, transcript=transcript) is expected


@pytest.mark.parametrize(
    ("target", "loaded", "expected"),
    [
        (PROJECT, PROJECT, True),
        (PROJECT, "/home/u/CLAUDE.md", False),
        (AGENTS, AGENTS, True),
        (AGENTS, "/home/u/shop/web/AGENTS.md", True),
        (AGENTS, "/home/u/AGENTS.md", False),
        (CODEX, "/srv/x/AGENTS.md", True),
        (USER, "/srv/x/AGENTS.md", False),
    ],
)
def test_what_a_transcript_says_it_loaded(target, loaded, expected):
    assert holds_target(Target(path=target), loaded) is expected


def test_a_link_counts_under_both_names():
    target = Target(path="/home/u/shop/CLAUDE.md", also=("/home/u/dotfiles/CLAUDE.md",))
    assert holds_target(target, "/home/u/dotfiles/CLAUDE.md")
