import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.match import find
from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.shapes.detect import DeleteBlock, MachinePathDetect

HOMES = MachinePathDetect(
    blocks=("paragraph", "list_item", "table_row", "heading"),
    path=(r"(?:^|[^\w/])(/home/[\w.-]+)/\w", r"([A-Z]:\\Users\\\w+)\\"),
    unless=("(?i)example",),
    unless_under=("^Elsewhere$",),
    unless_home=("/node$",),
    made_by=(r"(?:^|/)Dockerfile$",),
)

# (text, lines found)
TEXTS = {
    "in code": ("- Run `/home/mira/bin/go`.\n", [1]),
    "in words": ("See /home/mira/notes for more.\n", [1]),
    "Windows": ("It is in `C:\\Users\\mira\\notes`.\n", [1]),
    "table row": ("| a | b |\n|---|---|\n| c | /home/mira/c |\n", [3]),
    "heading": ("# Instructions for /home/mira/c\n\nText.\n", [1]),
    "in the line that holds it": ("A paragraph\nwith /home/mira/c in it.\n", [2]),
    "the first home is excused": ("Not /home/node/a but /home/mira/b.\n", [1]),
    "address": ("https://example.org/home/mira/c\n", []),
    "home of a container": ("Runs in /home/node/app.\n", []),
    "barred by its words": ("For example /home/mira/c.\n", []),
    "barred by its heading": ("# Elsewhere\n\n/home/mira/c\n", []),
    "fence": ("```\ncd /home/mira/c\n```\n", []),
    "quoted": ("> cd /home/mira/c\n", []),
    "comment": ("<!-- /home/mira/c -->\n", []),
}

MAKERS = {
    "path": ("Dockerfile", "WORKDIR /home/mira\n", True),
    "path with more": ("deploy/Dockerfile", "WORKDIR /home/mira/app\n", True),
    "user": ("Dockerfile", "FROM x\nRUN useradd -m mira\n", True),
    "another user": ("Dockerfile", "RUN useradd -m miranda\nWORKDIR /home/miranda\n", False),
    "the name elsewhere": ("Dockerfile", "LABEL by=mira\n", False),
    "another file": ("README.md", "cd /home/mira/app\n", False),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name):
    text, lines = TEXTS[name]
    assert [found.line for found in find(text.encode(), HOMES)] == lines


@pytest.mark.parametrize("name", MAKERS)
def test_homes_that_the_repository_makes(name):
    path, text, makes = MAKERS[name]
    place = Place(repository=Files({path: text}), path="CLAUDE.md")
    found = find(b"Run /home/mira/app/go.\n", HOMES, place)
    assert bool(found) is not makes


def test_points_at_the_home_and_names_it():
    (found,) = find("- é `x` in\n  `/home/mira/c`\n".encode(), HOMES)
    assert (found.line, found.column, found.end_line) == (2, 4, 2)
    assert found.start == 0
    assert found.detail == "`/home/mira` is there on one machine only"


def test_one_finding_a_block():
    assert len(find(b"- /home/mira/a and /home/otto/b\n", HOMES, NOWHERE)) == 1


def test_headings_and_items_with_children_are_reported_and_left():
    data = b"# At /home/mira/a\n\n- /home/mira/b\n  - c\n- /home/mira/d\n"
    fixed = fix(data, HOMES, DeleteBlock())
    assert fixed.data == b"# At /home/mira/a\n\n- /home/mira/b\n  - c\n"
    assert [found.line for found in fixed.left] == [1, 3]


def test_a_repository_that_is_not_asked_about_is_not_read():
    class Unread(Files):
        def paths(self):
            raise AssertionError

    place = Place(repository=Unread({}), path="CLAUDE.md")
    assert not find(b"Runs in /home/node/app.\n", HOMES, place)
