import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.matchers.scope import is_label, narrower, parallel, scopes


def scope_of(text, words):
    return next(s for block, s in scopes(parse(text.encode()), "a.md") if block.text == words)


TEXT = """\
# Title

Before all.

## One

Some words.

For Linux:

- inside
  - deeper

### Under

Deep.

## Two

Last.
"""

# (words, texts of the headings, text of the label)
PLACES = [
    ("Before all.", [], None),
    ("Some words.", ["One"], None),
    ("inside", ["One"], None),
    ("Deep.", ["One", "Under"], None),
    ("Last.", ["Two"], None),
]


@pytest.mark.parametrize(("words", "headings", "label"), PLACES)
def test_headings(words, headings, label):
    scope = scope_of(TEXT, words)
    assert [mark.text for mark in scope.headings] == headings


def test_labels_last_until_the_next_heading():
    assert scope_of(TEXT, "Some words.").label is None
    labels = [s.label.text for b, s in scopes(parse(TEXT.encode()), "a.md") if s.label]
    assert set(labels) == {"For Linux:"}
    assert scope_of(TEXT, "Deep.").label is None


def test_a_part_of_an_item_is_held_by_it():
    assert scope_of(TEXT, "inside").holder is None
    assert scope_of(TEXT, "deeper").holder is not None


def test_two_level_one_headings_are_no_titles():
    scope = scope_of("# A\n\na b\n\n# B\n\nc d\n", "a b")
    assert [mark.text for mark in scope.headings] == ["A"]


@pytest.mark.parametrize("text", ["Do this:", "**Do this:**", "**Frontend**", "\u8bf7\uff1a"])
def test_labels(text):
    assert is_label(text)


@pytest.mark.parametrize("text", ["Do this.", "**Do** this **now**", "a: b", ""])
def test_no_labels(text):
    assert not is_label(text)


def test_narrower():
    deep, flat, top = (scope_of(TEXT, words) for words in ("Deep.", "Last.", "Before all."))
    assert narrower(deep, flat)
    assert not narrower(flat, deep)
    assert narrower(flat, top)
    assert not narrower(flat, flat)


def test_parallel_is_mutual():
    every = [scope for _, scope in scopes(parse(TEXT.encode()), "a.md")]
    for one in every:
        assert not parallel(one, one, ())
        for other in every:
            assert parallel(one, other, ("Two",)) is parallel(other, one, ("Two",))


def test_one_of_two_headings_must_be_general():
    text = "# T\n## Orders\n\na\n\n## Invoices\n\nb\n\n## Rules\n\nc\n\n### Orders\n\nd\n"
    a, b, c, d = (scope_of(text, words) for words in "abcd")
    assert not parallel(a, b, ())
    assert parallel(a, b, (), ("Rules",))
    assert not parallel(a, c, (), ("Rules",))
    assert parallel(a, d, (), ("Rules",))
    assert not parallel(c, d, (), ("Rules",))
