import msgspec
import pytest

from chaff.battery.arm import view
from chaff.errors import BadInputError
from chaff.shapes.config import ArmState, hashes_hold
from tests.support.battery import FILE, GONE, OTHER, config


def test_present_is_the_file_as_it_is():
    seen = view(config(), "present", "other")
    assert seen.text == FILE
    assert seen.repository == {"src/a.txt": "one\n", "CLAUDE.md": FILE}


def test_removed_has_its_own_text_and_its_own_files():
    seen = view(config(), "removed", "other")
    assert seen.text == FILE.replace(GONE, "")
    assert seen.repository == {
        "src/a.txt": "one\n",
        "docs/OLD.md": "moved\n",
        "CLAUDE.md": seen.text,
    }


def test_control_is_the_chosen_candidate():
    seen = view(config(), "control", "other")
    assert seen.text == FILE.replace(OTHER, "")
    assert set(seen.repository) == {"src/a.txt", "CLAUDE.md"}


def test_the_helper_makes_whole_configs():
    assert hashes_hold(config())


def with_removed(**changes) -> object:
    whole = config()
    removed = msgspec.structs.replace(whole.arms.removed, **changes)
    arms = msgspec.structs.replace(whole.arms, removed=removed)
    return msgspec.structs.replace(whole, arms=arms)


def bent(**changes):
    (edit,) = config().arms.removed.edits
    return (msgspec.structs.replace(edit, **changes),)


BAD = {
    "other bytes": ({"edits": bent(deleted="- ~~Use yarn.~~\n")}, "does not fit"),
    "past the end": ({"edits": bent(start=9000, end=9001)}, "out of place"),
    "overlapping": ({"edits": bent() * 2}, "overlaps"),
    "other result": ({"edits": bent(inserted="x")}, "do not lead to the stated digest"),
}


@pytest.mark.parametrize(("changes", "problem"), BAD.values(), ids=BAD)
def test_edits_that_do_not_fit_stop(changes, problem):
    with pytest.raises(BadInputError, match=problem) as caught:
        view(with_removed(**changes), "removed", "other")
    assert caught.value.where == "a-rule: arm removed"


def test_an_unknown_candidate_stops():
    with pytest.raises(BadInputError, match="no control candidate 'nobody'"):
        view(config(), "control", "nobody")


def test_the_instruction_file_wins_over_a_file_of_its_name():
    assert isinstance(config().arms.removed, ArmState)
    whole = config(repository={"CLAUDE.md": "another"})
    assert view(whole, "removed", "other").repository["CLAUDE.md"] == FILE.replace(GONE, "")
