import time

import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.match import find
from chaff.lint.suppress import remarks, suppressions
from tests.support.library import DELETES, MOVES, compiled

RULE = "a-rule"
MARK = "<!-- chaff: ignore[a-rule] ours -->"
DELETER, MOVER = compiled("a-rule", **DELETES), compiled("a-rule", **MOVES)

# text, lines of the findings that are left
COVERED = {
    "the next block": (f"{MARK}\n\nX\n\nX\n", [5]),
    "with no blank line between": (f"{MARK}\nX\n\nX\n", [4]),
    "CRLF": (f"{MARK}\r\nX\r\n\r\nX\r\n", [4]),
    "behind front matter": (f"---\na: b\n---\n{MARK}\nX\n\nX\n", [7]),
    "a BOM": (f"\ufeff{MARK}\nX\n\nX\n", [4]),
    "the first item of a list, not the others": (f"{MARK}\n\n- X\n- X\n", [4]),
    "the item behind it": (f"- a\n\n  {MARK}\n- X\n- X\n", [5]),
    "a paragraph inside an item": (f"- a\n\n  {MARK}\n\n  X\n\n- X\n", [7]),
    "at the end of an item": (f"- X {MARK}\n- X\n", [2]),
    "at the end of a paragraph": (f"X\nmore {MARK}\n\nX\n", [4]),
    "an item, not those inside it": (f"{MARK}\n- a\n  - X\n", [3]),
    "several, one after the other": (f"<!-- chaff: ignore[b-rule] b -->\n{MARK}\nX\n", []),
    "several rules": ("<!-- chaff: ignore[b-rule, a-rule] both -->\nX\n", []),
    "another rule": ("<!-- chaff: ignore[b-rule] b -->\nX\n", [2]),
    "the whole file": ("X\n\n<!-- chaff: ignore-file[a-rule] ours -->\n\nX\n", []),
    "over several lines": ("<!--\n  chaff: ignore[a-rule]\n  a reason\n-->\nX\n", []),
    "a reason behind a dash": ("<!-- chaff: ignore[a-rule] -- ours -->\nX\n", []),
    "in a fence": (f"```\n{MARK}\n```\n\nX\n", [5]),
    "in indented code": (f"a\n\n    {MARK}\n\nX\n", [5]),
    "in a code span": (f"`{MARK}`\n\nX\n", [3]),
    "a code span in the block": (f"X `{MARK}`\n", [1]),
    "in capitals": (f"{MARK.upper()}\nX\n", [2]),
    "no reason": ("<!-- chaff: ignore[a-rule] -->\nX\n", [2]),
    "a dash is no reason": ("<!-- chaff: ignore[a-rule] -- -->\nX\n", [2]),
    "no rule": ("<!-- chaff: ignore ours -->\nX\n", [2]),
    "an empty list": ("<!-- chaff: ignore[] ours -->\nX\n", [2]),
    "a comment for someone else": ("<!-- ignore[a-rule] ours -->\nX\n", [2]),
}


def left(data: bytes, rule) -> list[int]:
    said = suppressions(parse(data))
    found = find(data, rule.detect)
    return [one.line for one in found if said.covering(RULE, one) is None]


@pytest.mark.parametrize("name", COVERED)
def test_what_is_covered(name):
    text, lines = COVERED[name]
    assert left(text.encode(), DELETER) == lines


