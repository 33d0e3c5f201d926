import json

import pytest
from hypothesis import given

from chaff.errors import BadInputError
from chaff.stats.matrix import Matrix, read_matrix
from tests.support.matrices import matrices, matrix_with, value_of

GOOD = value_of(matrix_with((1, 2, 0, 1, 0, 1, 1, 0, 2, 1, 0, 0)))


def changed(**fields):
    return json.dumps({**GOOD, **fields}).encode()


def with_count(arm, index, count):
    return changed(**{arm: [*GOOD[arm][:index], count, *GOOD[arm][index + 1 :]]})


BAD = {
    "empty": (b"", "not JSON"),
    "byte-order-mark": (b"\xef\xbb\xbf" + changed(), "byte order mark"),
    "not-utf8": (b'{"repeats": "\xff"}', "not UTF-8"),
    "a-list": (b"[]", "M.json: must be an object, is a list"),
    "null": (b"null", "M.json: must be an object, is null"),
    "repeated-key": (b'{"repeats": 5, "repeats": 5}', "key 'repeats' stands twice"),
    "nan": (b'{"repeats": NaN}', "NaN is not JSON"),
    "unknown-field": (changed(seed=1), "M.json: unknown field 'seed'"),
    "unknown-field-of-two-lines": (changed(**{"a\nb": 1}), r"unknown field 'a\nb'"),
    "missing-arm": (b'{"repeats": 5, "present": [], "removed": []}', "M.json: control: is missing"),
    "arm-no-list": (changed(removed={}), "M.json: removed: must be a list, is an object"),
    "arm-a-string": (changed(removed="5"), "M.json: removed: must be a list, is a string"),
    "repeats-two": (changed(repeats=2), "M.json: repeats: 2 is not from 3 to 20"),
    "repeats-beyond": (changed(repeats=21), "M.json: repeats: 21 is not from 3 to 20"),
    "repeats-true": (changed(repeats=True), "M.json: repeats: must be an integer, is true"),
    "repeats-float": (changed(repeats=5.0), "M.json: repeats: must be an integer, is 5.0"),
    "repeats-infinite": (b'{"repeats": 1e400, %s' % changed()[14:], "integer, is inf"),
    "eleven-items": (
        changed(**{arm: [1] * 11 for arm in ("present", "removed", "control")}),
        "M.json: present: 11 items; an experiment has 12 to 200",
    ),
    "no-items": (
        changed(**{arm: [] for arm in ("present", "removed", "control")}),
        "M.json: present: 0 items",
    ),
    "too-many-items": (
        changed(**{arm: [1] * 201 for arm in ("present", "removed", "control")}),
        "M.json: present: 201 items",
    ),
    "unequal-removed": (
        changed(removed=[1] * 13),
        "M.json: removed: 13 items, but present has 12",
    ),
    "unequal-control": (
        changed(control=[1] * 11),
        "M.json: control: 11 items, but present has 12",
    ),
    "over-k": (with_count("removed", 3, 6), "M.json: removed[3]: 6 passes of 5 repeats"),
    "negative": (with_count("control", 0, -1), "M.json: control[0]: -1 passes of 5 repeats"),
    "huge": (with_count("control", 0, 10**40), "control[0]: an integer of many digits passes"),
    "count-float": (with_count("present", 11, 2.0), "present[11]: must be an integer, is 2.0"),
    "count-false": (with_count("present", 0, False), "present[0]: must be an integer, is false"),  # noqa: FBT003
    "count-null": (with_count("present", 0, None), "present[0]: must be an integer, is null"),
    "count-string": (with_count("present", 0, "1"), "present[0]: must be an integer, is a string"),
}


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD.keys())
def test_input_bad_matrices_are_refused_with_their_place(data, message):
    with pytest.raises(BadInputError) as caught:
        read_matrix(data, where="M.json")
    line = str(caught.value)
    assert message in line
    assert line.startswith("M.json: ")
    assert "\n" not in line


def test_input_the_constructor_checks_like_the_reader():
    with pytest.raises(BadInputError, match="6 passes of 5 repeats"):
        Matrix(repeats=5, present=(1,) * 12, removed=(6,) * 12, control=(1,) * 12)


@given(matrices())
def test_self_a_matrix_survives_its_json(matrix):
    data = json.dumps(value_of(matrix)).encode()
    assert read_matrix(data, where="M.json") == matrix
