import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from chaff.canonical import digest_bytes
from chaff.errors import BadInputError, RunStopped
from chaff.gate.act import roll_back, run_day
from chaff.gate.changes import change, notice, settle
from chaff.gate.store import read_ledger
from chaff.gate.target import Moved, leftover, replace_target
from chaff.gate.texts import text as kept_text
from chaff.shapes.gate_ledger import Edit
from tests.support.gates import START, TEXT, Desk

NEW = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")
REPOSITORY = Path(__file__).resolve().parents[2]


def edit_line(site, before=TEXT, after=NEW, **fields):
    return Edit(
        how="auto",
        risk="low",
        before=digest_bytes(before),
        after=digest_bytes(after),
        **site.stamps,
        **site.hashes,
        **fields,
    )


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_a_change_is_entered_made_and_confirmed_with_both_texts_kept(desk):
    desk.target.chmod(0o640)
    with desk.site() as site:
        made = change(site, edit_line(site), NEW)
    assert made.id == "edit-0001"
    assert desk.target.read_bytes() == NEW
    assert stat.S_IMODE(desk.target.stat().st_mode) == 0o640
    assert desk.kinds == ["start", "edit", "done"]
    for data in (TEXT, NEW):
        assert kept_text(desk.state, digest_bytes(data)) == data
    assert not list(desk.folder.glob(".*"))


def test_a_backup_that_was_deleted_is_made_anew(desk):
    with desk.site() as site:
        shutil.rmtree(desk.state / "texts")
        change(site, edit_line(site), NEW)
    assert kept_text(desk.state, digest_bytes(TEXT)) == TEXT


def test_a_link_stays_a_link(desk):
    real = desk.folder / "elsewhere" / "notes.md"
    real.parent.mkdir()
    desk.target.rename(real)
    desk.target.symlink_to(real)
    with desk.site() as site:
        change(site, edit_line(site), NEW)
    assert desk.target.is_symlink()
    assert real.read_bytes() == NEW


def test_a_file_with_hard_links_is_left_alone_and_the_ledger_says_so(desk):
    os.link(desk.target, desk.folder / "twin.md")
    with desk.site() as site, pytest.raises(BadInputError, match="hard links"):
        change(site, edit_line(site), NEW)
    assert desk.target.read_bytes() == TEXT
    assert desk.kinds == ["start", "edit", "undone"]


def test_a_file_that_moved_on_is_left_alone(desk):
    theirs = TEXT + b"\nMine.\n"
    with desk.site() as site:
        line = edit_line(site)
        desk.target.write_bytes(theirs)
        with pytest.raises(Moved):
            change(site, line, NEW)
    assert desk.target.read_bytes() == theirs
    assert desk.kinds == ["start", "edit", "undone"]


def test_words_saved_in_the_very_moment_are_put_back(desk, monkeypatch):
    """Somebody saves between the last look and the exchange."""
    from chaff.gate import target

    theirs = TEXT + b"\nMine.\n"
    real = target.exchange
    calls = []

    def late(one, other):
        if not calls:
            desk.target.write_bytes(theirs)
        calls.append(one)
        return real(one, other)

    monkeypatch.setattr(target, "exchange", late)
    with desk.site() as site, pytest.raises(Moved):
        change(site, edit_line(site), NEW)
    assert desk.target.read_bytes() == theirs
    assert not list(desk.folder.glob(".*"))


@pytest.mark.parametrize("supported", [True, False])
def test_without_an_exchange_a_file_is_replaced_all_the_same(desk, monkeypatch, supported):
    from chaff.gate import target

    if not supported:
        monkeypatch.setattr(target, "exchange", lambda *_: False)
    replace_target(desk.target, NEW, expected=digest_bytes(TEXT), tag="edit-0001")
    assert desk.target.read_bytes() == NEW
    assert not leftover(desk.target, "edit-0001").exists()


@pytest.mark.parametrize(
    ("content", "left", "kinds"),
    [
        (TEXT, None, ["undone"]),
        (TEXT, NEW, ["undone"]),
        (NEW, TEXT, ["done"]),
        (NEW, None, ["done"]),
        (NEW, TEXT + b"Mine.\n", ["error", "undone"]),
        (TEXT + b"Mine.\n", None, ["undone"]),
        (TEXT + b"Later.\n", TEXT + b"Mine.\n", ["error", "undone"]),
    ],
    ids=[
        "died-first",
        "died-before-exchange",
        "died-after-exchange",
        "died-last",
        "words-displaced",
        "written-since",
        "written-twice",
    ],
)
def test_what_a_dead_job_left_is_settled(desk, content, left, kinds):
    with desk.site() as site:
        site.keep(TEXT)
        site.keep(NEW)
        pending = site.store.add(edit_line(site))
        desk.target.write_bytes(content)
        if left is not None:
            leftover(desk.target, pending.id).write_bytes(left)
            leftover(desk.target, pending.id).chmod(stat.S_IMODE(desk.target.stat().st_mode))
        settle(site)
        assert settle(site) is None
    assert desk.kinds == ["start", "edit", *kinds]
    assert not list(desk.folder.glob(".*"))
    everything = desk.target.read_bytes() + b"".join(
        path.read_bytes() for path in (desk.state / "texts").iterdir()
    )
    for words in (b"Mine.", b"Later."):
        assert (words in content + (left or b"")) <= (words in everything)
    if left and b"Mine." in left and content == NEW:
        assert desk.target.read_bytes() == left


