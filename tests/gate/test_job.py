"""The daily job on real transcripts: idempotent, catches up, and pauses on what it cannot read."""

import pytest

from chaff.errors import BadInputError, RunStopped
from chaff.gate.job import NO_TRANSCRIPTS, paused
from chaff.gate.store import opened, read_ledger
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Edit, Failure, Skip, Start
from tests.support.gate_year import Year
from tests.support.gates import TEXT

HIGH = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")


@pytest.fixture
def year(tmp_path):
    """A gate on which nothing ran yet, with 30 days of transcripts."""
    year = Year(tmp_path)
    for _ in range(30):
        year.live()
    return year


def kinds(lines):
    return [type(line) for line in lines]


def test_the_first_job_scores_what_there_is_and_takes_the_file_up(year):
    job = year.job()
    assert kinds(job.lines) == [Start, Skip]
    assert len(job.scoring.days) == 30
    assert job.waiting == ()


def test_the_second_job_of_a_day_changes_no_byte(year):
    year.job()
    before = year.files()
    assert year.job().lines == ()
    assert year.files() == before


def test_days_off_are_caught_up_with(year):
    """One job after fifteen days gives the verdict that fifteen jobs give, number for number."""
    year.start()
    year.approve(HIGH)
    year.friction = 0.05
    off = year.copy("off")
    daily = []
    for _ in range(15):
        year.live()
        daily += year.job().verdicts
    off.now = year.now
    job = off.job()
    assert len(job.scoring.days) == 45
    [one], [other] = daily, job.verdicts
    assert (one.outcome, one.numbers) == (other.outcome, other.numbers)
    assert one.outcome == "KEPT"
    assert off.job().lines == ()


@pytest.mark.parametrize("how", ["gone", "emptied"])
def test_a_broken_folder_pauses_the_clock_and_names_the_reason(year, how):
    year.job()
    folder = year.home.transcripts[0]
    away = folder.rename(folder.with_name("away"))
    if how == "emptied":
        folder.mkdir()
    lines = read_ledger(year.home.state)
    for _ in range(2):
        with pytest.raises(BadInputError):
            year.job()
    now = read_ledger(year.home.state)
    assert kinds(now[len(lines) :]) == [Failure]
    reason = paused(Story(now))
    assert str(folder) in reason
    assert (NO_TRANSCRIPTS in reason) == (how == "emptied")
    if folder.exists():
        folder.rmdir()
    away.rename(folder)
    year.job()
    assert paused(Story(read_ledger(year.home.state))) == ""
    assert year.job().lines == ()


def test_a_change_by_hand_is_noticed_though_transcripts_are_broken(year):
    year.job()
    year.home.transcripts[0].rename(year.home.transcripts[0].with_name("away"))
    year.write(HIGH)
    with pytest.raises(BadInputError):
        year.job()
    assert [line.how for line in read_ledger(year.home.state) if isinstance(line, Edit)] == ["hand"]


def test_two_at_once_are_one(year):
    with opened(year.home.state, year.home.clock(year.now)), pytest.raises(RunStopped) as stopped:
        year.job()
    assert stopped.value.exit_status == 3
    assert "nothing was done" in str(stopped.value)


def test_what_a_person_has_to_answer(year):
    year.start()
    year.propose(HIGH)
    assert [each.id for each in year.job().waiting] == ["proposal-0001"]
    year.approve_id("proposal-0001")
    assert year.job().waiting == ()
    assert year.home.target.read_bytes() == HIGH


def test_no_word_is_kept(year):
    year.job()
    year.propose(HIGH)
    year.job()
    assert year.marker_in_state() == []
