"""Which words name a server, and when its absence is known."""

import json

import msgspec
import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from tests.support.specs import rule

RULE = rule("phantom-tool")
CONFIG = {".mcp.json": json.dumps({"mcpServers": {"there": {"command": "x"}}})}


def found(text, files=CONFIG, path="CLAUDE.md"):
    place = Place(repository=Files(files), path=path)
    return [(one.line, one.column) for one in find(text.encode(), RULE.detect, place)]


# (text, line and column of each finding)
FOUND = [
    ("Ask `mcp__tracker__find`.", [(1, 11)]),
    ("Ask mcp__tracker_too__find.", [(1, 10)]),
    ("Ask `mcp__tracker`, then\n`mcp__lost__find`.", [(1, 11), (2, 7)]),
    ("The `tracker` MCP server knows.", [(1, 6)]),
    ("Ask the MCP server **tracker**.", [(1, 22)]),
    ("| a |\n| - |\n| `mcp__tracker__find` |", [(3, 9)]),
    ("`mcp__there__find`, `mcp__There__x`, the `there` MCP server", []),
    ("The tracker MCP server, the `tracker` server, `tracker` over MCP", []),
    ("`mcp__<server>__<tool>` `mcp__server__tool` `mcp__your_server__x` `mcp__my-one__x`", []),
    ("`mcp__ide__getDiagnostics` `mcp__plugin_a_b__c` `mcp__claude_ai_Slack__send`", []),
    ("`mcp__mysql__query`", [(1, 7)]),
    ("```\nmcp__tracker__find\n```", []),
    ("> `mcp__tracker__find`", []),
    ("# `mcp__tracker__find`", []),
    ("Never call `mcp__tracker__find`.", []),
    ("If the `tracker` MCP server is available, ask it.", []),
    ("These are optional, not required:\n\n- `mcp__tracker__find`", []),
    ("## Installation\n\n`mcp__tracker__find`", []),
]


@pytest.mark.parametrize(("text", "places"), FOUND, ids=[text for text, _ in FOUND])
def test_points_at_the_server(text, places):
    assert found(text) == places


@pytest.mark.parametrize(
    "files",
    [
        {},
        {".mcp.json": "{"},
        {".mcp.json": "{}"},
        {".claude/settings.json": '{"permissions": {"allow": ["mcp__other__x"]}}'},
        {
            **CONFIG,
            ".claude/settings.local.json": '{"permissions": {"allow": ["mcp__tracker__x"]}}',
        },
        {**CONFIG, "servers/tracker.py": ""},
        {**CONFIG, "packages/tracker/src/main.ts": ""},
    ],
)
def test_is_silent_where_absence_is_not_known(files):
    assert found("Ask `mcp__tracker__find`.", files) == []


def test_skills_that_are_given_away_are_left_alone():
    assert found("Ask `mcp__tracker__find`.", path="skills/a/SKILL.md") == []
    assert found("Ask `mcp__tracker__find`.", path=".claude/skills/a/SKILL.md") != []


# (text, what the fix leaves)
FIXED = [
    ("- Ask with `mcp__tracker__find`.\n- b\n", "- b\n"),
    ("- Issues: `mcp__tracker__find`\n- b\n", "- b\n"),
    ("- Use the `tracker` MCP server for maps.\n- b\n", "- b\n"),
    ("- Use `mcp__tracker__find`, then `mcp__there__find`.\n- b\n", None),
    ("- Read the log; `mcp__tracker__find` helps.\n- b\n", None),
    ("- `mcp__tracker__find`\n  - with care\n", None),
]


@pytest.mark.parametrize(("text", "left"), FIXED, ids=[text for text, _ in FIXED])
def test_deletes_only_what_is_about_the_tool(text, left):
    place = Place(repository=Files(CONFIG), path="CLAUDE.md")
    assert find(text.encode(), RULE.detect, place)
    fixed = fix(text.encode(), RULE.detect, RULE.fix, place=place)
    assert fixed.data.decode() == (text if left is None else left)


def test_what_names_a_server_is_the_rules_own():
    """Nothing but its patterns decides: they need not speak of MCP."""
    detect = msgspec.structs.replace(RULE.detect, server=("tool ([a-z]+)",), unless=())
    place = Place(repository=Files(CONFIG), path="CLAUDE.md")
    assert [one.line for one in find(b"Call tool tracker.", detect, place)] == [1]
