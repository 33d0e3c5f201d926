import time

import pytest

from chaff.errors import BadInputError
from chaff.lint.markdown.blocks import parse


def tree(text: str | bytes) -> list[tuple[int, str, str, int, int]]:
    data = text.encode() if isinstance(text, str) else text
    return [(b.depth, b.kind, b.text, b.line, b.end_line) for b in parse(data).blocks]


TREES = {
    "empty": ("", []),
    "blank": ("\n \n", []),
    "paragraph, joined": ("a *b*\n  c\n", [(0, "paragraph", "a *b* c", 1, 2)]),
    "hard breaks": ("a\\\nb  \nc", [(0, "paragraph", "a b c", 1, 3)]),
    "tight list": (
        "- a\n  b\n- c\n",
        [(0, "list", "", 1, 3), (1, "list_item", "a b", 1, 2), (1, "list_item", "c", 3, 3)],
    ),
    "loose list": (
        "1. a\n\n2. b\n\n\nc\n",
        [
            (0, "list", "", 1, 3),
            (1, "list_item", "a", 1, 1),
            (1, "list_item", "b", 3, 3),
            (0, "paragraph", "c", 6, 6),
        ],
    ),
    "item with more in it": (
        "- a\n\n  b\n  - c\n\n  ```\n  d\n  ```\n",
        [
            (0, "list", "", 1, 8),
            (1, "list_item", "a", 1, 8),
            (2, "paragraph", "b", 3, 3),
            (2, "list", "", 4, 4),
            (3, "list_item", "c", 4, 4),
            (2, "code", "```\n  d\n  ```", 6, 8),
        ],
    ),
    "items on one line": (
        "- - a\n",
        [
            (0, "list", "", 1, 1),
            (1, "list_item", "", 1, 1),
            (2, "list", "", 1, 1),
            (3, "list_item", "a", 1, 1),
        ],
    ),
    "escape kept": ("- \\~~a~~\n", [(0, "list", "", 1, 1), (1, "list_item", "\\~~a~~", 1, 1)]),
    "task marker kept": ("- [ ] a\n", [(0, "list", "", 1, 1), (1, "list_item", "[ ] a", 1, 1)]),
    "quote": (
        "> a\n> b\nc\n",
        [(0, "block_quote", "", 1, 3), (1, "paragraph", "a b c", 1, 3)],
    ),
    "headings": (
        "# A *b* #\n\nC\nd\n===\n#\n",
        [(0, "heading", "A *b*", 1, 1), (0, "heading", "C d", 3, 5), (0, "heading", "", 6, 6)],
    ),
    "table": (
        "| a | b |\n|---|---|\n| `c` | d |\n",
        [
            (0, "table", "", 1, 3),
            (1, "table_head", "a | b", 1, 1),
            (1, "table_row", "`c` | d", 3, 3),
        ],
    ),
    "html": (
        "<!-- a\n\nb -->\n\n***\n",
        [(0, "html", "<!-- a\n\nb -->", 1, 3), (0, "thematic_break", "***", 5, 5)],
    ),
    "code with blank lines in it": ("```\na\n\nb\n```\n", [(0, "code", "```\na\n\nb\n```", 1, 5)]),
    "front matter": (
        "---\na: You are\n---\n\nb\n",
        [(0, "front_matter", "---\na: You are\n---", 1, 3), (0, "paragraph", "b", 5, 5)],
    ),
    "front matter to the end": ("---\na: b\n---", [(0, "front_matter", "---\na: b\n---", 1, 3)]),
    "front matter ends in dots": (
        "---\na: b\n...\nc",
        [(0, "front_matter", "---\na: b\n...", 1, 3), (0, "paragraph", "c", 4, 4)],
    ),
    "rules further down are no front matter": (
        "a\n\n---\nb\n---\n",
        [
            (0, "paragraph", "a", 1, 1),
            (0, "thematic_break", "---", 3, 3),
            (0, "heading", "b", 4, 5),
        ],
    ),
    "front matter that is not closed": (
        "---\na: b\n",
        [(0, "thematic_break", "---", 1, 1), (0, "paragraph", "a: b", 2, 2)],
    ),
}


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_tree(name, line_end, bom):
    text, expected = TREES[name]
    actual = tree(bom + text.replace("\n", line_end))
    assert [(*b[:2], b[2].replace(line_end, "\n"), *b[3:]) for b in actual] == expected


@pytest.mark.parametrize("name", TREES)
def test_spans_are_whole_lines(name):
    data = TREES[name][0].encode()
    whole = data.splitlines(keepends=True)
    for block in parse(data).blocks:
        lines = b"".join(whole[block.line - 1 : block.end_line])
        assert data[block.start : block.end] == lines


def test_offsets_count_the_bom():
    data = b"\xef\xbb\xbf- \xc3\xa9\r\n- b\r\n"
    items = [b for b in parse(data).blocks if b.kind == "list_item"]
    assert [data[b.start : b.end] for b in items] == [b"- \xc3\xa9\r\n", b"- b\r\n"]


def test_headings_above():
    text = "a\n# A\nb\n### C\nc\n## B\n> # Q\n\nd\n"
    above = {b.text: b.headings for b in parse(text.encode()).blocks if b.kind == "paragraph"}
    assert above == {"a": (), "b": ("A",), "c": ("A", "C"), "d": ("A", "B")}


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_not_utf8(bom):
    with pytest.raises(BadInputError, match=f"not UTF-8 at byte {len(bom) + 1}"):
        parse(bom + b"a\xff")


HUGE = {
    "quotes": lambda n: ">" * n + " x\n",
    "items on a line": lambda n: "- " * n + "x\n",
    "items": lambda n: "- a\n" * n,
    "paragraphs": lambda n: "a\n\n" * n,
    "one paragraph": lambda n: "a\n" * n,
    "open front matter": lambda n: "---\r\n" + "a\r\n" * n,
    "brackets": lambda n: "[a" * n,
}


@pytest.mark.parametrize("name", HUGE)
def test_time_is_linear(name):
    def seconds(n: int) -> float:
        data = HUGE[name](n).encode()
        start = time.process_time()
        parse(data)
        return time.process_time() - start

    small = min(seconds(4_000) for _ in range(3))
    assert seconds(32_000) < 0.5 + 8 * small * 4


def test_the_last_documents_are_kept_and_no_more_than_some_bytes():
    first = parse(b"a\n")
    assert parse(bytes(bytearray(b"a\n"))) is first
    large = [b"x\n" * (1 << 20) + bytes([number]) for number in (65, 66)]
    documents = [parse(data) for data in large]
    assert [parse(data) for data in large] == documents
    assert all(parse(data) is one for data, one in zip(large, documents, strict=True))
    assert parse(b"a\n") is not first
