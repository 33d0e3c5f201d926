from datetime import timedelta

import pytest

from chaff.canonical import digest_bytes
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Done, Edit, Rollback, Start, Undone
from tests.support.gates import START

DAY = timedelta(days=1)
HASH = "sha256:" + "0" * 64
A, B, C, D = (digest_bytes(name) for name in (b"a", b"b", b"c", b"d"))


def stamps(offset):
    return {"day": START + offset * DAY, "at": "2026-01-05T06:00:00Z"}


def start(text=A, offset=0, since=None):
    since = None if since is None else START + since * DAY
    return Start(
        id="start-0001", text=text, since=since, gate_hash=HASH, rubric_hash=HASH, **stamps(offset)
    )


def edit(number, before, after, offset, how="auto", **fields):
    return Edit(
        id=f"edit-{number:04}", how=how, risk="low", before=before, after=after,
        gate_hash=HASH, rubric_hash=HASH, **stamps(offset), **fields,
    )  # fmt: skip


def done(number, offset=0):
    return Done(id=f"done-{number:04}", of=f"edit-{number:04}", **stamps(offset))


def texts(story, first, last):
    return [story.text_on(START + n * DAY) for n in range(first, last + 1)]


def test_the_text_of_a_day_is_known_only_if_it_held_all_day():
    story = Story([start(), edit(1, A, B, 3), done(1)])
    assert texts(story, 0, 5) == [None, A, A, None, B, B]
    assert story.text == B


def test_a_file_known_for_longer_has_an_older_text():
    assert texts(Story([start(since=-2)]), -3, 1) == [None, A, A, A, A]


def test_a_hand_edit_blurs_the_days_since_it_was_last_seen():
    line = edit(1, A, B, 5, how="hand", unsure_since=START + 3 * DAY)
    assert texts(Story([start(), line]), 2, 6) == [A, None, None, None, B]


def test_the_past_counts_until_the_gate_took_up_the_file():
    past = [edit(1, D, B, -9, how="retrospective"), edit(2, B, C, -5, how="retrospective")]
    story = Story([start(A), *past])
    assert texts(story, -10, -8) == [D, None, B]
    assert texts(story, -6, -4) == [B, None, C]
    assert texts(story, 1, 1) == [A]
    assert story.text == A


def test_a_change_counts_once_it_is_confirmed():
    story = Story([start(), edit(1, A, B, 3)])
    assert (story.text, story.pending.id) == (A, "edit-0001")
    undone = Undone(id="undone-0001", of="edit-0001", why="x", **stamps(3))
    story = Story([start(), edit(1, A, B, 3), undone, edit(2, A, C, 4), done(2)])
    assert (story.text, story.pending) == (C, None)
    assert [each.id for each in story.edits] == ["edit-0002"]


def test_what_was_taken_back_is_open_no_more():
    back = Rollback(id="rollback-0001", edits=("edit-0001",), before=B, after=A, **stamps(4))
    confirmed = Done(id="done-0002", of="rollback-0001", **stamps(4))
    story = Story([start(), edit(1, A, B, 3), done(1), back])
    assert [each.id for each in story.open_edits] == ["edit-0001"]
    story = Story([*story.lines, confirmed])
    assert story.open_edits == ()
    assert story.taken_back == {"edit-0001"}


@pytest.mark.parametrize(
    ("steps", "taken_back", "still_open"),
    [
        ([(A, B)], set(), {1}),
        ([(A, B), (B, A)], {1, 2}, set()),
        ([(A, B), (B, A), (A, B)], {1, 2}, {3}),
        ([(A, B), (B, C), (C, B)], {2, 3}, {1}),
        ([(A, B), (B, C), (C, A)], {1, 2, 3}, set()),
        ([(A, B), (B, C), (C, D)], set(), {1, 2, 3}),
        ([(A, B), (B, C), (C, A), (A, D), (D, B)], {1, 2, 3}, {4, 5}),
    ],
    ids=["one", "back", "back-and-forth", "last-back", "all-back", "on", "on-after-all-back"],
)
def test_a_person_who_restores_the_file_takes_edits_back(steps, taken_back, still_open):
    lines = [start()]
    lines += [edit(n, before, after, n, how="hand", hunks=(digest_bytes(b"%d" % n),))
              for n, (before, after) in enumerate(steps, start=1)]  # fmt: skip
    story = Story(lines)
    assert story.taken_back == {f"edit-{n:04}" for n in taken_back}
    assert {each.id for each in story.open_edits} == {f"edit-{n:04}" for n in still_open}
    assert set(story.remembered.values()) <= {f"edit-{n:04}" for n in taken_back}
