"""Which MCP servers configuration files name."""

import json

import pytest

from chaff.lint.repository.place import Files
from chaff.lint.repository.toolsets import folded, load_jsonc, toolset_of

SERVERS = json.dumps({"mcpServers": {"post-gres": {"command": "x"}}})

# (path, text, servers)
CONFIGURED = [
    (".mcp.json", SERVERS, {"post_gres"}),
    ("plugins/a/.mcp.json", SERVERS, {"post_gres"}),
    (".cursor/mcp.json", SERVERS, {"post_gres"}),
    (".gemini/settings.json", SERVERS, {"post_gres"}),
    (".vscode/mcp.json", '{"servers": {"a": {}, /* no */ }, "inputs": [],}', {"a"}),
    (".codex/config.toml", '[mcp_servers.a]\ncommand = "x"\n', {"a"}),
    ("opencode.json", '{"mcp": {"a": {"type": "local"}}}', {"a"}),
    (".zed/settings.json", '{"context_servers": {"a": {}}}', {"a"}),
    (
        ".devcontainer/devcontainer.json",
        '{"customizations": {"vscode": {"mcp": {"servers": {"a": {}}}}}}',
        {"a", "servers"},
    ),
]

# (path, text, servers): named, which is no configuration of one
NAMED = [
    (".claude/settings.json", '{"permissions": {"allow": ["mcp__a_b__c"]}}', "a_b"),
    (".claude/settings.json", '{"enabledMcpjsonServers": ["a"]}', "a"),
    (".claude/settings.json", '{"enabledPlugins": {"a@shop": true}}', "a"),
    (".claude/agents/x.md", "---\ntools: Read, mcp__a__b\n---\n\nText.\n", "a"),
    (".claude/agents/x.md", "---\nmcpServers:\n  - a\n---\n\nText.\n", "a"),
    ("deploy/mcp-servers.yaml", "- name: a\n", "a"),
]


@pytest.mark.parametrize(("path", "text", "servers"), CONFIGURED, ids=[c[0] for c in CONFIGURED])
def test_reads_configurations(path, text, servers):
    tools = toolset_of(Files({path: text}))
    assert tools.configured
    assert tools.servers == servers


@pytest.mark.parametrize(("path", "text", "server"), NAMED)
def test_reads_what_is_named(path, text, server):
    tools = toolset_of(Files({path: text}))
    assert tools.may_have(server)
    assert not tools.configured


@pytest.mark.parametrize("text", ["{", "[]", '{"a": "', "{/*", ""])
def test_what_cannot_be_read_may_have_all(text):
    assert toolset_of(Files({".mcp.json": text})).may_have("whatever")


def test_the_body_of_an_agent_is_no_configuration():
    files = Files({".claude/agents/x.md": "---\nname: x\n---\n\nmcp__a__b\n", "a.json": SERVERS})
    assert toolset_of(files).servers == frozenset()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "// no, */ ,}"}', {"a": "// no, */ ,}"}),
        ('{"a": [1, 2, ], // b\n}', {"a": [1, 2]}),
        ('\ufeff{"a": "\\", /* x */"} /* y */', {"a": '", /* x */'}),
    ],
)
def test_comments_and_commas(text, value):
    assert load_jsonc(text) == value


@pytest.mark.parametrize("text", ["/*" * 200_000, '"\\' * 200_000, "," * 200_000])
def test_hostile_text_is_read_in_time(text):
    assert load_jsonc(text) is None


def test_names_fold():
    assert folded("Post-gres.DB") == folded("post_gres_db")
