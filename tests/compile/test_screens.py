"""Words that a pattern cannot do without: sound for every pattern, and telling for most."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.compile.screens import MOST_SETS, screen
from chaff.lint.library import installed, load_folder
from chaff.lint.narrow import deciding
from chaff.pattern import found_in

# pattern, its screen
SCREENS = {
    "a word": ("abc", [["abc"]]),
    "in lower case": ("(?i)ABC", [["abc"]]),
    "one of several": ("abc|def", [["abc", "def"]]),
    "what is in every way": ("(?:one|two) thing", [["one thing", "two thing"]]),
    "what may be left out is": ("abcd?", [["abc"]]),
    "what is repeated is there once": ("(?:abc)+", [["abc"]]),
    "what may be repeated is not": ("(?:abc)*", []),
    "a range from 0": ("x{0,3}", []),
    "a range from 1": ("(?:ab){1,3}", [["ab"]]),
    "a few characters": ("a[-_ ]b", [["a b", "a-b", "a_b"]]),
    "a range of characters": ("ab[0-9]cde", [["cde"], ["ab"]]),
    "all but some": ("ab[^x]", [["ab"]]),
    "a bracket in brackets": (r"[\]a-]ab", [["ab"]]),
    "any character": ("ab.cd", [["ab"], ["cd"]]),
    "edges are no characters": (r"^\bab$", [["ab"]]),
    "escaped signs": (r"\[your\]", [["[your]"]]),
    "a property": (r"ab\pL\p{N}", [["ab"]]),
    "a code": (r"ab\x41\x{2026}c", [["ab"], ["c"]]),
    "quoted": (r"\Qa.b\Ec", [["a.bc"]]),
    "groups of any kind": ("(?P<n>ab)(?<m>cd)(ef)(?i:GH)", [["abcdefgh"]]),
    "one way without any": ("abc|", []),
    "nothing beyond ASCII": ("né", [["n"]]),
    "no backtick": ("ab`cd", [["ab"], ["cd"]]),
    "a word that holds another": ("ab|abc", [["ab"]]),
    "parts of one way": (r"(?:ab\d+cd|efg)h", [["ab", "efgh"], ["cdh", "efgh"]]),
}


@pytest.mark.parametrize("name", SCREENS)
def test_what_a_pattern_needs(name):
    pattern, expected = SCREENS[name]
    found = [list(words) for words in screen(pattern)]
    if name == "parts of one way":
        found = [words for words in found if words]
        assert all(any(word in "ab1cdh" for word in words) for words in found)
        assert all(any(word in "efgh" for word in words) for words in found)
        assert found
    else:
        assert sorted(found) == sorted(expected)


def test_few_sets_are_kept():
    assert len(screen(".".join(string.ascii_lowercase))) == MOST_SETS


ATOMS = st.sampled_from(
    ["a", "B", "ab", "-", r"\.", ".", r"\d", "[ab]", "[^a]", "[a-c]", r"\b", "^", r"\pL", "é", "k"]
)
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{0,2}", "{1,2}", "+?"])).map(
            lambda two: f"(?:{two[0]}){two[1]}"
        ),
        inner.map(lambda one: f"(?i:{one})"),
    ),
    max_leaves=12,
)


@given(PATTERNS, st.text("abABcC-.1é \u212a", max_size=12))
def test_what_matches_holds_a_word_of_each_set(pattern, text):
    if found_in(pattern, text):
        words = text.casefold()
        assert all(any(word in words for word in need) for need in screen(pattern))


def test_patterns_of_the_library_are_all_screened():
    for rule in load_folder(installed()).rules:
        patterns = deciding(rule.detect)
        assert rule.screens == tuple(map(screen, patterns))
        assert all(rule.screens), rule.id


def test_every_pattern_of_the_library_is_read_whole():
    """No set holds a word that stands nowhere in the pattern, its brackets taken apart."""
    for rule in load_folder(installed()).rules:
        for pattern, needs in zip(deciding(rule.detect), rule.screens, strict=True):
            letters = set(re.sub(r"\\(.)", r"\1", pattern.lower()))
            assert all(set(word) <= letters for need in needs for word in need)
