"""Patterns that could never be found are told from those that could, as turns are read."""

import pytest

from chaff.gate.spoken import sentences_of, words_of
from chaff.language.folded import folded, never_found
from chaff.pattern import found_in


@pytest.mark.parametrize(
    ("pattern", "letter"),
    [
        ("don't", "'"),
        ("don’t", "’"),
        ("(?:never|don't)", "'"),
        (r"don\'t", "'"),
        (r"don\x27t", "'"),
        (r"don\x{2019}t", "’"),
        (r"\Qdon't\E x", "'"),
        (r"\bI\b", "I"),
        ("Straße", "S"),
        ("straße", "ß"),
        ("wait…", "…"),
        ("don'+t", "'"),
        ("don't?", "'"),
    ],
)
def test_a_pattern_that_asks_for_what_is_never_there(pattern, letter):
    assert never_found(pattern) == letter
    assert not any(found_in(pattern, each) for each in sentences_of(words_of("Don't! Don’t wait…")))


@pytest.mark.parametrize(
    "pattern",
    [
        "dont",
        "don'?t",
        "don['’]?t",
        "[\\s,.!:…'-]+no",
        r"\bno\b[^A-Z]",
        r"\pL+\s\S\W",
        r"\p{Lu}?x",
        "(?i)I meant",
        "(?P<Name>no)",
        "(?i:No)",
        r"\x{e9}t\x{e9}",
        "é",
    ],
)
def test_a_pattern_that_can_be_found(pattern):
    assert never_found(pattern) == ""


def test_folding_twice_is_folding_once():
    for text in ("Don’t", "ﬁle", "ＤＯＮ＇Ｔ", "STRASSE ß", "e\u0301"):
        assert folded(folded(text)) == folded(text)
        assert sentences_of(words_of(text)) == (folded(text),)
