"""Headings that a fix leaves with nothing under them."""

import pytest

from chaff.lint.fixes.emptied import emptied
from chaff.lint.markdown.blocks import parse

# before, after, lines and headings
CASES = {
    "a section": ("# A\n\n- x\n\n# B\n\nb\n", "# A\n\n# B\n\nb\n", [(1, "A")]),
    "the last one": ("a\n\n## B\n\n- x\n", "a\n\n## B\n", [(3, "B")]),
    "with a section below": ("# A\n\n- x\n\n## B\n\nb\n", "# A\n\n## B\n\nb\n", []),
    "under a deeper one": ("## A\n\n- x\n\n# B\n\nb\n", "## A\n\n# B\n\nb\n", [(1, "A")]),
    "something is left": ("# A\n\n- x\n- y\n", "# A\n\n- y\n", []),
    "it was so before": ("# A\n\n# B\n\n- x\n- y\n", "# A\n\n# B\n\n- y\n", []),
    "one of two of a name": ("# A\n\n# A\n\n- x\n", "# A\n\n# A\n", [(3, "A")]),
    "front matter counts": ("---\na: b\n---\n# A\n\n- x\n", "---\na: b\n---\n# A\n", [(4, "A")]),
    "quoted": ("> # A\n>\n> - x\n\nb\n", "> # A\n\nb\n", []),
    "the heading goes too": ("a\n\n# A\n\n- x\n", "a\n", []),
    "the whole file": ("- x\n", "", [(1, "")]),
    "an empty file": ("\n", "", []),
}


@pytest.mark.parametrize("name", CASES)
def test_what_stands_over_nothing(name):
    before, after, told = CASES[name]
    assert list(emptied(parse(before.encode()), parse(after.encode()))) == told
