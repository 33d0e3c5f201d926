"""Patterns that a file cannot match are left out, and never one that it matches."""

from itertools import islice

import pytest

from chaff.lint.engine import Source, lint
from chaff.lint.library import installed, load_folder
from chaff.lint.markdown.blocks import parse
from chaff.lint.narrow import narrowed, words_of
from tests.support.library import DELETES, MOVES, compiled
from tests.support.wild import WILD, wild_files

TWO = {**DELETES, "detect": {**DELETES["detect"], "any": ["^Drop", "^Leave"]}}
SCREENS = ((("drop",),), (("leave", "let"),))

# text, the patterns that are left of TWO
TEXTS = {
    "neither": ("Keep.", None),
    "one": ("We DROP it.", ("^Drop",)),
    "the other": ("Let it be.", ("^Leave",)),
    "both": ("Drop or leave.", ("^Drop", "^Leave")),
    "in a heading": ("# Drop", ("^Drop",)),
    "in a text beyond ASCII": ("Drop é.", ("^Drop",)),
    "in code, which has no words": ("```\ndrop\n```", None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_patterns_without_a_word_are_left_out(name):
    text, left = TEXTS[name]
    rule = narrowed(compiled("a-rule", **TWO, screens=SCREENS), words_of(parse(text.encode())))
    assert (rule and rule.detect.any) == left


def test_a_rule_without_screens_keeps_all():
    rule = compiled("a-rule", **TWO)
    assert narrowed(rule, "") is rule


def test_a_rule_whose_fix_writes_words_keeps_all_or_nothing():
    moves = {**MOVES, "detect": {**MOVES["detect"], "heading": ["^Drop", "^Leave"]}}
    rule = compiled("a-rule", **moves, screens=SCREENS)
    assert narrowed(rule, "drop") is rule
    assert narrowed(rule, "keep") is None


@pytest.mark.skipif(not WILD.exists(), reason="the corpus is not beside this checkout")
def test_real_files_are_told_the_same():
    rules = load_folder(installed()).rules
    for _, data in islice(wild_files(), 0, None, 8):
        source = Source(data=data, path="CLAUDE.md")
        assert lint(source, rules, sparing=True) == lint(source, rules)
