"""Each answer is that of `git check-ignore`; test_ignores.py asks it again."""

import pytest

from chaff.lint.repository.globs import Patterns

# pattern -> paths it names, paths it does not; a folder ends in `/`
NAMED = {
    "a": ("a a/ x/a x/y/a/", "ab x/ab"),
    "/a": ("a a/", "x/a"),
    "a/": ("a/ x/a/", "a x/a"),
    "x/a": ("x/a x/a/", "a y/x/a"),
    "x/a/": ("x/a/", "x/a y/x/a/"),
    "*.log": ("a.log x/.log", "a.logs alog"),
    "/*.log": ("a.log", "x/a.log"),
    "x/*": ("x/a x/b/", "x x/a/b"),
    "x/**": ("x/a x/a/b", "x/"),
    "**/a": ("a x/a x/y/a", "ab"),
    "x/**/a": ("x/a x/y/a x/y/z/a", "a y/x/a"),
    "x**/a": ("x/a x/y/a xa xy/a", "a yx/a"),
    "*x**/a": ("x/a yx/a", "x/y/a"),
    "**": ("a x/a", ""),
    "/**": ("a x/a", ""),
    "**/": ("a/ x/a/", "a"),
    "***": ("a x/a", ""),
    "a**b": ("ab axb", "a/b/c"),
    "a?c": ("abc", "ac a/c"),
    "[ab]": ("a b", "c ab"),
    "[!ab]": ("c", "a b"),
    "[^ab]": ("c", "a b"),
    "[a-c]x": ("bx", "dx"),
    "[]a]": ("] a", "b"),
    "[a-]": ("a -", "b"),
    "[z-a]": ("", "a z"),
    "[[:digit:]]": ("1", "a"),
    "[[:punct:]]": ("- [ ]", "a"),
    "[\\]]": ("]", "a"),
    "a[/]b": ("", "a/b"),
    "a[.-0]b": ("a.b a0b", "a/b"),
    "a[!x]b": ("ayb", "a/b axb"),
    "[": ("", "["),
    "a[": ("", "a["),
    "\\*": ("*", "a"),
    "\\#a": ("#a", "a"),
    "#a": ("", "#a a"),
    "\\!a": ("!a", "a"),
    "a\\": ("", "a a\\"),
    "{a,b}": ("{a,b}", "a b"),
    "a.b": ("a.b", "axb"),
    "(a)": ("(a)", "a"),
    "/": ("", "a"),
    "//": ("", "a"),
    "é": ("é x/é", "e"),
    "?": ("a", "é"),
    "??": ("é ab", "a"),
}
SPACED = {
    "a ": ("a", "a "),
    "a\\ ": ("a ", "a"),
    "a\\\\ ": ("a\\", "a\\ "),
    " a": (" a", "a"),
    "a\t": ("a\t", "a"),
    "a*": ("a\nb", "b\na"),
    "  ": ("", " "),
}


def verdict(lines, path):
    return Patterns(lines).verdict(path.rstrip("/"), folder=path.endswith("/"))


@pytest.mark.parametrize("pattern", NAMED)
def test_what_a_pattern_names(pattern):
    named, others = (words.split() for words in NAMED[pattern])
    assert [path for path in (*named, *others) if verdict([pattern], path)] == named


@pytest.mark.parametrize("pattern", SPACED)
def test_blanks(pattern):
    named, other = SPACED[pattern]
    assert verdict([pattern], other) is None
    assert not named or verdict([pattern], named)


def test_the_last_pattern_decides():
    lines = ["*.log", "!keep.log", "keep.log/"]
    assert verdict(lines, "a.log") is True
    assert verdict(lines, "keep.log") is False
    assert verdict(lines, "keep.log/") is True
    assert verdict(lines, "a") is None


def test_a_list_of_thousands_of_patterns():
    lines = [f"x{n}/*.y{n}" for n in range(3000)] + ["!x7/a.y7"]
    assert verdict(lines, "x2999/a.y2999") is True
    assert verdict(lines, "x7/a.y7") is False
    assert verdict(lines, "x7/b.y7") is True
    assert verdict(lines, "x1/a.y2") is None


def test_a_name_that_is_no_text():
    assert verdict(["a\udcff*"], "a\udcffb") is True
    assert verdict(["a?"], "a\udcff") is None
    assert verdict(["a*"], "a\udcff") is True
