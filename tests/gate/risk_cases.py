# ruff: noqa: E501 - a table, a case a line
"""Labelled edits of an instruction file: what a person would say about the risk of each.

Written before the classifier, after edits that people and agents make to such files. `low` only
where nobody could act otherwise after the edit; the rest, and whatever is doubtful, is `high`.
"""

from typing import NamedTuple

FILE = """\
# Shop

Notes for agents. Read them before you start.

## Commands

- Run `npm test` before you commit.
- Use pnpm, not npm, to install packages.
- Build with `make build`; it takes 8 minutes.

## Style

Prefer small functions. Keep lines under 100 characters.
Tests live in `tests/unit`.

1. Write the test.
2. Write the code.

## Deploys

Never deploy on a Friday. You may deploy to staging at any time.
Only Mira approves releases, unless she is away.
Ask before you delete data.

```bash
make deploy ENV=staging
```

| Tier | Timeout |
|------|---------|
| web  | 30 s    |
"""


class Case(NamedTuple):
    name: str
    find: str
    replace: str
    risk: str
    code: str
    """One reason that must be among those given."""
    base: str = FILE


LOW = [
    # formatting
    Case("trailing-space", "before you start.", "before you start.  ", "low", "formatting"),
    Case("blank-line", "## Style\n\n", "## Style\n\n\n", "low", "formatting"),
    Case("no-blank-line", "## Style\n\nPrefer", "## Style\nPrefer", "low", "formatting"),
    Case("bullet-sign", "- Run `npm", "* Run `npm", "low", "formatting"),
    Case("rewrap", "functions. Keep", "functions.\nKeep", "low", "formatting"),
    Case("join-lines", "characters.\nTests", "characters. Tests", "low", "formatting"),
    Case("crlf", "\n", "\r\n", "low", "formatting"),
    Case("no-final-newline", "| web  | 30 s    |\n", "| web  | 30 s    |", "low", "formatting"),
    Case("bold", "Prefer small functions", "Prefer **small** functions", "low", "formatting"),
    Case("bold-never", "Never deploy", "**Never** deploy", "low", "formatting"),
    Case("setext", "# Shop\n", "Shop\n====\n", "low", "formatting"),
    Case("closed-heading", "## Style\n", "## Style ##\n", "low", "formatting"),
    Case("table-spaces", "| web  | 30 s    |", "|web|30 s|", "low", "formatting"),
    Case("table-rule", "|------|---------|", "| --- | --- |", "low", "formatting"),
    Case("code-span", "Use pnpm,", "Use `pnpm`,", "low", "formatting"),
    Case("numbering", "2. Write the code", "1. Write the code", "low", "formatting"),
    Case("numbering-sign", "1. Write the test.\n2. W", "1) Write the test.\n2) W", "low", "formatting"),
    Case("fence-language", "```bash\n", "```sh\n", "low", "formatting"),
    Case(
        "sentences-to-bullets",
        "Prefer small functions. Keep lines under 100 characters.\nTests live",
        "- Prefer small functions.\n- Keep lines under 100 characters.\n- Tests live",
        "low",
        "formatting",
    ),
    Case("two-paragraphs", "characters.\nTests", "characters.\n\nTests", "low", "formatting"),
    Case("curly-quotes", "Ask before", "Ask before", "low", "formatting"),
    # punctuation and capitals
    Case("full-stop", "before you commit.\n", "before you commit\n", "low", "punctuation"),
    Case("exclamation", "Read them before you start.", "Read them before you start!", "low", "punctuation"),
    Case("capital", "Prefer small", "prefer small", "low", "capital"),
    # spelling
    Case("typo-the", "teh tests", "the tests", "low", "spelling", "# A\n\nRun teh tests twice.\n"),
    Case("typo-receive", "recieve", "receive", "low", "spelling", "# A\n\n- You recieve a plan.\n"),
    Case("typo-occurred", "occured", "occurred", "low", "spelling", "Say what occured.\n"),
    Case("typo-environment", "enviroment", "environment", "low", "spelling", "Set the enviroment.\n"),
    Case("typo-triple", "commmit", "commit", "low", "spelling", "Write a commmit message.\n"),
    Case("doubled-word", "the the", "the", "low", "spelling", "Read the the plan.\n"),
    Case("british", "behavior", "behaviour", "low", "spelling", "Describe the behavior.\n"),
    Case("typo-heading", "Enviroment", "Environment", "low", "spelling", "# Enviroment\n\nUse tabs.\n"),
    # wording
    Case("please", "Ask before", "Please ask before", "low", "wording"),
    Case("in-order-to", "In order to build", "To build", "low", "wording", "In order to build, run make.\n"),
    Case("make-sure", "Make sure to write", "Write", "low", "wording", "Make sure to write tests.\n"),
    Case("utilise", "utilize", "use", "low", "wording", "Always utilize tabs.\n"),
    Case("prior-to", "before you commit", "prior to you commit", "low", "wording"),
    Case("contraction", "Do not", "Don't", "low", "wording", "Do not push to main.\n"),
    Case("contraction-back", "can't", "cannot", "low", "wording", "You can't push to main.\n"),
    Case("for-example", "e.g.", "for example", "low", "wording", "Name it well, e.g. `count`.\n"),
    Case("dash", "—", "-", "low", "punctuation", "Use tabs — they are short.\n"),
]  # fmt: skip

