from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.errors import BadInputError, SpecError
from chaff.lint.fixes.fix import MAX_TRIALS, apply_edits, fix
from chaff.lint.fixes.reasons import (
    DANGLING,
    IMPORTS,
    KEPT_BY_TOOL,
    LINKED,
    READ_DIFFERENTLY,
    TAKEN,
)
from chaff.lint.markdown.blocks import parse
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from chaff.shapes.detect import BlockDetect, DeleteBlock, MoveSection, SectionDetect
from chaff.shapes.edit import Edit

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "inputs"
MARKED = BlockDetect(blocks=("paragraph", "list_item"), any=("^X",), nested="report")
DELETE = DeleteBlock()
LOG = SectionDetect(heading=("^Log",), entry=(r"^\d",), min_entries=2, min_share_percent=60)
MOVE = MoveSection(to="docs/H.md", pointer="See docs/H.md.")

# before, after, lines left
DELETIONS = {
    "between paragraphs": ("A\n\nX\n\nB\n", "A\n\nB\n", []),
    "double blank lines": ("A\n\n\nX\n\n\nB\n", "A\n\n\nB\n", []),
    "at the end": ("A\n\nX\n", "A\n", []),
    "at the end, blank lines behind": ("A\n\nX\n\n\n", "A\n", []),
    "no final line end": ("A\n\nX", "A\n", []),
    "no final line end, kept": ("X\n\nA", "A", []),
    "at the top": ("X\n\nA\n", "A\n", []),
    "blank lines at the top": ("\n\nX\n\nA\n", "\n\nA\n", []),
    "everything": ("X\n", "", []),
    "everything but a BOM": ("\ufeffX\n\nX", "\ufeff", []),
    "several in a row": ("A\n\nX\n\nX\n\nB\n", "A\n\nB\n", []),
    "several at the end": ("A\n\nX\n\nX\n", "A\n", []),
    "wrapped": ("A\n\nX\n  x\nx\n\nB\n", "A\n\nB\n", []),
    "CRLF": ("A\r\n\r\nX\r\n\r\nB\r\n", "A\r\n\r\nB\r\n", []),
    "tight item": ("- a\n- X\n- b\n", "- a\n- b\n", []),
    "last item": ("- a\n- X\n\nB\n", "- a\n\nB\n", []),
    "loose items": ("- a\n\n- X\n\n- b\n", "- a\n\n- b\n", []),
    "numbers stay": ("1. a\n2. X\n3. b\n", "1. a\n3. b\n", []),
    "a list that is announced": ("A:\n\n- X\n- X\n\nB\n", "A:\n\n- X\n- X\n\nB\n", [3, 4]),
    "some of a list that is announced": ("A:\n\n- X\n- b\n", "A:\n\n- b\n", []),
    "a paragraph that is announced": ("**A:**\n\nX\n\nB\n", "**A:**\n\nX\n\nB\n", [3]),
    "behind what is announced": ("A:\n\n- b\n\nX\n", "A:\n\n- b\n", []),
    "items that an item announces": ("- a:\n  - X\n- b\n", "- a:\n  - X\n- b\n", [2]),
    "items below an item": ("- a\n  - X\n- b\n", "- a\n- b\n", []),
    "what a tool keeps": (
        "<!-- toc:start -->\n\nX\n\n<!-- toc:end -->\n\nX\n",
        "<!-- toc:start -->\n\nX\n\n<!-- toc:end -->\n",
        [3],
    ),
    "a start without an end": ("<!-- BEGIN -->\n\nX\n\nA\n", "<!-- BEGIN -->\n\nA\n", []),
    "other comments": (
        "<!-- restart -->\nX\n\n<!-- trend -->\n",
        "<!-- restart -->\n\n<!-- trend -->\n",
        [],
    ),
    "sole item": ("A\n\n- X\n\nB\n", "A\n\nB\n", []),
    "all items": ("A\n\n- X\n- X\n\nB\n", "A\n\nB\n", []),
    "all items below an item": ("- a\n  - X\n- b\n", "- a\n- b\n", []),
    "tabs": ("-\ta\n\n\t- X\n\t- b\n", "-\ta\n\n\t- b\n", []),
    "paragraph in an item": ("- a\n\n  X\n- b\n", "- a\n\n- b\n", []),
    "after front matter": ("---\na: X\n---\n\nX\n\nA\n", "---\na: X\n---\n\nA\n", []),
    "all after front matter": ("---\na: b\n---\n\nX\n", "---\na: b\n---\n", []),
    "BOM, CRLF, front matter": (
        "\ufeff---\r\na: b\r\n---\r\nX\r\n\r\nA\r\n",
        "\ufeff---\r\na: b\r\n---\r\nA\r\n",
        [],
    ),
    "with blocks inside": ("- X\n  - a\n- X\n", "- X\n  - a\n", [1]),
    "all that is inside would go": ("- X\n  - X\n", "- X\n  - X\n", [1, 2]),
    "would make front matter of a rule": (
        "X\n\n---\n\na: b\n\n---\n",
        "X\n\n---\n\na: b\n\n---\n",
        [1],
    ),
    "a rule that came first": ("---\n\nX\n\nA\n", "---\n\nA\n", []),
    "would merge two lists": ("- a\n\nX\n\n- b\n", "- a\n\nX\n\n- b\n", [3]),
    "would merge, another would not": ("X\n\n- a\n\nX\n\n- b\n", "- a\n\nX\n\n- b\n", [5]),
    "two between two lists": ("- a\n\nX\n\nX\n\n- b\n", "- a\n\nX\n\n- b\n", [5]),
    "would pull code into an item": (
        "- a\n\nX\n\n      b\n",
        "- a\n\nX\n\n      b\n",
        [3],
    ),
    "would turn items into text": ("A\n1. X\n2. b\n", "A\n1. X\n2. b\n", [2]),
    "shares its line with another item": ("- - X\n  - b\n", "- - X\n  - b\n", [1]),
    "a link definition goes with it": (
        "- [x]: /u\n  X\n- [x]\n",
        "- [x]: /u\n  X\n- [x]\n",
        [1],
    ),
}


