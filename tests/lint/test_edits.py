import pytest

from chaff.errors import BadInputError
from chaff.lint.fixes.edits import apply_edits
from chaff.lint.fixes.fix import fix
from chaff.shapes.detect import LongBlockDetect, MoveBlock
from chaff.shapes.edit import Edit


def edit(start: int, deleted: str, inserted: str = "") -> Edit:
    end = start + len(deleted.encode())
    return Edit(start=start, end=end, deleted=deleted, inserted=inserted)


def test_edits_are_made_in_order():
    data = "aébc".encode()
    assert apply_edits(data, [edit(0, "a"), edit(1, "é", "x"), edit(4, "c", "yz")]) == b"xbyz"
    assert apply_edits(data, []) == data


BAD = {
    "overlap": ([edit(0, "ab"), edit(1, "b")], "overlaps or is out of place"),
    "out of order": ([edit(2, "c"), edit(0, "a")], "overlaps or is out of place"),
    "beyond the end": ([edit(2, "cd")], "overlaps or is out of place"),
    "end before start": ([Edit(start=2, end=1, deleted="")], "overlaps or is out of place"),
    "other text": ([edit(0, "x")], "does not fit"),
}


@pytest.mark.parametrize("name", BAD)
def test_edits_that_do_not_fit(name):
    edits, problem = BAD[name]
    with pytest.raises(BadInputError, match=problem):
        apply_edits(b"abc", edits)


FENCE = "```\nb\nc\n```\n"
DETECT = LongBlockDetect(min_code_lines=2, min_table_rows=2)
HOW = MoveBlock(to="docs/R.md", pointer="See there.")

# (text, what is left of it, what is moved)
MOVES = {
    "alone": (FENCE, "See there.\n", FENCE),
    "no blank lines around": (f"a\n{FENCE}d\n", "a\n\nSee there.\n\nd\n", FENCE),
    "blank lines stay": (f"a\n\n\n{FENCE}\n\nd\n", "a\n\n\nSee there.\n\n\nd\n", FENCE),
    "no end of line": (f"a\n\n{FENCE}"[:-1], "a\n\nSee there.", FENCE[:-1]),
    "two, far apart": (
        f"{FENCE}\na\n\n{FENCE}",
        "See there.\n\na\n\nSee there.\n",
        f"{FENCE}\n{FENCE}",
    ),
    "two, one behind the other": (FENCE * 2, "See there.\n\nSee there.\n", f"{FENCE}\n{FENCE}"),
    "behind front matter": (f"---\na: 1\n---\n{FENCE}", "---\na: 1\n---\nSee there.\n", FENCE),
    "under a heading": (f"# a\n{FENCE}# d\n", "# a\n\nSee there.\n\n# d\n", FENCE),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", MOVES)
def test_blocks_are_moved_byte_for_byte(name, end):
    text, left, moved = (part.replace("\n", end).encode() for part in MOVES[name])
    fixed = fix(text, DETECT, HOW)
    assert fixed.data == left
    assert fixed.files == {"docs/R.md": moved.decode()}
    assert apply_edits(text, fixed.edits) == fixed.data
    assert fix(fixed.data, DETECT, HOW).edits == ()


def test_what_stands_where_the_text_would_go():
    data = f"a\n\n{FENCE}".encode()
    taken = ["docs/R.md"]
    assert fix(data, DETECT, HOW, existing=taken).edits == ()
    assert fix(data, DETECT, HOW, existing=["docs"]).edits == ()
    assert fix(data, DETECT, HOW, existing=["docs/R.md/x"]).edits == ()
    other = fix(data, DETECT, HOW, existing=taken, written={"docs/R.md": f"{FENCE}\n"})
    assert (other.edits, other.files, len(other.left)) == ((), {}, 1)
    same = fix(data, DETECT, HOW, existing=taken, written={"docs/R.md": FENCE})
    assert same.data == b"a\n\nSee there.\n"
    assert same.files == {"docs/R.md": FENCE}
