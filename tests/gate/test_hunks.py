import pytest

from chaff.gate.hunks import hunks_of
from tests.support.gates import TEXT

EDIT = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")


@pytest.mark.parametrize(
    ("find", "replace"),
    [
        (b"- Ask before you push.", b"* Ask before you push"),
        (b"- Ask before you push.", b"-   ask BEFORE you **push**."),
        (b"- Ask before you push.\n", b"- Ask before you push.\n\n"),
        (b"- Ask before you push.\n", b"- Ask before you push.\r\n"),
        (b"- Ask before you push.\n", b"3. Ask before you push!\n"),
    ],
)
def test_the_same_change_in_another_dress_is_the_same(find, replace):
    assert find in EDIT
    assert hunks_of(TEXT, EDIT.replace(find, replace)) == hunks_of(TEXT, EDIT)


def test_the_same_change_in_another_place_is_the_same():
    moved = TEXT.replace(b"## Style\n", b"## Style\n\nAsk before you push.\n")
    assert hunks_of(TEXT, moved) == hunks_of(TEXT, EDIT)


def test_each_hunk_has_its_own():
    both = EDIT.replace(b"small functions", b"short functions")
    assert set(hunks_of(TEXT, EDIT)) < set(hunks_of(TEXT, both))
    assert len(hunks_of(TEXT, both)) == 2


def test_the_way_back_is_another_change():
    assert not set(hunks_of(TEXT, EDIT)) & set(hunks_of(EDIT, TEXT))


def test_layout_alone_has_none():
    assert hunks_of(TEXT, TEXT.replace(b"- Use", b"* Use") + b"\n\n") == ()