# text, lines of the findings that are left of a rule for whole blocks
WHOLE = {
    "at the end of an item": (f"- X {MARK}\n- X\n", [2]),
    "at the end, no line end": (f"X {MARK}", []),
    "in the middle": (f"- a {MARK} b\n- X\n", [2]),
    "in a code span": (f"- X `{MARK}`\n", []),
    "for another rule": ("- X <!-- chaff: ignore[b-rule] x -->\n", [1]),
    "a comment for someone else": ("- X <!-- keep -->\n- X\n", [2]),
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_comment_is_none_of_the_words_it_speaks_of(name):
    text, lines = WHOLE[name]
    whole = compiled("a-rule", detect={**DELETES["detect"], "any": ["^X$"]})
    assert left(text.encode(), whole) == lines
    if name == "at the end of an item":
        assert [one.line for one in find(text.encode(), whole.detect)] == [1, 2]


LOG = "## Log\n\n- 1\n- 2\n"


def test_a_section():
    assert left(f"{MARK}\n\n{LOG}".encode(), MOVER) == []
    assert left(f"{LOG}\n{MARK}\n".encode(), MOVER) == [1]


def test_in_a_quotation():
    data = f"> {MARK}\n> X\n\nX\n".encode()
    (one,) = suppressions(parse(data)).all
    assert (one.first, one.last, one.reason) == (2, 2, "ours")


def test_a_row_whose_last_cell_holds_the_comment():
    rows = {**DELETES["detect"], "blocks": ["table_row"], "any": ["^a \\| X$"]}
    rule = compiled("a-rule", detect=rows)
    text = f"| a | b |\n|---|---|\n| a | X {MARK} |\n| a | X |\n"
    assert [one.line for one in find(text.encode(), rule.detect)] == [3, 4]
    assert left(text.encode(), rule) == [4]


def test_a_table_is_one_block():
    (one,) = suppressions(parse(f"{MARK}\n\n| a |\n|---|\n| b |\n".encode())).all
    assert (one.first, one.last) == (3, 5)


def test_a_file_without_comments_costs_nothing():
    assert suppressions(parse(b"X <!-- a -->\n")).all == ()


# text, what is said: line and words
FAULTS = {
    "no reason": ("a\n\n<!-- chaff: ignore[a-rule] -->\nX\n", [(3, "gives no reason")]),
    "not understood": ("<!-- chaff: disable[a-rule] x -->\nX\n", [(1, "is not understood")]),
    "no rule": ("<!-- chaff: ignore[ ] x -->\nX\n", [(1, "names no rule")]),
    "unknown": (
        "<!-- chaff: ignore[a-rul] x -->\nX\n",
        [(1, "there is no rule 'a-rul' to suppress (did you mean a-rule?)")],
    ),
    "unused": (f"a\n\n{MARK}\nb\n", [(3, "the suppression of a-rule is not used")]),
    "used": (f"{MARK}\nX\n", []),
    "a rule that was not applied": ("<!-- chaff: ignore[b-rule] x -->\nX\n", []),
    "in capitals": (f"{MARK.upper()}\nX\n", [(1, "is not understood")]),
    "not closed": (f"a\n\n{MARK[:-3]}\nX\n", [(3, "is not closed with -->")]),
    "not closed in an item": (f"- a\n  {MARK[:-3]}\n\nX\n", [(2, "is not closed")]),
    "nothing follows": (f"X\n\n{MARK}\n", [(3, "no block follows")]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_said(name):
    text, expected = FAULTS[name]
    data = text.encode()
    said = suppressions(parse(data))
    covering = (said.covering(RULE, one) for one in find(data, DELETER.detect))
    used = {(one.line, RULE) for one in covering if one}
    told = list(remarks(said, used, known={"a-rule", "b-rule"}, active={"a-rule"}))
    assert [line for line, _ in told] == [line for line, _ in expected]
    for (_, sentence), (_, words) in zip(told, expected, strict=True):
        assert words in sentence


HOSTILE = {
    "open comments": b"<!-- chaff:" * 50_000,
    "stacked comments": (MARK + "\n").encode() * 20_000 + b"X\n",
    "comments in one block": b"<div>" + MARK.encode() * 20_000 + b"\n\nX\n",
    "comments between words": b"X " + MARK.encode() * 20_000 + b"\n",
    "unknown rules": b"".join(b"<!-- chaff: ignore[r-%d] x -->\nX\n\n" % n for n in range(5_000)),
    "a giant name": b"<!-- chaff: ignore[" + b"a" * 500_000 + b"] x -->\nX\n",
    "covered items": b"".join(b"- a\n\n  %b\n- X\n" % MARK.encode() for _ in range(5_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_cost_grows_with_the_file_only(name):
    data = HOSTILE[name]
    start = time.process_time()
    said = suppressions(parse(data))
    found = find(data, DELETER.detect)
    used = {(one.line, RULE) for one in found if said.covering(RULE, one)}
    told = list(remarks(said, used, known={"a-rule"}, active={"a-rule"}))
    assert time.process_time() - start < 20
    assert all(len(sentence) < 300 for _, sentence in told)
