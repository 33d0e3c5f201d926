"""What of a turn is its author's: not quotes, code, logs, nor what others are said to say."""

import pytest

from chaff.gate.spoken import LONGEST, sentences_of, words_of

CASES = {
    "plain": ("No, that's wrong.", ["no, thats wrong."]),
    "typographic apostrophe": ("Don\u2019t do that", ["dont do that"]),
    "full width letters": ("Ｎｏ", ["no"]),
    "sentences": ("Fine. Now this! Really? yes", ["fine.", "now this!", "really?", "yes"]),
    "an abbreviation ends nothing": ("use e.g. pnpm", ["use e.g. pnpm"]),
    "a dash parts": ("ok - not that one", ["ok", "not that one"]),
    "list marks go": ("- first\n2) second", ["first", "second"]),
    "fenced code": ("see\n```\nredo\n```\nand fix", ["see", "and fix"]),
    "a fence that nothing closes": ("see\n~~~\nredo\nstart over", ["see"]),
    "a longer fence": ("a\n````\n```\nredo\n````\nb", ["a", "b"]),
    "code span": ("rename `start over` please", ["rename  _  please"]),
    "straight quotes": ('label it "nailed it" now', ["label it  _  now"]),
    "quotes over two lines": ('he said "redo\nall of it" today', ["he said  _  today"]),
    "curly quotes": ("say \u201cstart over\u201d there", ["say  _  there"]),
    "single quotes": ("the 'redo' button", ["the  _  button"]),
    "an apostrophe is no quote": ("it's John's, isn't it", ["its johns, isnt it"]),
    "quoted lines": ("> no, that's wrong\n\nwhy?", ["why?"]),
    "a trace": ("it fails\n    at foo (a.js:1:2)\nTypeError: wrong\nhelp", ["it fails", "help"]),
    "a log": ("2026-01-02 10:00:01 wrong\n[12:00:01] redo\nwhat is this?", ["what is this?"]),
    "a patch": ("+++ b/a.py\n@@ -1 +1 @@\n-    old = 1\n+    new = 2\nok?", ["ok?"]),
    "a tag": ("<log>redo\nstart over</log> explain", ["_  explain"]),
    "announced words": ("The reviewer wrote:\nno, redo it\n\nplease fix", ["the reviewer wrote:",
                        "please fix"]),
    "a bare address": ("see https://example.com/redo now", ["see  _  now"]),
    "Windows line ends": ("a\r\nb\rc", ["a", "b", "c"]),
    "nothing but signs": ("...\n---", []),
    "an emoji says something": ("👍", ["👍"]),
    "a very long line is pasted": ("x " * 400 + "\nok", ["ok"]),
    "nothing": ("", []),
    "a lone surrogate": ("no \ud800", ["no \ud800"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_said(name):
    text, said = CASES[name]
    assert [each.strip(" ") for each in sentences_of(words_of(text))] == [
        each.strip(" _") if each.startswith("_") else each for each in said
    ]


def test_a_huge_turn_is_looked_at_at_its_ends_only():
    words = words_of("start here\n" + "filler line\n" * 200_000 + "end here")
    assert len(words) <= LONGEST
    assert words.startswith("start here")
