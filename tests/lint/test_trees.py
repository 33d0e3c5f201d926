"""Drawings of folders, as the paths that they name."""

import pytest

from chaff.lint.markdown.trees import may_draw, read_tree

BOX = """\
```text
app/                # the root
├── a.py            # a remark
├── b/
│   ├── c.py
│   │
│   └── d/
│       └── e.py
├── ...
└── f.py — another
```"""


def paths(source):
    return [[entry.path for entry in one.entries] for one in read_tree(source).drawings]


def test_box_characters():
    tree = read_tree(BOX)
    (drawing,) = tree.drawings
    assert drawing.root == "app/"
    assert [entry.path for entry in drawing.entries] == [
        "a.py",
        "b",
        "b/c.py",
        "b/d",
        "b/d/e.py",
        "",
        "f.py",
    ]
    assert [entry.comment for entry in drawing.entries if entry.comment] == [
        "# a remark",
        "— another",
    ]
    assert tree.remarks == ("# the root",)
    assert tree.n_entries == 7


# (source, paths of each drawing)
CASES = [
    ("|-- a\n|   `-- b.py\n`-- c", [["a", "a/b.py", "c"]]),
    ("+-- a\n|   +-- b.py\n\\-- c", [["a", "a/b.py", "c"]]),
    (".\n├─ a/\n│  └─ b.py\n└─ c", [["a", "a/b.py", "c"]]),
    ("src/\n├── a\n└── b\ndocs/\n└── c.md", [["a", "b"], ["c.md"]]),
    ("├── a/b/c.py\n└── ./d/", [["a/b/c.py", "d"]]),
    ("app/\n  a/\n    b.py\n  c.py", [["a", "a/b.py", "c.py"]]),
    ("a/\n  b.py\nc/\n  d.py", [["a", "a/b.py", "c", "c/d.py"]]),
    ("a.py\nb.py\nc/d.py", []),
    ("a:\n  b:\n    - c", []),
    ("a/\n  b.py\n  }", []),
    ("var a = f()\n  , b = 1\n  // c\n  // d\n  , e = 2", []),
    ("", []),
]


@pytest.mark.parametrize(("source", "found"), CASES)
def test_paths(source, found):
    assert paths(source) == found


# source -> whether it may draw a tree of two entries
MAY_DRAW = {
    "a/\n├── b\n└── c": True,
    "a\n|-- b\n+-- c": True,
    "a/\n  b\n  c": True,
    "`src/`:\n  b": True,
    "├── b": False,
    "a/b\nc = d": False,
    "x - y\na | b": False,
}


@pytest.mark.parametrize("source", MAY_DRAW)
def test_most_code_is_seen_to_draw_nothing(source):
    assert may_draw(source, 2) is MAY_DRAW[source]
    assert may_draw(source, 2) or read_tree(source).n_entries < 2
