"""Which missing paths are flagged, where the finding points, and what may be deleted."""

import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.markdown.blocks import parse
from chaff.lint.match import find, matches
from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.shapes.detect import DeleteBlock, MissingPathDetect

DETECT = MissingPathDetect(
    blocks=("paragraph", "list_item", "table_row"),
    path=(r"\.md$", "/$"),
    import_path=(r"\.md$",),
    importers=(r"(^|/)CLAUDE\.md$",),
    unless=("elsewhere",),
    unless_sentence=("(?i)write .*@",),
    unless_under=("^Plans$",),
    unless_path=("[<*]",),
    only=(r"(?:\w+: )?(?:See )?@(?: and @)*\.?",),
)
FILES = {"docs/a.md": "", "README.md": "", ".gitignore": "/docs/out/\n"}
PLACE = Place(repository=Files(FILES), path="CLAUDE.md")

# Lines that must be reported carry the marker `!`.
TEXT = """\
# A `docs/heading.md`

Read `docs/a.md` !and `docs/gone.md`.

- ! `docs/gone.md`
- `docs/gone.md` elsewhere
- `docs/<x>.md`, `docs/gone.py`, `cat docs/gone.md`
- Write notes to `docs/gone.md`. ! Read `docs/gone2.md`.
- ![a](docs/gone.md), `docs/out/a.md`
- ! [a](gone.md), `gone.md`

Write these:

- `docs/gone.md`
  - `docs/gone.md`

| Write | b |
|---|---|
| `docs/gone.md` | c |

| a | b |
|---|---|
| ! `docs/gone.md` | `docs/gone/` |

> `docs/gone.md`

```
docs/gone.md
```

## Plans

- `docs/gone.md`

## Imports

@docs/a.md
! text @docs/gone.md
> ! @docs/gone.md

- `@docs/gone.md`, (@docs/gone.md), a@docs/gone.md, @docs/gone.md: and @~/gone.md
"""


def marked(text: str) -> list[int]:
    lines = text.splitlines()
    return [n for n, line in enumerate(lines, 1) if "!" in line.replace("![", "")]


def test_what_is_flagged():
    assert sorted({found.line for found in find(TEXT.encode(), DETECT, PLACE)}) == marked(TEXT)


def test_nothing_is_flagged_where_nothing_is_known():
    assert find(TEXT.encode(), DETECT) == ()
    alone = Place(repository=Files({"CLAUDE.md": TEXT, "AGENTS.md": ""}), path="CLAUDE.md")
    assert find(TEXT.encode(), DETECT, alone) == ()


def test_imports_count_only_where_they_are_loaded():
    agents = Place(repository=Files(FILES), path="AGENTS.md")
    assert find(b"@docs/gone.md\n", DETECT, agents) == ()


def test_a_finding_points_at_the_reference_and_names_it():
    text = "- Ä: `docs/a.md`,\n  or [é](docs/x/gone.md#p)\n"
    place = Place(repository=Files({**FILES, "docs/y/gone.md": ""}), path="CLAUDE.md")
    (found,) = find(text.encode(), DETECT, place)
    assert (found.line, found.column, found.end_line) == (2, 6, 2)
    assert (
        found.detail == "`docs/x/gone.md` is not in the repository; `docs/y/gone.md` has that name"
    )


def test_a_path_counts_once_a_block_and_each_path_for_itself():
    found = find(b"`docs/x.md`, `docs/y.md` and [x](docs/x.md)\n\n`docs/x.md`\n", DETECT, PLACE)
    assert [(one.line, one.column) for one in found] == [(1, 1), (1, 14), (3, 1)]


# (block, may be deleted)
ONLY = [
    ("`docs/x.md`", True),
    ("- See `docs/x.md`.", True),
    ("- Style: [x](docs/x.md)", True),
    ("- See `docs/x.md` and `docs/y.md`.", True),
    ("- See `docs/x.md` and `docs/a.md`.", False),
    ("- See `docs/x.md` first.", False),
    ("- See `docs/x.md`\n  - inner", False),
    ("| a |\n|---|\n| `docs/x.md` |", False),
    ("@docs/x.md", True),
    ("# @docs/x.md", False),
    ("See:\n\n- `docs/x.md`\n- `docs/y.md`", False),
    ("Rules.\n\n- `docs/x.md`\n- `docs/y.md`", True),
    ("> @docs/x.md", False),
]


@pytest.mark.parametrize(("block", "deletable"), ONLY)
def test_what_may_be_deleted(block, deletable):
    found = matches(parse(block.encode()), DETECT, PLACE)
    assert found
    assert {match.fixable for match in found} == {deletable}


def test_a_block_with_two_dead_paths_goes_as_one():
    text = b"# A\n\n- See `docs/x.md` and `docs/y.md`.\n- `docs/a.md`\n"
    fixed = fix(text, DETECT, DeleteBlock(), place=PLACE)
    assert (fixed.data, fixed.left) == (b"# A\n\n- `docs/a.md`\n", ())


def test_one_of_an_introduced_list_may_go():
    text = b"See:\n\n- `docs/x.md`\n- `docs/a.md`\n"
    assert fix(text, DETECT, DeleteBlock(), place=PLACE).data == b"See:\n\n- `docs/a.md`\n"


def test_nowhere_costs_nothing():
    assert matches(parse(b"`docs/x.md`"), DETECT, NOWHERE) == ()


def test_where_nothing_is_imported_an_import_is_still_something_said():
    document = parse(b"See `docs/gone.md` and @docs/a.md\n\nSee `docs/gone.md`.\n")
    place = Place(repository=Files(FILES), path="AGENTS.md")
    assert [one.fixable for one in matches(document, DETECT, place)] == [False, True]
