import pytest

from chaff.errors import BadInputError
from chaff.lint.edits import apply_edits
from chaff.shapes.config import Edit


def edit(start: int, deleted: str, inserted: str = "") -> Edit:
    end = start + len(deleted.encode())
    return Edit(start=start, end=end, deleted=deleted, inserted=inserted)


def test_edits_are_made_in_order():
    data = "aébc".encode()
    assert apply_edits(data, [edit(0, "a"), edit(1, "é", "x"), edit(4, "c", "yz")]) == b"xbyz"
    assert apply_edits(data, []) == data


BAD = {
    "overlap": ([edit(0, "ab"), edit(1, "b")], "overlaps or is out of place"),
    "out of order": ([edit(2, "c"), edit(0, "a")], "overlaps or is out of place"),
    "beyond the end": ([edit(2, "cd")], "overlaps or is out of place"),
    "end before start": ([Edit(start=2, end=1, deleted="")], "overlaps or is out of place"),
    "other text": ([edit(0, "x")], "does not fit"),
}


@pytest.mark.parametrize("name", BAD)
def test_edits_that_do_not_fit(name):
    edits, problem = BAD[name]
    with pytest.raises(BadInputError, match=problem):
        apply_edits(b"abc", edits)
