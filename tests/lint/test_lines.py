import pytest

from chaff.lint.markdown.lines import Lines

CASES = [
    (b"", 0, [b""], [""]),
    (b"a", 0, [b"a"], [""]),
    (b"a\n", 0, [b"a\n"], ["\n"]),
    (b"a\r\nb\rc\n\n", 0, [b"a\r\n", b"b\r", b"c\n", b"\n"], ["\r\n", "\r", "\n", "\n"]),
    (b"\xef\xbb\xbfa\n", 3, [b"a\n"], ["\n"]),
]


@pytest.mark.parametrize(("data", "start", "spans", "ends"), CASES)
def test_spans_and_ends(data, start, spans, ends):
    lines = Lines(data, start)
    numbers = range(len(lines))
    assert [data[lines.start(n) : lines.start(n + 1)] for n in numbers] == spans
    assert [lines.ending(n) for n in numbers] == ends


def test_place_and_blanks():
    lines = Lines(b"a\n \t\r\nb\n\n", 0)
    assert [lines.at(offset) for offset in (0, 1, 2, 4, 6, 8, 99)] == [0, 0, 1, 1, 2, 3, 3]
    assert [lines.blank(n) for n in range(4)] == [False, True, False, True]
    assert [lines.last_filled(n) for n in range(4)] == [0, 0, 2, 2]
    assert Lines(b"\n\na", 0).last_filled(1) == -1


def test_whole_lines_of_a_span():
    lines = Lines(b"a\n \t\r\nb\n\n", 0)
    spans = [(0, 1), (0, 0), (0, 4), (2, 7), (6, 8), (0, 9), (9, 9)]
    for begin, end in spans:
        first = lines.at(begin)
        last = max(first, lines.last_filled(lines.at(end - 1))) if end > begin else first
        assert lines.whole(begin, end) == (first, last, lines.start(first), lines.start(last + 1))
    assert Lines(b"", 0).whole(0, 0) == (0, 0, 0, 0)
