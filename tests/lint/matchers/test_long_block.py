import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.match import find
from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.shapes.detect import LongBlockDetect, MoveBlock
from tests.support.specs import rule

HOW = MoveBlock(to="docs/R.md", pointer="See `docs/R.md`.")
FENCE = "```yaml\na: 1\nb: 2\nc: 3\n```\n"
TABLE = "| k | v |\n|---|---|\n| a | 1 |\n| b | 2 |\n| c | 3 |\n"


def detect(**fields):
    return LongBlockDetect(**{"min_code_lines": 3, "min_table_rows": 3, **fields})


def lines(text, place=NOWHERE, **fields):
    return [found.line for found in find(text.encode(), detect(**fields), place)]


# (name, text, lines of the findings)
CASES = [
    ("a fence", f"Text.\n\n{FENCE}", [3]),
    ("with tildes, without a blank line", "Text.\n~~~\na\nb\nc\n~~~\nText.\n", [2]),
    ("with blank lines, which count", "````\na\n\nc\n````\n", [1]),
    ("a table", f"Text.\n\n{TABLE}\nText.\n", [3]),
    ("both", f"{FENCE}\n{TABLE}", [1, 7]),
    ("a line too few", "```\na\nb\n```\n", []),
    ("a row too few", "| k |\n|---|\n| a |\n| b |\n", []),
    ("not closed", "```\na\nb\nc\n", []),
    ("closed by a shorter one only", "````\na\nb\nc\n```\n", []),
    ("never closed, but for openings", "```text\na\n```text\nb\nc\n```text\n", []),
    ("indented", "    a\n    b\n    c\n    d\n    e\n", []),
    ("in an item", "- a\n\n  ```\n  a\n  b\n  c\n  ```\n", []),
    ("quoted", "> ```\n> a\n> b\n> c\n> ```\n", []),
    ("between two comments", f"<!-- a -->\n\n{FENCE}\n<!-- b -->\n", []),
    ("behind a comment", f"<!-- a -->\n\n{FENCE}\nText.\n", [3]),
]


@pytest.mark.parametrize(("text", "found"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_found(text, found):
    assert lines(text) == found
    crlf = text.replace("\n", "\r\n")
    assert lines(crlf) == found


def at(path):
    return Place(repository=Files({}), path=path)


ALWAYS_LOADED = [
    ("CLAUDE.md", True),
    ("packages/api/AGENTS.md", True),
    ("AGENTS.override.md", True),
    ("CLAUDE.local.md", True),
    ("GEMINI.md", True),
    (".github/copilot-instructions.md", True),
    (".cursorrules", True),
    (".claude/skills/a/SKILL.md", False),
    (".claude/agents/a.md", False),
    (".claude/commands/a.md", False),
    (".claude/rules/a.md", False),
    (".cursor/rules/a.mdc", False),
    (".github/instructions/a.instructions.md", False),
    ("MY-CLAUDE.md", False),
]
LONG = "# A\n\n- b c d\n- e f g\n- h i j\n- k l m\n\n```yaml\n" + "a: 1\n" * 30 + "```\n"


@pytest.mark.parametrize(("path", "found"), ALWAYS_LOADED)
def test_the_rule_looks_at_files_that_are_always_loaded(path, found):
    assert bool(find(LONG.encode(), rule("inlined-reference").detect, at(path))) is found


def test_files():
    assert lines(FENCE, at("CLAUDE.md"), files=("CLAUDE",)) == [1]
    assert lines(FENCE, at("AGENTS.md"), files=("CLAUDE",)) == []


# (fields, text that they excuse)
EXCUSES = [
    ({"unless_language": ("yaml",)}, FENCE),
    ({"unless_head": ("^k ",)}, TABLE),
    ({"unless_head": ("form",)}, f"In this form:\n\n{FENCE}"),
    ({"unless_head": ("form",)}, f"In this form:\n\n{TABLE}"),
    ({"unless_line": ("b",), "unless_line_percent": 33}, FENCE),
    ({"unless_line": ("b",), "unless_line_percent": 33}, TABLE),
    ({"unless": ("c: 3",)}, FENCE),
    ({"unless": ("c . 3",)}, TABLE),
    ({"unless_under": ("Steps",)}, f"# Steps\n\n{FENCE}"),
    ({"min_other_lines": 2}, f"Text.\n\n{FENCE}\n{TABLE}"),
]


@pytest.mark.parametrize(("fields", "text"), EXCUSES)
def test_excused(fields, text):
    assert lines(text)
    assert lines(text, **fields) == []


def test_a_few_such_lines_excuse_nothing():
    assert lines(FENCE, unless_line=("b",), unless_line_percent=34) == [1]
    assert lines(f"A.\n\nB.\n\n{FENCE}", min_other_lines=2) == [5]


def test_what_is_said():
    fence, table = find(f"{FENCE}\n{TABLE}".encode(), detect())
    assert (fence.excerpt, fence.detail, fence.end_line) == ("a: 1", "3 lines", 5)
    assert (table.excerpt, table.detail, table.end_line) == ("k | v", "3 rows", 11)


def test_moved_byte_for_byte():
    text = f"Text.\r\n{FENCE}More.\r\n\r\n{TABLE}".encode()
    fixed = fix(text, detect(), HOW)
    assert fixed.data == (b"Text.\r\n\nSee `docs/R.md`.\n\nMore.\r\n\r\nSee `docs/R.md`.\n")
    assert fixed.files == {"docs/R.md": f"{FENCE}\n{TABLE}"}
    assert fix(fixed.data, detect(), HOW).data == fixed.data


TIED = {
    "a link": "[x](a.md)",
    "a picture": "![x](a.png)",
    "a label": "[other]",
    "a labelled text": "[x][other]",
    "a place in the file": "[x](#a)",
    "a picture in HTML": '<img src="a.png">',
}
FREE = {
    "a page": "[x](https://a.example)",
    "brackets": "[x]",
}


@pytest.mark.parametrize("name", [*TIED, *FREE])
def test_a_table_whose_links_would_break_stays(name):
    cell = {**TIED, **FREE}[name]
    text = f"Text.\n\n{TABLE}| d | {cell} |\n\n[other]: b.md\n"
    assert lines(text) == [3]
    fixed = fix(text.encode(), detect(), HOW)
    assert bool(fixed.edits) is (name in FREE)
    assert len(fixed.left) == (name in TIED)


def test_a_label_in_code_is_only_text():
    text = "Text.\n\n```\na[other]\n[x](b.md)\nc\n```\n\n[other]: b.md\n"
    assert fix(text.encode(), detect(), HOW).edits