@pytest.mark.parametrize("name", DELETIONS)
def test_deletions(name):
    before, after, left = DELETIONS[name]
    fixed = fix(before.encode(), MARKED, DELETE)
    assert fixed.data.decode() == after
    assert [finding.line for finding in fixed.left] == left
    assert fixed.files == {}


TIED = "its links would lead elsewhere from another file"
SECTION = "## Log\n- 1\n- 2\n"
# before, after, file
MOVES = {
    "in the middle": (
        f"# A\n\n{SECTION}\n## B\n",
        "# A\n\nSee docs/H.md.\n\n## B\n",
        SECTION,
    ),
    "crowded": (f"A\n{SECTION}## B\n", "A\n\nSee docs/H.md.\n\n## B\n", SECTION),
    "before an underlined heading": (
        f"{SECTION}\n\nB\n--\n",
        "See docs/H.md.\n\n\nB\n--\n",
        SECTION,
    ),
    "at the end": (f"A\n\n{SECTION}\n\n", "A\n\nSee docs/H.md.\n\n\n", SECTION),
    "no final line end": ("A\n## Log\n- 1\n- 2", "A\n\nSee docs/H.md.", "## Log\n- 1\n- 2"),
    "CRLF": (
        "A\r\n## Log\r\n- 1\r\n- 2\r\n## B\r\n",
        "A\r\n\r\nSee docs/H.md.\r\n\r\n## B\r\n",
        "## Log\r\n- 1\r\n- 2\r\n",
    ),
    "two": (
        f"{SECTION}\n## Log 2\n1\n\n2\n",
        "See docs/H.md.\n\nSee docs/H.md.\n",
        f"{SECTION}\n## Log 2\n1\n\n2\n",
    ),
    "after front matter": (
        f"---\na: b\n---\n{SECTION}",
        "---\na: b\n---\nSee docs/H.md.\n",
        SECTION,
    ),
    "code goes along": (
        f"{SECTION}\n```\n# x\n\n```\n",
        "See docs/H.md.\n",
        f"{SECTION}\n```\n# x\n\n```\n",
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_moves(name):
    before, after, moved = MOVES[name]
    fixed = fix(before.encode(), LOG, MOVE)
    assert fixed.data.decode() == after
    assert fixed.files == {"docs/H.md": moved}
    assert fixed.left == ()


NOT_MOVED = {
    "the file exists": (SECTION, MOVE, ["docs/H.md"]),
    "a folder of its name": (SECTION, MOVE, ["docs/H.md/x"]),
    "a file where the folder would be": (SECTION, MOVE, ["docs"]),
    "a definition that is used elsewhere": (f"[x]\n\n{SECTION}\n[x]: /u\n", MOVE, []),
    "the pointer is no line of text": (SECTION, MoveSection(to="H.md", pointer="# H"), []),
    "the pointer would be found": (SECTION, MoveSection(to="H.md", pointer="- 1"), []),
}


@pytest.mark.parametrize("name", NOT_MOVED)
def test_not_moved(name):
    text, how, existing = NOT_MOVED[name]
    fixed = fix(text.encode(), LOG, how, existing=existing)
    assert (fixed.data.decode(), fixed.edits, fixed.files) == (text, (), {})
    assert len(fixed.left) == 1


def test_other_files_do_not_matter():
    assert fix(SECTION.encode(), LOG, MOVE, existing=["docs/X.md", "H.md"]).left == ()


def test_fix_and_detection_must_go_together():
    with pytest.raises(SpecError, match="do not go together"):
        fix(b"a", MARKED, MOVE)
    with pytest.raises(SpecError, match="do not go together"):
        fix(b"a", LOG, DELETE)


def test_not_utf8():
    with pytest.raises(BadInputError, match="not UTF-8"):
        fix(b"\xff", MARKED, DELETE)


def test_too_many_that_cannot_be_fixed_leave_all():
    text = "X\n\n" + "- a\n\nX\n\n" * MAX_TRIALS + "- b\n"
    fixed = fix(text.encode(), MARKED, DELETE)
    assert fixed.data.decode() == text
    assert len(fixed.left) == MAX_TRIALS + 1


def test_many_that_can_be_fixed():
    fixed = fix(b"A\n\nX\n\n" * 3000, MARKED, DELETE)
    assert fixed.data == b"A\n\n" * 2999 + b"A\n"


GENERIC = BlockDetect(
    blocks=("paragraph", "list_item"),
    any=("(?i)^(?:write clean code|follow best practices)[.:]?$",),
)
SHARED = [
    (
        "lint-02-bom-before-front-matter/.claude/skills/deploy/SKILL.md",
        "lint-02-bom-before-front-matter/expected/SKILL.md",
        [8],
    ),
    (
        "lint-02-bom-before-front-matter/.claude/skills/stub/SKILL.md",
        "lint-02-bom-before-front-matter/.claude/skills/stub/SKILL.md",
        [],
    ),
    (
        "lint-03-item-with-children/a/AGENTS.md",
        "lint-03-item-with-children/expected/a/AGENTS.md",
        [4],
    ),
    ("lint-03-item-with-children/b/AGENTS.md", "lint-03-item-with-children/b/AGENTS.md", []),
    ("lint-03-item-with-children/c/AGENTS.md", "lint-03-item-with-children/c/AGENTS.md", []),
]


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not on this machine")
@pytest.mark.parametrize(("given_", "expected", "lines"), SHARED)
def test_cases_from_neighbouring_tools(given_, expected, lines):
    data = (CASES / given_).read_bytes()
    assert [finding.line for finding in find(data, GENERIC)] == lines
    fixed = fix(data, GENERIC, DELETE)
    assert fixed.data == (CASES / expected).read_bytes()
    assert fixed.left == ()


# Lines that make every kind of block, and everything that can come to stand beside another.
LINES = [
    "X", "X x", "a", "- X", "- a", "* X", "* a", "1. X", "2. X", "3. a", "  X", "  - X", "  - a",
    "    X", "    a", "   b", "\t- X", "- - X", "- > X", "> X", "> a", "> - X", "# X", "## Log",
    "## B", "### 1", "===", "---", "***", "```", "~~~", "<div>", "<!--", "-->", "| X |", "|---|",
    "[x]: /u", "[x]", "X [x]", "- X [x]", "X\\", "-", "1", "- 1", "2 a",
    "", "", "", "", "", "", " ", "é",
]  # fmt: skip
FRONT = st.sampled_from(["", "---\na: X\n---\n", "---\nb\n---\n\n"])


@st.composite
def files(draw) -> bytes:
    lines = draw(st.lists(st.sampled_from(LINES), max_size=14))
    text = draw(FRONT) + "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])))
    return draw(st.sampled_from(["", "\ufeff"])).encode() + text.encode()


@settings(max_examples=700, deadline=None)
@given(data=files(), how=st.sampled_from([(MARKED, DELETE), (LOG, MOVE)]))
def test_properties(data, how):
    detect, mend = how
    fixed = fix(data, detect, mend)

    # The edits lead to the data, in order, and nothing else has changed.
    assert apply_edits(data, fixed.edits) == fixed.data
    assert all(a.end <= b.start for a, b in zip(fixed.edits, fixed.edits[1:], strict=False))
    spans = [range(edit.start, edit.end) for edit in fixed.edits]
    kept = bytes(byte for at, byte in enumerate(data) if not any(at in span for span in spans))
    bare = [Edit(start=e.start, end=e.end, deleted=e.deleted) for e in fixed.edits]
    assert apply_edits(data, bare) == kept

    # What is found again is what was left, no more and no less.
    found = find(data, detect)
    again = find(fixed.data, detect)
    assert [finding.excerpt for finding in again] == [finding.excerpt for finding in fixed.left]
    assert set(fixed.left) <= set(found)

    # All other blocks are what they were; a list may go with its items.
    gone = {f.line for f in found} - {f.line for f in fixed.left}
    if mend is DELETE:
        assert _blocks(fixed.data, set()) == _blocks(data, gone)

    # Twice is once.
    twice = fix(fixed.data, detect, mend, existing=fixed.files)
    assert (twice.data, twice.edits) == (fixed.data, ())

    # Moved text is there, byte for byte.
    for text in fixed.files.values():
        assert all(edit.deleted in text for edit in fixed.edits)


def _blocks(data: bytes, gone: set[int]) -> list[tuple[str, int, str]]:
    blocks = [b for b in parse(data).blocks if b.kind != "list"]
    return [
        (b.kind, b.level, b.text)
        for b in blocks
        if not (b.line in gone and b.text.startswith("X") and not b.quoted)
    ]


@settings(max_examples=200, deadline=None)
@given(data=files())
def test_frames_stay(data):
    """Code, tables, HTML, front matter, quotes, headings: each as often and as it was."""

    def frames(raw: bytes) -> list[tuple[str, str]]:
        kept = ("code", "html", "table_head", "table_row", "front_matter", "heading")
        return [(b.kind, b.text) for b in parse(raw).blocks if b.quoted or b.kind in kept]

    assert frames(fix(data, MARKED, DELETE).data) == frames(data)


SECTION = "## Log\n\n- 1\n- 2\n"

# text of a Claude file, files beside it, why its log is left ('' if it is moved)
LEFT = {
    "nothing": (SECTION, {}, ""),
    "a link that leads to it": (f"See [it](#log).\n\n{SECTION}", {}, LINKED),
    "an HTML link that leads to it": (f'<a href="#log">x</a>\n\n{SECTION}', {}, LINKED),
    "a link that leads elsewhere": (f"# A\n\nSee [it](#a).\n\n{SECTION}", {}, ""),
    "a link that leads nowhere": (f"See [it](#lag).\n\n{SECTION}", {}, ""),
    "a link to another file": (f"See [it](b.md#log).\n\n{SECTION}", {}, ""),
    "a link of its own": (f"{SECTION}- 3 [a](b.md)\n", {}, TIED),
    "a place of its own": (f"# A\n\na\n\n{SECTION}- 3 [a](#a)\n", {}, TIED),
    "a picture": (f"{SECTION}- 3 ![a](b.png)\n", {}, TIED),
    "a page": (f"{SECTION}- 3 [a](https://a.example)\n", {}, ""),
    "an import": (f"{SECTION}- 3 @docs/a.md\n", {"docs/a.md": "a"}, IMPORTS),
    "the name of a person": (f"{SECTION}- 3 by @mirela\n", {"docs/a.md": "a"}, ""),
    "between comments": (f"<!-- start -->\n\n{SECTION}\n<!-- end -->\n", {}, KEPT_BY_TOOL),
    "a definition": (f"[a]\n\n{SECTION}\n[a]: b.md\n", {}, TIED),
}


@pytest.mark.parametrize("name", LEFT)
def test_why_a_text_is_not_moved(name):
    text, files, why = LEFT[name]
    place = Place(repository=Files(files), path="CLAUDE.md")
    fixed = fix(text.encode(), LOG, MOVE, place=place)
    assert list(fixed.reasons.values()) == ([why] if why else [])
    assert bool(fixed.files) is not bool(why)


def test_what_is_there_already_is_the_reason():
    fixed = fix(SECTION.encode(), LOG, MOVE, existing=["docs/H.md"])
    assert list(fixed.reasons.values()) == [TAKEN.format(to="docs/H.md")]


# text, why what is marked X is left
UNDELETED = {
    "inside": ("- X\n  - a\n", "other text stands inside it"),
    "announced": ("A:\n\n- X\n", DANGLING),
    "linked": ('See [it](#x).\n\nX <a id="x">it</a>\n', LINKED),
    "joined": ("- a\n\nX\n\n- b\n", READ_DIFFERENTLY),
}


@pytest.mark.parametrize("name", UNDELETED)
def test_why_a_text_is_not_deleted(name):
    text, why = UNDELETED[name]
    fixed = fix(text.encode(), MARKED, DELETE)
    assert list(fixed.reasons.values()) == [why]
    assert fixed.data == text.encode()


def test_a_link_that_goes_too_keeps_nothing():
    text = 'X [it](#x)\n\nX <a id="x">it</a>\n\nA\n'
    assert fix(text.encode(), MARKED, DELETE).data == b"A\n"