def test_half_of_our_own_text_is_no_persons_words(desk):
    with desk.site() as site:
        pending = site.store.add(edit_line(site))
        leftover(desk.target, pending.id).write_bytes(NEW[:40])
        leftover(desk.target, pending.id).chmod(0o600)
        settle(site)
    assert desk.kinds == ["start", "edit", "undone"]
    assert not list(desk.folder.glob(".*"))


# ---- hand edits


def test_a_hand_edit_is_noticed_once_with_its_day(desk):
    with desk.site():
        pass
    day = START + timedelta(days=3)
    desk.write(NEW, day)
    with desk.site(START + timedelta(days=5)) as site:
        found = notice(site)
        assert notice(site) is None
        assert site.story.text == digest_bytes(NEW)
    assert (found.how, found.day, found.unsure_since) == ("hand", day, START)
    assert found.risk == "high"
    assert {reason.code for reason in found.reasons} == {"rule-added"}


@pytest.mark.parametrize("days", [-400, 400], ids=["long-before", "in-the-future"])
def test_a_file_time_that_cannot_be_is_not_believed(desk, days):
    with desk.site():
        pass
    desk.write(NEW, START + timedelta(days=days))
    with desk.site(START + timedelta(days=5)) as site:
        assert START <= notice(site).day <= START + timedelta(days=5)


def test_a_deleted_file_is_noticed_and_stops_nothing(desk):
    with desk.site():
        pass
    desk.target.unlink()
    with desk.site(START + timedelta(days=1)) as site:
        lines = run_day(site, desk.situation)
    assert [type(line).__name__ for line in lines] == ["Edit", "Skip"]
    assert lines[0].after == "absent"


# ---- rollback


def test_a_rollback_restores_the_text(desk):
    with desk.site() as site:
        change(site, edit_line(site), NEW)
        roll_back(site, ("edit-0001",))
        assert site.story.taken_back == {"edit-0001"}
    assert desk.target.read_bytes() == TEXT
    assert desk.kinds == ["start", "edit", "done", "rollback", "done"]
    assert desk.ledger[-2]["merged"] is False


def test_a_rollback_keeps_what_a_person_wrote_since(desk):
    later = NEW.replace(b"Prefer small functions.\n", b"Prefer small functions.\nName them well.\n")
    with desk.site() as site:
        change(site, edit_line(site), NEW)
        desk.target.write_bytes(later)
        notice(site)
        roll_back(site, ("edit-0001",))
    assert desk.target.read_bytes() == later.replace(b"- Ask before you push.\n", b"")
    assert desk.ledger[-2]["merged"] is True


def test_a_conflict_changes_nothing_and_becomes_a_proposal(desk):
    later = NEW.replace(b"- Ask before you push.\n", b"- Ask Mira before you push.\n")
    with desk.site() as site:
        change(site, edit_line(site), NEW)
        desk.target.write_bytes(later)
        notice(site)
        line = roll_back(site, ("edit-0001",))
    assert desk.target.read_bytes() == later
    assert (line.about, line.conflict, line.edits) == ("revert", True, ("edit-0001",))


# ---- the lock


def test_a_second_job_is_refused_while_one_works_and_not_after_it_was_killed(desk):
    code = (
        "import sys, time; from pathlib import Path; from datetime import date\n"
        "from tests.support.gates import clock_on; from chaff.gate.store import opened\n"
        "with opened(Path(sys.argv[1]), clock_on(date(2026, 1, 5))) as store:\n"
        "    print('held', flush=True); time.sleep(60)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(desk.state)], stdout=subprocess.PIPE, cwd=REPOSITORY
    )
    try:
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(RunStopped, match=rf"another job is at work: process {child.pid}"):
            desk.site(START).__enter__()
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    with desk.site() as site:
        assert site.story.start is not None


# ---- kill -9


def work_on(desk):
    """Edit and roll back for ever, as a job would; in a child process, until it is killed."""
    while True:
        with desk.site() as site:
            settle(site)
            if desk.target.read_bytes() == TEXT:
                change(site, edit_line(site), NEW)
            else:
                roll_back(site, (site.story.edits[-1].id,))


def kill_trials(desk, trials):
    """Kill a job that edits and rolls back, at any instant; after each, old or new, and known."""
    outcomes = set()
    with desk.site():
        pass
    for trial in range(trials):
        child = os.fork()
        if child == 0:  # pragma: no cover - in the child
            try:
                work_on(desk)
            finally:
                os._exit(1)
        time.sleep(0.0007 * (trial * 37 % 101))
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        content = desk.target.read_bytes()
        assert content in (TEXT, NEW), trial
        with desk.site() as site:
            pending = site.story.pending
            settled = settle(site)
            outcomes.add(type(settled).__name__ if pending else "nothing")
            assert site.story.text == digest_bytes(content), trial
            assert site.story.pending is None
        read_ledger(desk.state)
        assert not list(desk.folder.glob(".*")), trial
    return outcomes


def test_a_killed_job_leaves_the_old_file_or_the_new_and_a_ledger_that_says_which(desk):
    assert kill_trials(desk, 20)


@pytest.mark.slow
def test_a_job_killed_two_hundred_times(desk):
    assert {"Done", "Undone", "nothing"} <= kill_trials(desk, 200)


def test_a_reader_is_not_kept_out_by_the_lock_and_sees_whole_lines(desk):
    seen = []
    stop = threading.Event()

    def read():
        while not stop.is_set():
            seen.append(len(read_ledger(desk.state)))

    with desk.site() as site:
        thread = threading.Thread(target=read)
        thread.start()
        for _ in range(10):
            change(site, edit_line(site), NEW)
            roll_back(site, (site.story.edits[-1].id,))
        stop.set()
        thread.join()
    assert seen == sorted(seen)
