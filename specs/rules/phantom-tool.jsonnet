// Tools and MCP servers that no configuration of the repository names.
//
// A server may also be configured for one person, on one machine. So the rule speaks only where the
// repository configures servers itself, and leaves alone what a text says is optional.
local chaff = import '../lib/chaff.libsonnet';
local excuses = import '../lib/excuses.libsonnet';

local config(servers) = std.manifestJson({
  mcpServers: { [name]: { command: 'uvx', args: ['mcp-' + name] } for name in servers },
});
local verb =
  '(?i)^(?:please |always |first |then |also )?(?:use|call|query|ask|open|read|write|create|post|send|search|look|fetch|get|find|file'
  + '|take|run|check|track|report|store|save|list|book|plan|see|invoke|tell|put|set|make|add|update|mark|notify|announce|enter|change|translate|show)';

chaff.Rule {
  id: 'phantom-tool',
  title: 'Tool of a server that is not configured',
  message: 'This names a tool or MCP server that no configuration of the repository has. Configure the server, or name a tool that is there.',
  rationale: chaff.Rationale {
    hypothesis: |||
      An instruction to use a tool that is not offered makes the agent call it in vain, look for it,
      or give the task back. Deleting the line raises the share of tasks in which the first call goes
      to a tool that is there.
    |||,
    supports: [
      chaff.Claim {
        claim: 'A call of a tool that is not there fails, and the turn is spent.',
        source: 'github/copilot-cli#4596',
      },
      chaff.Claim {
        claim: 'Instruction files went on naming tools that had been taken away.',
        source: 'BasedHardware/omi#7569, claude-engineer#233',
      },
    ],
    against: [
      chaff.Claim {
        claim: |||
          The model is given the list of its tools with every request and may simply choose from
          that. Nothing of this was measured.
        |||,
        source: 'our own objection',
      },
      chaff.Claim {
        claim: |||
          A server may be configured for the user, not for the repository, and then the line is
          right: a linter cannot see it.
        |||,
        source: 'scopes of MCP servers: local, project and user',
      },
      chaff.Claim {
        claim: 'Names of MCP tools stand in 0.7 % of 270 public files: the rule will seldom speak.',
        source: 'reading of 270 public instruction files, 2026-11-30',
      },
    ],
  },
  detect: chaff.MissingToolDetect {
    server: [
      // mcp__tracker__create_issue; `mcp__tracker`
      @'\bmcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__[A-Za-z*]',
      '`mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)`',
      // the `tracker` MCP server; the MCP server `tracker`
      @'(?i)(?:`|\*\*)([a-z0-9][\w.-]*)(?:`|\*\*) MCP server\b',
      @'(?i)\bMCP server (?:called |named )?(?:`|\*\*)([a-z0-9][\w.-]*)(?:`|\*\*)',
    ],
    unless: excuses.all + [
      @'(?i)\b(?:optional\w*|your editor|your client|may (?:also )?(?:offer|have|be)|goes? into|set up|install\w*|claude mcp|mcp add'
      + @'|configur\w+|register\w*|we (?:ship|publish|provide)|exposes?|implement\w*)\b',
    ],
    unless_lead: excuses.all + excuses.lead,
    unless_under: [
      @'(?i)\b(?:examples?|templates?|optional|install\w*|set-?up|setting up|configur\w+|roadmap|planned|future|ideas|history|changelog'
      + @'|migrat\w+|removed|deprecated|legacy|do(?: not|n.?t)s?|never|avoid|forbidden)\b',
    ],
    unless_server: [
      // Placeholders.
      '(?i)^(?:your|example|(?:my|some|the)[-_])',
      @'(?i)^(?:mcp[-_]?)?(?:server|name|tool|service|provider|plugin|x+|foo|bar|a|b)(?:[-_]?(?:name|id|\d+))?$',
      // What agents bring along: an editor, connectors, plugins.
      '(?i)^(?:ide|computer-use|claude[-_]in[-_]chrome|claude[-_]preview|workspace|mcp)$',
      '(?i)^(?:plugin|claude[-_]ai|claude[-_]code)[-_]',
    ],
    // A skill or plugin that is given away is written for whatever repository it lands in.
    unless_file: ['^(?:[^./][^/]*/)*(?:skills|plugins|templates?|examples?|fixtures|testdata|prompts)/'],
    only: [
      // Issues: `mcp__tracker__create_issue`
      @'^(?:[^`.!?;:|]{1,60}(?::|\s[-–—→=]+)[*_]*\s+)?[*_]*``[*_]*[.!]?$',
      // `mcp__tracker__create_issue` opens an issue.
      @'^[*_]*``[*_]*\s*(?::|[-–—→#(])[^`.!?;|]{0,80}[.!)]?$',
      @'^[*_]*``[*_]*\s+(?:is|does|\pL+s)\s[^`.!?;|]{0,80}[.!]?$',
      // Open issues with `mcp__tracker__create_issue`.
      verb + @'(?:\s[^`.!?;:,|]{1,70})?\s[*_]*``[*_]*(?: (?:MCP )?(?:server|tools?))?'
      + @'(?:\s(?:before|after|when|whenever|once|to|for|on|in|at|every|each|from|first)\b[^`.!?;|]{0,80})?[.!]?$',
      // | `mcp__tracker__create_issue` | opens an issue |
      @'^``\s*\|[^`]*$',
      @'^[^`|]*\|\s*``\s*(?:\|[^`]*)?$',
    ],
  },
  fix: chaff.DeleteBlock {},
  fix_safety: 'unsafe',
  readings: import '../readings/phantom-tool.json',
  invalid: [
    chaff.Invalid {
      title: 'tools of a server that is not in .mcp.json',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        # Kiln

        - Look firings up with `mcp__postgres__query`.
        - Open issues with `mcp__tracker__create_issue`.
        - `mcp__chat__post` tells the potters.
        - When a firing fails, say so with `mcp__chat__post`, then read the log; the kiln is still hot.
      |||,
      findings: chaff.lines([4, 5, 6]),
      fixed: |||
        # Kiln

        - Look firings up with `mcp__postgres__query`.
        - When a firing fails, say so with `mcp__chat__post`, then read the log; the kiln is still hot.
      |||,
    },
    chaff.Invalid {
      title: 'the server by its name; the servers of an editor, with comments in the file',
      repository: {
        '.vscode/mcp.json': '{\n  // by hand\n  "servers": { "glaze-index": { "url": "https://a.example" }, },\n}\n',
      },
      text: |||
        Use the `wheel` MCP server for the shapes.

        The `glaze-index` MCP server knows the colours: `mcp__glaze_index__find`.
      |||,
      findings: chaff.lines([1]),
      fixed: |||
        The `glaze-index` MCP server knows the colours: `mcp__glaze_index__find`.
      |||,
    },
    chaff.Invalid {
      title: 'in a table; an agent of its own',
      path: '.claude/agents/potter.md',
      repository: { '.mcp.json': config(['postgres', 'chat']) },
      text: |||
        ---
        name: potter
        tools: Read, mcp__oven__heat
        ---

        | Tool | Does |
        | --- | --- |
        | `mcp__chat__post` | tells the potters |
        | `mcp__mail__send` | tells the customer |
      |||,
      findings: chaff.lines([9]),
      fixed: |||
        ---
        name: potter
        tools: Read, mcp__oven__heat
        ---

        | Tool | Does |
        | --- | --- |
        | `mcp__chat__post` | tells the potters |
      |||,
    },
  ],
  valid: [
    chaff.Valid {
      title: 'no server is configured, so the user has to bring them',
      text: |||
        - Open issues with `mcp__tracker__create_issue`.
        - Use the `wheel` MCP server for the shapes.
      |||,
    },
    chaff.Valid {
      title: 'configured, allowed, or in the front matter of an agent',
      repository: {
        '.mcp.json': config(['post-gres']),
        '.claude/settings.json': std.manifestJson({ permissions: { allow: ['mcp__tracker__create_issue'] } }),
        '.claude/agents/potter.md': '---\nname: potter\ntools: Read, mcp__oven__heat\n---\n',
        '.codex/config.toml': '[mcp_servers.wheel]\ncommand = "uvx"\n',
      },
      text: |||
        - `mcp__post_gres__query`, `mcp__tracker__list`, `mcp__oven__heat`, `mcp__wheel__turn`
      |||,
    },
    chaff.Valid {
      title: 'in a fence',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        ```text
        mcp__tracker__create_issue({"title": "Cracked"})
        ```
      |||,
    },
    chaff.Valid {
      title: 'quoted',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        > Open issues with `mcp__tracker__create_issue`.
      |||,
    },
    chaff.Valid {
      title: 'not English',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        - Brände schlägst du mit `mcp__postgres__query` nach.
        - 釉薬は `mcp__postgres__query` で調べる。
      |||,
    },
    chaff.Valid {
      title: 'placeholders, and what an agent brings along',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        - Tools are called `mcp__<server>__<tool>`, or `mcp__server__tool`.
        - `mcp__ide__getDiagnostics`, `mcp__plugin_figma_figma__get_screenshot`, `mcp__claude_ai_Slack__send`
      |||,
    },
    chaff.Valid {
      title: 'optional, removed, or still to be set up',
      repository: { '.mcp.json': config(['postgres']) },
      text: |||
        - If the `tracker` MCP server is available, open an issue there.
        - `mcp__tracker__create_issue` is not offered any more.
        - Never call `mcp__tracker__delete_issue`.

        ## Setting up

        Use the `wheel` MCP server for the shapes.
      |||,
    },
    chaff.Valid {
      title: 'the repository is the server',
      repository: { '.mcp.json': config(['postgres']), 'packages/wheel/src/index.ts': '' },
      text: |||
        The `wheel` MCP server turns shapes into toolpaths.
      |||,
    },
    chaff.Valid {
      title: 'the configuration cannot be read',
      repository: { '.mcp.json': '{ "mcpServers": {', '.cursor/mcp.json': config(['postgres']) },
      text: |||
        - Open issues with `mcp__tracker__create_issue`.
      |||,
    },
  ],
  battery: import '../batteries/phantom-tool/battery.jsonnet',
  practice: import '../batteries/phantom-tool/practice.jsonnet',
}