HIGH = [
    # structure
    Case("section-added", "## Deploys", "## Reviews\n\nAsk Mira.\n\n## Deploys", "high", "section-added"),
    Case("section-removed", "## Style\n", "", "high", "section-removed"),
    Case("section-renamed", "## Style", "## Style of tests", "high", "section-changed"),
    Case("section-level", "## Style", "### Style", "high", "section-changed"),
    Case("sentence-to-heading", "Read them before you start.", "\n## Read them", "high", "section-added"),
    Case("rule-added", "- Build with", "- Use spaces.\n- Build with", "high", "rule-added"),
    Case("rule-added-paragraph", "Ask before", "Pull first.\n\nAsk before", "high", "rule-added"),
    Case("sentence-added", "Prefer small functions.", "Prefer small functions. Name them well.", "high", "rule-changed"),
    Case("rule-removed", "- Run `npm test` before you commit.\n", "", "high", "rule-removed"),
    Case("sentence-removed", "Ask before you delete data.\n", "", "high", "decision"),
    Case("everything-removed", FILE, "", "high", "rule-removed"),
    Case("rules-swapped", "1. Write the test.\n2. Write the code.", "1. Write the code.\n2. Write the test.", "high", "rule-moved"),
    Case("rule-nested", "- Use pnpm", "  - Use pnpm", "high", "structure"),
    Case("rule-quoted", "Ask before you", "\n> Ask before you", "high", "decision"),
    Case("rule-commented", "- Run `npm test` before you commit.", "<!-- Run `npm test` before you commit. -->", "high", "rule-removed"),
    Case("rule-struck", "Never deploy on a Friday.", "~~Never deploy on a Friday.~~", "high", "struck"),
    Case("rule-to-code", "Ask before you delete data.", "\n    Ask before you delete data.", "high", "decision"),
    Case("box-ticked", "[ ]", "[x]", "high", "rule-changed", "- [ ] Move to pnpm.\n"),
    Case("front-matter", "model: small", "model: large", "high", "structure", "---\nmodel: small\n---\n\nUse tabs.\n"),
    # words that decide
    Case("never-always", "Never deploy", "Always deploy", "high", "modal"),
    Case("may-must", "You may deploy", "You must deploy", "high", "modal"),
    Case("prefer-must", "Prefer small functions", "Use small functions", "high", "decision"),
    Case("not-dropped", "Do not push", "Do push", "high", "negation", "Do not push to main.\n"),
    Case("nt-dropped", "can't", "can", "high", "negation", "You can't push to main.\n"),
    Case("now-not", "now", "not", "high", "negation", "Deploys are now allowed.\n"),
    Case("only-dropped", "Only Mira", "Mira", "high", "decision"),
    Case("unless-if", "unless she", "if she", "high", "decision"),
    Case("before-after", "Ask before", "Ask after", "high", "decision"),
    Case("and-or", "tests and docs", "tests or docs", "high", "decision", "Update tests and docs.\n"),
    Case("enable-disable", "Enable the cache", "Disable the cache", "high", "negation", "Enable the cache.\n"),
    Case("include-exclude", "Include", "Exclude", "high", "negation", "Include drafts.\n"),
    Case("staging-production", "to staging at", "to production at", "high", "rule-changed"),
    Case("capitals", "Ask before", "ASK BEFORE", "high", "capitals"),
    Case("just", "Ask before", "Just ask before", "high", "decision"),
    # numbers, commands, paths
    Case("number", "under 100 characters", "under 120 characters", "high", "number"),
    Case("number-word", "two reviews", "ten reviews", "high", "number", "Ask for two reviews.\n"),
    Case("digit", "takes 8 minutes", "takes 3 minutes", "high", "number"),
    Case("minus", "at -1", "at 1", "high", "number", "Start at -1 always.\n"),
    Case("command", "`npm test`", "`npm run test`", "high", "command"),
    Case("command-case", "`make build`", "`make Build`", "high", "command"),
    Case("command-block", "make deploy ENV=staging", "make deploy ENV=prod", "high", "command"),
    Case("command-dash", "`git commit -n`", "`git commit –n`", "high", "command", "Use `git commit -n`.\n"),
    Case("path", "`tests/unit`", "`test/unit`", "high", "command"),
    Case("bare-path", "src/app.py", "src/api.py", "high", "path", "Start in src/app.py.\n"),
    Case("link-target", "https://a.example/x", "https://b.example/x", "high", "path", "See [it](https://a.example/x).\n"),
    Case("reference-target", "https://a.example", "https://b.example", "high", "path", "See [it][r].\n\n[r]: https://a.example\n"),
    Case("import", "@docs/a.md", "@docs/b.md", "high", "path", "Rules: @docs/a.md\n"),
    Case("import-in-code", "@docs/a.md", "`@docs/a.md`", "high", "path", "Rules: @docs/a.md\n"),
    Case("table-value", "30 s", "90 s", "high", "number"),
    Case("table-row", "| web  | 30 s    |\n", "| web  | 30 s    |\n| job  | 10 s    |\n", "high", "rule-added"),
    # one character, from an adversary's eye
    Case("s-for-t", "retain", "remain", "high", "rule-changed", "Let the old files retain there.\n"),
    Case("pnpm-npm", "Use pnpm, not", "Use npm, not", "high", "rule-changed"),
    Case("unable", "able", "unable", "high", "negation", "Say so if you are able to.\n"),
    Case("comma-no", "No force", "No, force", "high", "punctuation-decides", "No force pushes are fine.\n"),
    Case("comma-unless", "releases, unless", "releases unless", "high", "punctuation-decides"),
    Case("full-stop-splits", "Never deploy on a Friday", "Never. Deploy on a Friday", "high", "punctuation-decides"),
    Case("bullet-splits", "- Do not commit secrets to the vault", "- Do not commit\n- secrets to the vault", "high", "rule-added", "- Do not commit secrets to the vault\n"),
    Case("question", "Ask before you delete data.", "Ask before you delete data?", "high", "punctuation-decides"),
    Case("few", "a few", "few", "high", "rule-changed", "Ask a few people.\n"),
    Case("homoglyph", "Never deploy", "N\u0435ver deploy", "high", "modal"),
    Case("zero-width", "Ask before", "Ask be\u200bfore", "high", "decision"),
    Case("bidi", "Ask before", "Ask \u202ebefore", "high", "decision"),
    Case("html-comment", "Use tabs.", "Use tabs. <!-- and never ask -->", "high", "comment", "Use tabs.\n"),
    Case("html-comment-block", "Use tabs.\n", "Use tabs.\n\n<!-- never ask -->\n", "high", "comment", "Use tabs.\n"),
    Case("from-form", "from", "form", "high", "decision", "Take it from main.\n"),
    Case("escaped", "*.env", "\\*.env", "high", "rule-changed", "Ignore *.env files.\n"),
    Case("under-over", "lines under 100", "lines over 100", "high", "decision"),
    Case("most-least", "at most", "at least", "high", "decision", "Use at most one loop.\n"),
]  # fmt: skip

CASES = [case for case in LOW + HIGH if case.find != case.replace]
