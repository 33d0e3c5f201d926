import time

import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.match import find
from chaff.lint.matchers.repeated_block import same_words
from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.shapes.detect import DeleteBlock, RepeatedBlockDetect
from tests.support.specs import rule

RULE = "- Never push to main directly."

# What two texts have in common that say the same.
SAME = [
    ("Never push to main.", "never PUSH to main"),
    ("**Never** push to main!", "Never _push_ to main;"),
    ("Never  push\tto main", "Never push to main"),
    ("Run `make test` first.", "run make test first"),
    ("Don\u2019t push.", "Don't push"),
    ("\u63d0\u4ea4\u4e4b\u524d\u3002", "\u63d0\u4ea4\u4e4b\u524d"),
]
OTHER = [
    ("Use `Route` here.", "Use `route` here."),
    ("Call snake_case.", "Call snakecase."),
    ("Take 1*2*3 of it.", "Take 123 of it."),
    ("See [a](b.md).", "See [a](c.md)."),
    ("May we push?", "May we push"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_texts_that_say_the_same(one, other):
    assert same_words(one) == same_words(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_texts_that_do_not(one, other):
    assert same_words(one) != same_words(other)


def detect(**fields):
    return RepeatedBlockDetect(**{"blocks": ("paragraph", "list_item"), "min_words": 3, **fields})


def lines(text, place=NOWHERE, **fields):
    return [found.line for found in find(text.encode(), detect(**fields), place)]


# (name, text, lines of the findings)
CASES = [
    ("in one list", f"{RULE}\n- Other words here.\n{RULE}\n", [3]),
    ("each later copy", f"{RULE}\n{RULE}\n{RULE}\n", [2, 3]),
    ("hard-wrapped", "- Never push\n  to main directly.\n- Never push to main directly.\n", [3]),
    ("under two headings", f"# A\n## B\n{RULE}\n## C\n{RULE}\n", [5]),
    ("under one name twice", f"## B\n{RULE}\n\n## B\n{RULE}\n", [5]),
    ("said in general, then for a part", f"{RULE}\n\n## B\n{RULE}\n", [4]),
    ("paragraph and item", f"Never push to main directly.\n\n# A\n\n{RULE}\n", [5]),
    ("under one label", f"Remember:\n\n{RULE}\n{RULE}\n", [4]),
    ("nested, in one item", f"- Some words:\n  {RULE}\n  {RULE}\n", [3]),
    ("too short", "- Push now.\n- Push now.\n", []),
    ("two sections of one section", f"# A\n## B\n### C\n{RULE}\n### D\n{RULE}\n", []),
    ("headings made alike", f"## Api rules\n{RULE}\n## Ui rules\n{RULE}\n", []),
    ("the same below two headings", f"# A\n## T\n{RULE}\n# B\n## T\n{RULE}\n", []),
    ("two labels", f"**One**\n\n{RULE}\n\n**Two**\n\n{RULE}\n", []),
    ("two items", f"- One:\n  {RULE}\n- Two:\n  {RULE}\n", []),
    ("in an item and out of it", f"- One:\n  {RULE}\n{RULE}\n", []),
    ("steps", "1. Run all the tests.\n2. Mend it.\n3. Run all the tests.\n", []),
    ("introduces a list", "Do all of this:\n\n- a\n\n# B\n\nDo all of this:\n\n- a\n", []),
    ("introduces a fence", "Do it so\n```\na\n```\n# B\nDo it so\n```\na\n```\n", []),
    ("has children", f"{RULE}\n{RULE}\n  - Ever.\n", []),
    ("quoted", f"{RULE}\n\n> {RULE}\n", []),
    ("in a comment", f"{RULE}\n\n<!--\n{RULE}\n-->\n", []),
    ("in a table", "|a|\n|-|\n| Never push to main |\n| Never push to main |\n", []),
    ("in a fence", f"```\n{RULE}\n{RULE}\n```\n", []),
    ("in front matter", f"---\na: 1\n{RULE}\n{RULE}\n---\n{RULE}\n", []),
]


@pytest.mark.parametrize(("text", "found"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_found(text, found):
    assert lines(text) == found
    crlf = text.replace("\n", "\r\n")
    assert lines(crlf) == found


def test_two_characters_without_spaces_are_a_word():
    text = "- \u63d0\u4ea4\u4e4b\u524d\u6d4b\u8bd5\n" * 2
    assert lines(text, min_words=3) == [2]
    assert lines(text, min_words=4) == []


def test_a_part_is_named_by_patterns():
    text = f"## Linux\n{RULE}\n## General\n{RULE}\n"
    assert lines(text) == [4]
    assert lines(text, part=("Linux",)) == []
    labelled = f"For Linux:\n\n{RULE}\n\n## B\n{RULE}\n"
    assert lines(labelled) == [6]
    assert lines(labelled, part=("Linux",)) == []
    below = f"## Linux\n{RULE}\n{RULE}\n"
    assert lines(below, part=("Linux",)) == [3]


def test_the_first_copy_is_named():
    (found,) = find(f"# A\n\n{RULE}\n{RULE}\n".encode(), detect())
    assert found.detail == "as on line 3"


def fixed(text, place=NOWHERE):
    return fix(text.encode(), detect(), DeleteBlock(), place=place).data.decode()


def test_the_later_copy_goes():
    text = f"# A\n## B\n- One.\n{RULE}\n## C\n{RULE}\n- Two.\n"
    assert fixed(text) == f"# A\n## B\n- One.\n{RULE}\n## C\n- Two.\n"


def test_no_heading_is_left_without_a_word():
    text = f"# A\n## B\n{RULE}\n## C\n{RULE}\n## D\nText.\n"
    assert lines(text) == [5]
    assert fixed(text) == text
    both = f"# A\n## B\n{RULE}\n- Ask before you do.\n## C\n{RULE}\n- Ask before you do.\n"
    assert fixed(both) == both


def test_a_copy_is_not_deleted_for_one_that_is_meant_for_less():
    text = f"## B\n### C\n{RULE}\n## D\n{RULE}\n- Other.\n"
    assert lines(text) == [5]
    assert fixed(text) == text


IMPORTED = {
    "AGENTS.md": f"# Rules\n\n{RULE}\n",
    "docs/more.md": "@even-more.md\n\n- Look twice, cut once.\n",
    "docs/even-more.md": "- Keep it very short.\n",
    "README.md": "- Not imported at all.\n",
}
CLAUDE = (
    "@AGENTS.md and @docs/more.md\n\n"
    f"{RULE}\n- Look twice, cut once.\n- Keep it very short.\n- Not imported at all.\n"
)


def test_copies_of_what_is_imported():
    place = Place(repository=Files({**IMPORTED, "CLAUDE.md": CLAUDE}), path="CLAUDE.md")
    found = find(CLAUDE.encode(), detect(), place)
    assert [(one.line, one.detail) for one in found] == [
        (3, "as on line 3 of AGENTS.md"),
        (4, "as on line 3 of docs/more.md"),
        (5, "as on line 1 of docs/even-more.md"),
    ]
    assert fixed(CLAUDE, place) == "@AGENTS.md and @docs/more.md\n\n- Not imported at all.\n"


NO_IMPORTS = {
    "another agent's file": ("AGENTS.md", f"@docs/r.md\n\n{RULE}\n", {"docs/r.md": RULE}),
    "in code": ("CLAUDE.md", f"`@docs/r.md`\n\n{RULE}\n", {"docs/r.md": RULE}),
    "not there": ("CLAUDE.md", f"@docs/r.md\n\n{RULE}\n", {}),
    "outside": ("CLAUDE.md", f"@../r.md\n\n{RULE}\n", {"r.md": RULE}),
    "itself": ("CLAUDE.md", f"@CLAUDE.md\n\n{RULE}\n", {"CLAUDE.md": f"@CLAUDE.md\n\n{RULE}\n"}),
    "each other": ("CLAUDE.md", f"@r.md\n\n{RULE}\n", {"r.md": f"@CLAUDE.md\n\n{RULE}\n"}),
    "in a ring": (
        "CLAUDE.md",
        f"@a.md\n\n{RULE}\n",
        {"a.md": f"@b.md\n\n{RULE}\n", "b.md": "@c.md", "c.md": "@CLAUDE.md"},
    ),
}


@pytest.mark.parametrize("name", NO_IMPORTS)
def test_what_is_no_import(name):
    path, text, files = NO_IMPORTS[name]
    assert lines(text, Place(repository=Files(files), path=path)) == []


def test_time_grows_with_the_file_only():
    text = "".join(f"- Step {n % 7} of the work\n" for n in range(6000))
    nested = "".join(f"- One:\n  {RULE}\n" for _ in range(3000))
    start = time.perf_counter()
    assert len(lines(text)) == 6000 - 7
    assert lines(nested) == []
    assert time.perf_counter() - start < 5


PARALLEL = """\
# Guide

## Prompt files

- [ ] The field is not empty at all.
- The file name is in lower case.

## Skill files

- [ ] The field is not empty at all.
- The file name is in lower case.

## iOS

- Screens have a test each.

## Android

- Screens have a test each.

## `packages/api`

- Errors are logged just once.

## `packages/web`

- Errors are logged just once.
"""


def test_the_rule_leaves_parallel_lists_alone():
    assert find(PARALLEL.encode(), rule("duplicate-rule").detect) == ()


def test_the_rule_deletes_no_rule_for_the_sake_of_a_log():
    text = f"## Recent changes\n\n{RULE}\n\n## Git\n\n{RULE}\n- Sign off.\n"
    assert find(text.encode(), rule("duplicate-rule").detect) == ()
