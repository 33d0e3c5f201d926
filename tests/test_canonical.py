import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.canonical import (
    MAX_DEPTH,
    canonical_bytes,
    digest,
    digest_bytes,
    line_bytes,
    parse,
    readable_bytes,
)
from chaff.errors import BadInputError

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)

REFUSED = {
    "bom": (b"\xef\xbb\xbf{}", "byte order mark"),
    "not utf-8": (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
    "nan": (b"[NaN]", "NaN is not JSON"),
    "infinity": (b"[-Infinity]", "-Infinity is not JSON"),
    "repeated key": (b'{"a": 1, "b": 2, "a": 3}', "key 'a' stands twice"),
    "repeated key inside": (b'[{"x": {"k": 1, "k": 1}}]', "key 'k' stands twice"),
    "empty": (b"", "not JSON"),
    "half a document": (b'{"a": [1, 2', "not JSON"),
    "two documents": (b"{} {}", "not JSON: Extra data"),
    "deep enough for the stack": (b"[" * 100_000, "nested too deeply"),
    "too deep": (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "nested deeper"),
    "endless digits": (b"1" * 5000, "too many digits"),
}


@pytest.mark.parametrize(("data", "problem"), REFUSED.values(), ids=REFUSED)
def test_parse_refuses_and_names_the_place(data, problem):
    with pytest.raises(BadInputError, match=r"somewhere\.json") as caught:
        parse(data, where="somewhere.json")
    assert problem in str(caught.value)


UNSAFE = {
    "integer beyond 2^53 at $.a[1]": {"a": [0, 2**53]},
    "non-finite number at $": float("nan"),
    "number beyond 2^53 at $.x": {"x": 1e300},
    "lone surrogate at $[0]": ["\ud800"],
    "lone surrogate at $ key": {"\udfff": 1},
    "bytes is not JSON at $": b"",
}


@pytest.mark.parametrize(("problem", "value"), UNSAFE.items(), ids=UNSAFE)
def test_canonical_bytes_refuses_what_has_no_canonical_form(problem, value):
    with pytest.raises(BadInputError) as caught:
        canonical_bytes(value)
    assert problem in str(caught.value)


@given(json_values)
def test_canonical_bytes_parse_back_to_the_value(value):
    assert parse(canonical_bytes(value), where="") == value


@given(json_values)
def test_a_digest_does_not_depend_on_how_the_value_was_written(value):
    assert digest(parse(readable_bytes(value), where="")) == digest(value)


@given(json_values)
def test_a_line_is_one_ascii_line_that_parses_back(value):
    line = line_bytes(value)
    assert line.isascii()
    assert b"\n" not in line
    assert parse(line, where="") == value


def test_a_line_carries_what_no_utf8_file_could():
    assert json.loads(line_bytes("\ud800")) == "\ud800"


def test_digest_bytes_is_sha256():
    # FIPS 180-2, appendix B.1.
    assert digest_bytes(b"abc") == (
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
