import io

import pytest

from chaff.cli.plain import ascii_only, number, read_input, to_ascii, whole_number
from chaff.errors import BadInputError, UsageError


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-1", "11", "1,5"])
def test_a_number_outside_its_range_is_refused(text):
    with pytest.raises(UsageError, match="--n"):
        number(text, "--n", least=0, most=10)


@pytest.mark.parametrize("text", ["2.5", "1e400", "two"])
def test_a_whole_number_is_whole(text):
    with pytest.raises(UsageError, match="--n"):
        whole_number(text, "--n", least=0, most=10)


def test_limits_are_written_out():
    with pytest.raises(UsageError, match=r"no number from 1 to 1000000$"):
        number("0", "--n", least=1, most=1_000_000)


def test_numbers():
    assert number("2.5", "--n", least=0, most=10) == 2.5
    assert whole_number("10", "--n", least=0, most=10) == 10


def test_a_file_is_read_under_its_name(tmp_path):
    path = tmp_path / "given"
    path.write_bytes(b"\x00\xff")
    assert read_input(str(path)).data == b"\x00\xff"


@pytest.mark.parametrize(
    ("argument", "message"),
    [("no/such", "no/such: cannot be read"), ("a\0b", r"'a\\x00b': cannot be read")],
)
def test_what_cannot_be_read_is_named(argument, message):
    with pytest.raises(BadInputError, match=message):
        read_input(argument)


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "huge"
    path.write_bytes(b" " * 10_000_001)
    with pytest.raises(BadInputError, match="larger than 10 MB"):
        read_input(str(path))


@pytest.mark.parametrize(
    ("encoding", "plain"), [("utf-8", False), ("ascii", True), ("cp1252", True)]
)
def test_charsets(encoding, plain):
    assert ascii_only(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is plain


def test_signs_become_ascii():
    assert to_ascii("−5 ≤ p × 3 ≥ █░") == "-5 <= p x 3 >= #."
