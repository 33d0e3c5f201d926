import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.errors import BadInputError
from chaff.pattern import (
    _twin,
    any_found_in,
    found_in,
    groups_in,
    is_plain,
    is_valid,
    matches_whole,
    matching,
    matching_lines,
    require_valid,
)

CASES = {
    "anywhere": (r"npm", "pnpm test", True, False),
    "anchored": (r"^npm", "pnpm test", False, False),
    "whole": (r"pnpm .*", "pnpm test", True, True),
    "a dot is not a line end": (r"a.b", "a\nb", False, False),
    "unless asked": (r"(?s)a.b", "a\nb", True, True),
    "not ASCII": (r"naïve", "so naïve", True, False),
    "lone surrogate": (r"ok", "\ud800ok", True, False),
    "nothing": (r"x*", "", True, True),
}


@pytest.mark.parametrize(("pattern", "text", "found", "whole"), CASES.values(), ids=CASES)
def test_matching(pattern, text, found, whole):
    assert found_in(pattern, text) is found
    assert matches_whole(pattern, text) is whole


@pytest.mark.parametrize("pattern", ["(", r"(?=a)", r"(a)\1", "((a{900}){900}){900}", "[\ud800-"])
def test_what_is_not_re2_is_refused(pattern, capfd):
    assert not is_valid(pattern)
    with pytest.raises(BadInputError, match=r"rule x: pattern .* is not RE2"):
        require_valid(pattern, where="rule x")
    with pytest.raises(BadInputError):
        found_in(pattern, "a")
    with pytest.raises(BadInputError):
        matches_whole(pattern, "a")
    assert capfd.readouterr() == ("", "")


def test_time_is_linear():
    assert not found_in(r"^(a+)+$", "a" * 200_000 + "b")


GROUPS = {
    "in order": (r"(\w)\.", "a. b. c", ("a", "b")),
    "none": (r"(x)", "a", ()),
    "not part of the match": (r"(x)?b", "b xb", ("x",)),
    "not ASCII": (r"<(.)>", "<é>", ("é",)),
}


@pytest.mark.parametrize(("pattern", "text", "groups"), GROUPS.values(), ids=GROUPS)
def test_groups(pattern, text, groups):
    assert groups_in(pattern, text) == groups


def test_groups_need_a_group():
    with pytest.raises(BadInputError, match="'a' has no group"):
        groups_in("a", "a")


# (pattern, how it reads where letters and digits are ASCII)
TWINS = [
    (r"\pL+", r"[a-zA-Z]+"),
    (r"[\pL\pN+#]x", r"[a-zA-Z0-9+#]x"),
    (r"[^]\pL]\pN", r"[^]a-zA-Z][0-9]"),
    (r"[[:alpha:]\pL]x\p{L}{2}", r"[[:alpha:]a-zA-Z]x[a-zA-Z]{2}"),
    (r"\\pL \[\pL", r"\\pL \[[a-zA-Z]"),
    (r"[a[]\pL[a\]\pN]", r"[a[][a-zA-Z][a\]0-9]"),
    (r"\p{Greek}\PL\pLu", r"\p{Greek}\PL[a-zA-Z]u"),
    (r"\Q\pL\E\pL", r"\Q\pL\E\pL"),
]


@pytest.mark.parametrize(("pattern", "twin"), TWINS)
def test_twin(pattern, twin):
    assert _twin(pattern) == twin


PIECES = [r"\pL", r"\pN", r"[\pL\pN-]", r"[^\pL]", r"[^]\pN ]", "a", "’", "(?i)K", "é?", ".", r"\b",
          "$", "^", "+", "{0,2}", "|", "(?:a|s)", r"\s", "[–’]"]  # fmt: skip
LINES_OF = st.text(st.sampled_from("aKks19 -]’–…→\t.é"), max_size=8)


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join), LINES_OF)
def test_the_twin_finds_what_the_pattern_finds(pattern, text):
    if not is_valid(pattern):
        return
    expected = re2.search(pattern.encode(), text.encode()) is not None
    assert found_in(pattern, text) is expected


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(st.sampled_from([*PIECES, r"\A", r"\z", "(?-m:$)"]), min_size=1, max_size=5).map(
        "".join
    ),
    st.lists(LINES_OF.filter(is_plain), min_size=1, max_size=4),
)
def test_a_line_matches_as_it_does_alone(pattern, lines):
    if is_valid(pattern):
        alone = [number for number, line in enumerate(lines) if found_in(pattern, line)]
        assert matching_lines((pattern, "#"), "\n".join(lines)) == alone
        assert matching((pattern, "#"), lines) == alone


# (patterns, lines, the numbers of those that match)
LINES = {
    "some": (["b", "^c"], "a\nb\nac\nc", [1, 3]),
    "what goes on over an end is none": ([r"a\s+b", "^b"], "a\nb\nb", [1, 2]),
    "unless there is another": ([r"a\s+b", "^a"], "a\nb", [0]),
    "though a dot may be an end": (["(?s)a.b"], "a\nb\nacb", [2]),
    "an empty one": (["^$"], "a\n\nb\n", [1, 3]),
    "none": (["x"], "a\nb", []),
    "no pattern": ([], "a", []),
    "the start of a text is that of a line": ([r"\Ab"], "a\nb", [1]),
}


@pytest.mark.parametrize(("patterns", "lines", "numbers"), LINES.values(), ids=LINES)
def test_matching_lines(patterns, lines, numbers):
    assert matching_lines(patterns, lines) == numbers


def test_matching_texts_of_any_kind():
    texts = ["a", "\u00e9 b", "a\nb", "b", "", "a b"]
    assert matching(["^b", r"\pL b"], texts) == [1, 3, 5]


def test_of_several_patterns_the_wrong_one_is_named():
    for search in (any_found_in, matching_lines):
        with pytest.raises(BadInputError, match=r"pattern '\(' is not RE2"):
            search(["a", "(", "b"], "a")


def test_a_letter_beyond_ascii_is_a_letter():
    assert found_in(r"^\pL+$", "éa")
    assert not is_plain("é")
    assert is_plain("a – b → “c”")
