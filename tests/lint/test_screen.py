import pytest

from chaff.lint.output.screen import printable, underlined

# line, start, columns, as shown, underline
CASES = {
    "plain": ("- ab", 2, 80, "- ab", "  ^^"),
    "blanks at the end": ("ab  ", 0, 80, "ab", "^^"),
    "wide": ("a世b", 1, 80, "a世b", " ^^^"),
    "a combining mark": ("e\u0301x", 0, 80, "e\u0301x", "^^"),
    "a tab": ("\tab", 1, 80, "    ab", "    ^^"),
    "a tab behind a letter": ("a\tb", 2, 80, "a   b", "    ^"),
    "controls": ("a\x1b[2Jb\r", 0, 80, "a\ufffd[2Jb", "^^^^^^"),
    "right to left": ("a\u202eb", 0, 80, "a\ufffdb", "^^^"),
    "cut": ("abcdef", 0, 3, "abc…", "^^^"),
    "cut before a wide one": ("ab世", 0, 3, "ab…", "^^"),
    "cut before the start": ("abcdef", 5, 3, "abc…", "   "),
    "empty": ("", 0, 80, "", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_underlined(name):
    line, start, columns, shown, marks = CASES[name]
    assert underlined(line, start, columns) == (shown, marks)


def test_printable():
    assert printable("é\x1b\n\u202e\x9b") == "é\ufffd\ufffd\ufffd\ufffd"


def test_underlined_to_a_stop():
    assert underlined("a 世 b", 2, 80, 3) == ("a 世 b", "  ^^  ")
