"""A file's past in git: one edit a day, through links, in the order of commits, never guessed."""

import os
import subprocess
from datetime import UTC, date, datetime

import pytest

from chaff.gate.past import known_since, past_edits, past_of, uncommitted
from chaff.shapes.gate_ledger import ABSENT
from tests.support.gates import START, Desk


def git(folder, *words, day=None):
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    when = {"GIT_AUTHOR_DATE": f"{day}T10:00:00Z"} if day else {}
    subprocess.run(["git", *name, *words], cwd=folder, env={**os.environ, **when}, check=True)


def commit(folder, text, day, name="CLAUDE.md"):
    (folder / name).write_text(text)
    git(folder, "add", name)
    git(folder, "commit", "-q", "-m", "x", day=day)


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "dotfiles"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def shown(desk, past, since=date.min):
    with desk.site(START) as site:
        edits = list(past_edits(past, site, since))
        texts = {ABSENT: None}
        for edit in edits:
            for name in (edit.before, edit.after):
                if name != ABSENT:
                    texts[name] = site.text(name).decode()
    return [(str(edit.day), texts[edit.before], texts[edit.after]) for edit in edits]


def test_one_edit_a_day_by_author_date_through_a_link(tmp_path, kept):
    commit(kept, "a\n", "2025-10-01")
    commit(kept, "b\n", "2025-11-01")
    commit(kept, "c\n", "2025-11-01")
    commit(kept, "other\n", "2025-11-05", name="other.md")
    link = tmp_path / "link.md"
    link.symlink_to(kept / "CLAUDE.md")
    past = past_of(link, UTC)
    desk = Desk(tmp_path)
    assert shown(desk, past) == [("2025-10-01", None, "a\n"), ("2025-11-01", "a\n", "c\n")]
    assert shown(desk, past, date(2025, 10, 15)) == [("2025-11-01", "a\n", "c\n")]


def test_a_day_that_ends_as_it_began_is_no_edit(tmp_path, kept):
    commit(kept, "a\n", "2025-10-01")
    commit(kept, "b\n", "2025-10-05")
    commit(kept, "a\n", "2025-10-05")
    assert len(shown(Desk(tmp_path), past_of(kept / "CLAUDE.md", UTC))) == 1


def test_clocks_that_ran_backwards_do_not_mix_up_the_texts(tmp_path, kept):
    commit(kept, "a\n", "2025-10-10")
    commit(kept, "b\n", "2025-10-01")
    commit(kept, "c\n", "2025-10-12")
    assert shown(Desk(tmp_path), past_of(kept / "CLAUDE.md", UTC)) == [
        ("2025-10-10", None, "b\n"),
        ("2025-10-12", "b\n", "c\n"),
    ]


@pytest.mark.parametrize(
    ("prepare", "why"),
    [("nothing", "in no git history"), ("init", "in no git history"), ("other", "never committed")],
)
def test_a_file_without_a_past_says_why(tmp_path, prepare, why):
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text("a\n")
    if prepare != "nothing":
        git(folder, "init", "-q")
    if prepare == "other":
        commit(folder, "x\n", "2025-10-01", name="other.md")
    past = past_of(folder / "CLAUDE.md", UTC)
    assert past.versions == ()
    assert why in past.why


@pytest.mark.parametrize(
    ("written", "text", "since", "versions"),
    [
        ("2025-10-01", b"a\n", "2025-10-10", 1),
        ("2025-12-01", b"a\n", "2025-12-01", 1),
        ("2025-12-01", b"b\n", "2025-12-01", 2),
    ],
)
def test_since_when_the_text_is_known(kept, written, text, since, versions):
    commit(kept, "a\n", "2025-10-10")
    target = kept / "CLAUDE.md"
    target.write_bytes(text)
    os.utime(target, (datetime.fromisoformat(f"{written}T12:00:00+00:00").timestamp(),) * 2)
    past = past_of(target, UTC)
    assert str(known_since(target, past, text, UTC)) == since
    assert len(uncommitted(target, past, text, UTC).versions) == versions
