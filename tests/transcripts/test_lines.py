"""Lines come out as they went in, whatever the chunks, and long ones cost no memory."""

import io

from hypothesis import given
from hypothesis import strategies as st

from chaff.transcripts import lines as module
from chaff.transcripts.lines import lines


def reader(data, size):
    stream = io.BytesIO(data)
    return lambda _: stream.read(size)


@given(st.binary(max_size=60).map(lambda data: data.replace(b"\1", b"\n")), st.integers(1, 9))
def test_itself_lines_are_those_of_split(data, size):
    found = list(lines(reader(data, size)))
    assert b"".join(each.data + b"\n" * each.is_ended for each in found) == data
    assert [each.data for each in found] == data.split(b"\n")[: len(found)]
    assert sum(each.n_bytes for each in found) == len(data)


def test_a_line_that_is_too_long_is_passed_over():
    found = list(lines(reader(b"a\n" + b"x" * 99 + b"\nb\n" + b"y" * 99, 7), longest=50))
    assert [each.data for each in found] == [b"a", None, b"b", None]
    assert [each.n_bytes for each in found] == [2, 100, 2, 99]
    assert [each.is_ended for each in found] == [True, True, True, False]


def test_an_endless_line_is_not_kept():
    held = []

    def read(size):
        held.append(1)
        return b"x" * size if len(held) < 40 else b""

    (line,) = lines(read, longest=2 * module.CHUNK)
    assert line.data is None
    assert line.n_bytes == 39 * module.CHUNK
