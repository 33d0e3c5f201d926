import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.match import find
from chaff.lint.matchers.block import emptied, leads
from chaff.shapes.detect import BlockDetect

CODE = {
    "none": ("a b", "a b"),
    "a span": ("a `b` c", "a `` c"),
    "two spans": ("`a` b `c`", "`` b ``"),
    "double ticks around a tick": ("``a ` b`` c", "`` c"),
    "never closed": ("a ` b", "a ` b"),
    "ticks of another length": ("`` a ` b", "`` a ` b"),
    "the first that closes": ("`a` b ` c", "`` b ` c"),
    "one open before a span": ("`` a `b` c", "`` a `` c"),
    "not over the end of a line": ("a `b\nc` d `e`", "a `b\nc``e`"),
}


@pytest.mark.parametrize("name", CODE)
def test_code_is_blanked(name):
    text, blanked = CODE[name]
    assert emptied(text) == blanked


def test_code_counts_unless_blanked():
    kept = BlockDetect(blocks=("paragraph",), any=("!",))
    blanked = BlockDetect(blocks=("paragraph",), any=("!",), code="blanked")
    text = b"a `!`\n\n! `a`\n"
    assert [found.line for found in find(text, kept)] == [1, 3]
    assert [found.line for found in find(text, blanked)] == [3]


# (text, words of the block, what leads to it)
LEADS = {
    "nothing": ("!", []),
    "a paragraph": ("a:\n\n!", ["a:"]),
    "a list's paragraph": ("a:\n\n- b\n- !", ["a:"]),
    "a heading leads to nothing": ("# a\n\n- !", []),
    "a fence leads to nothing": ("a:\n\n```\nb\n```\n\n- !", []),
    "another list": ("a:\n\n- b\n  - c\n\nd\n\n* !", ["d"]),
    "two lists": ("a:\n\n- b\n  - c\n\n1. !", []),
    "an item": ("a:\n\n- b:\n  - !", ["b:", "a:"]),
    "deeper": ("a\n\n- b\n  - c\n    - !", ["c", "b", "a"]),
    "a paragraph of an item": ("- b\n\n  c:\n\n  - !", ["c:", "b"]),
    "a later paragraph of an item": ("- b\n\n  c:\n\n  !", ["c:", "b"]),
}


@pytest.mark.parametrize("name", LEADS)
def test_leads(name):
    text, expected = LEADS[name]
    document = parse(text.encode())
    (block,) = (block for block in document.blocks if block.text == "!")
    assert list(leads(document, block)) == expected


def test_barred_by_what_leads_to_it():
    detect = BlockDetect(blocks=("paragraph", "list_item"), any=("!",), unless_lead=("^Bad.*:$",))
    text = b"Bad lines:\n\n- !a\n- !b\n\nGood lines:\n\n- !c\n\nBad line:\n\n!d\n"
    assert [found.line for found in find(text, detect)] == [8]
