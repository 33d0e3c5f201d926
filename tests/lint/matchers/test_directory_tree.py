"""Which drawings are of this repository, and which of them say no more than a listing."""

import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.markdown.blocks import parse
from chaff.lint.match import matches
from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.shapes.detect import DeleteBlock, DirectoryTreeDetect

DETECT = DirectoryTreeDetect(
    min_entries=3,
    min_share_percent=60,
    template=("[<*]",),
    unless=("NOT",),
    unless_lead=("new",),
    unless_under=("^Plans$",),
    lead=("The layout:",),
)
FILES = {
    "a/b.py": "",
    "a/c.py": "",
    "d/e/f.md": "",
    "g.md": "",
    "p/a/b.py": "",
    "p/x.py": "",
    ".gitignore": "/out/\n",
}
TRUE = "```\n├── a/\n│   └── b.py\n└── d/\n```\n"


def found(text, path="CLAUDE.md", files=FILES):
    return matches(parse(text.encode()), DETECT, Place(repository=Files(files), path=path))


# (text, reported, may be deleted)
CASES = {
    "all there": (TRUE, True, True),
    "the name of the project on top": (TRUE.replace("```\n├", "```\nproject/\n├", 1), True, True),
    "a folder on top": ("```\nd/\n└── e/\n    ├── f.md\n    └── ...\n```\n", True, True),
    "a remark": (TRUE.replace("b.py", "b.py  # important"), True, False),
    "a remark beside the root": (TRUE.replace("```\n├", "```\n.  # us\n├", 1), True, False),
    "one is missing": ("```\n├── a/\n│   ├── b.py\n│   └── gone.py\n└── d/\n```\n", True, False),
    "one is ignored": ("```\n├── a/\n│   └── b.py\n├── d/\n└── out/\n```\n", True, False),
    "a template": ("```\n├── a/\n│   ├── b.py\n│   └── <x>.py\n└── d/\n```\n", True, False),
    "most is missing": ("```\n├── a/\n├── x/\n├── y/\n└── z/\n```\n", False, False),
    "too small": ("```\n├── a/\n└── d/\n```\n", False, False),
    "let off by its own words": (TRUE.replace("└── d/", "└── d/ NOT"), False, False),
    "let off by what leads to it": ("A new one:\n\n" + TRUE, False, False),
    "let off by a heading": ("# Plans\n\n" + TRUE, False, False),
    "quoted": ("> ```\n> ├── a/\n> │   └── b.py\n> └── d/\n> ```\n", False, False),
    "led to by other words": ("Mind the folders, for they tell the order:\n\n" + TRUE, True, False),
    "in an item": ("- a\n\n  ```\n  ├── a/\n  │   └── b.py\n  └── d/\n  ```\n", True, False),
}


@pytest.mark.parametrize("name", CASES)
def test_drawings(name):
    text, reported, deletable = CASES[name]
    assert [match.fixable for match in found(text)] == ([deletable] if reported else [])


def test_from_the_folder_of_the_file():
    (match,) = found("```\n├── a/\n│   └── b.py\n└── x.py\n```\n", path="p/CLAUDE.md")
    assert match.fixable


def test_nothing_where_nothing_is_known():
    assert matches(parse(TRUE.encode()), DETECT, NOWHERE) == ()


def test_the_missing_are_named():
    text = "```\n" + "".join(f"├── {n}\n" for n in ("a/", "d/", "g.md", "p/", "p/a/", "p/x.py"))
    text += "├── k.md\n├── l.md\n├── m.md\n└── n.md\n```\n"
    (match,) = found(text)
    assert match.finding.detail == "not in the repository: `k.md`, `l.md`, `m.md` and 1 more"


# (text, fixed)
FIXED = [
    ("# A\n\n" + TRUE + "\nB\n", "# A\n\nB\n"),
    ("# A\n\n## L\n\n" + TRUE + "\n## R\n\nB\n", "# A\n\n## R\n\nB\n"),
    ("# A\n\n## L\n\nThe layout:\n\n" + TRUE + "\n## R\n\nB\n", "# A\n\n## R\n\nB\n"),
    ("# A\n\n## L\n\nThe layout:\n\n" + TRUE + "\nB\n", "# A\n\n## L\n\nB\n"),
    ("# A\n\n## L\n\n" + TRUE + "\n### R\n\nB\n", "# A\n\n## L\n\n### R\n\nB\n"),
    ("# A\n\n" + TRUE, "# A\n"),
    ("# A\n\nB\n\n## L\n\n" + TRUE, "# A\n\nB\n"),
]


@pytest.mark.parametrize(("text", "fixed"), FIXED)
def test_what_only_leads_to_it_goes_too(text, fixed):
    done = fix(
        text.encode(), DETECT, DeleteBlock(), place=Place(repository=Files(FILES), path="X.md")
    )
    assert done.data.decode() == fixed
    assert done.left == ()


def test_a_finding_points_at_the_fence():
    (match,) = found("# A\n\n## L\n\n" + TRUE)
    assert (match.finding.line, match.finding.column) == (5, 1)
