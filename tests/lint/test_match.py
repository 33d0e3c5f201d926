import pytest

from chaff.errors import BadInputError
from chaff.lint.finding import EXCERPT_LENGTH
from chaff.lint.match import find
from chaff.shapes.detect import BlockDetect, SectionDetect

MARKED = BlockDetect(
    blocks=("paragraph", "list_item"),
    any=("^!",),
    unless=("but",),
    unless_under=("(?i)^examples?$",),
)
LOG = SectionDetect(
    heading=("^Log",),
    unless_heading=("rules",),
    entry=(r"^\d",),
    unless_entry=("never",),
    min_entries=3,
    min_share_percent=75,
)

# Lines that must be reported carry the marker `!`; it also is what the rule looks for.
BLOCKS = """\
!paragraph
!that goes on

- !item
- item
  !not the first word
- !item but
- ! item

  with a paragraph
- - !inner

> !quoted
> - !quoted

```
!code
```

# !heading

    !indented code

<!-- !comment

!comment -->

| !cell |
|---|
| !cell |

1. !numbered

   !second paragraph

## Examples

!example

### Below

- !example

## Else

!last"""


def test_blocks():
    assert [f.line for f in find(BLOCKS.encode(), MARKED)] == [1, 4, 11, 34, 46]


def test_only_the_kinds_asked_for():
    items = BlockDetect(blocks=("list_item",), any=("^!",))
    assert [f.line for f in find(b"!a\n\n- !b\n", items)] == [3]


def test_a_block_with_blocks_inside():
    text = b"- !a\n  - b\n- !c\n"
    report = BlockDetect(blocks=("list_item",), any=("^!",), nested="report")
    assert [f.line for f in find(text, MARKED)] == [3]
    assert [f.line for f in find(text, report)] == [1, 3]


def test_finding_is_whole_lines():
    data = "\ufeff- é\r\n- !b\r\n  c\r\n\r\n".encode()
    (finding,) = find(data, MARKED)
    assert data[finding.start : finding.end] == b"- !b\r\n  c\r\n"
    assert (finding.line, finding.end_line, finding.excerpt) == (2, 3, "!b c")


def test_long_excerpt_is_cut():
    (finding,) = find(b"!" + b"a" * 500, MARKED)
    assert len(finding.excerpt) == EXCERPT_LENGTH
    assert finding.excerpt.endswith("…")


SECTIONS = {
    "list": ("# Log\n- 1\n- 2\n- 3\n", [(1, 4)]),
    "ends at a heading of its level": ("## Log\n- 1\n- 2\n- 3\n\n## B\n- 4\n", [(1, 4)]),
    "ends at a heading above": ("## Log\n- 1\n- 2\n- 3\n# B\n", [(1, 4)]),
    "sub-headings cover": ("# Log\n## 1\na\n## 2\n- b\n- c\n### d\n## 3\n", [(1, 8)]),
    "items cover": ("# Log\n- 1\n  - a\n  - b\n- 2\n- 3\n", [(1, 6)]),
    "table rows": ("# Log\n| a |\n|---|\n| 1 |\n| 2 |\n| 3 |\n", [(1, 6)]),
    "one intro is allowed": ("# Log\n\nSee.\n\n- 1\n- 2\n- 3\n", [(1, 7)]),
    "two are not": ("# Log\n\nSee.\n\nSee.\n\n- 1\n- 2\n- 3\n", []),
    "a rule below is not": ("# Log\n- 1\n- 2\n- 3\n## Rules\n- a\n", []),
    "too few": ("# Log\n- 1\n- 2\n", []),
    "barred entries": ("# Log\n- 1 never\n- 2 never\n- 3 never\n", []),
    "barred heading": ("# Log rules\n- 1\n- 2\n- 3\n", []),
    "other heading": ("# List\n- 1\n- 2\n- 3\n", []),
    "quoted entries": ("# Log\n> - 1\n> - 2\n> - 3\n", []),
    "quoted heading": ("> # Log\n> - 1\n> - 2\n> - 3\n", []),
    "inner section is part of the outer": ("# Log\n- 0\n## Log\n- 1\n- 2\n- 3\n", [(1, 6)]),
    "inner section only": ("# Log\n- a\n- b\n## Log\n- 1\n- 2\n- 3\n# B\n- c\n", [(4, 7)]),
    "link definitions belong to it": ("# Log\n- 1\n- 2\n- 3\n\n[a]: b\n\n# B\n", [(1, 6)]),
}


@pytest.mark.parametrize("name", SECTIONS)
def test_sections(name):
    text, expected = SECTIONS[name]
    assert [(f.line, f.end_line) for f in find(text.encode(), LOG)] == expected


def test_a_bad_pattern_is_named(capfd):
    with pytest.raises(BadInputError, match=r"pattern '\(\?=a\)' is not RE2"):
        find(b"a", BlockDetect(blocks=("paragraph",), any=("(?=a)",)))
    assert capfd.readouterr() == ("", "")
