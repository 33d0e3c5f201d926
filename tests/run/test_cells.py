"""The scheduler by itself: `ask` is a function, and waiting takes no time."""

import threading
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from chaff.errors import EndpointError, NoCredentials, OverCap
from chaff.run.attempt import Answered, NotAsked
from chaff.run.caching import Prefix
from chaff.run.cells import PROBE_AFTER, Cells, Times
from chaff.run.failures import MAX_ATTEMPTS, MAX_IN_A_ROW, Failed
from chaff.run.plan import Job, owed_jobs
from chaff.run.warmth import Warmth
from tests.support.configs import tiny_config

JOBS = owed_jobs(tiny_config(), (), where="run")
NOW = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)


class Clock:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.at = 0.0

    def sleep(self, seconds: float) -> None:
        self.at += seconds

    @property
    def times(self) -> Times:
        return Times(lambda: NOW, lambda: self.at, self.sleep)


def drive(ask, jobs=JOBS, concurrency=4, clock=None, stop=None) -> None:
    Cells(
        ask,
        concurrency=concurrency,
        times=(clock or Clock()).times,
        stop=stop or threading.Event(),
        on_change=lambda *_: None,
    ).run(jobs)


def failing(kind="again", wait=None) -> Failed:
    return Failed(kind=kind, problem="it said no", remedy="do this", wait=wait)


def test_each_job_is_asked_once_and_never_more_than_the_limit_at_a_time():
    lock, asked, flying, most = threading.Lock(), [], [0], [0]

    def ask(job):
        with lock:
            asked.append(job.cell)
            flying[0] += 1
            most[0] = max(most[0], flying[0])
        threading.Event().wait(0.001)
        with lock:
            flying[0] -= 1
        return Answered(next_job=None)

    drive(ask, concurrency=5)
    assert sorted(map(str, asked)) == sorted(str(job.cell) for job in JOBS)
    assert most[0] == 5


def test_one_at_a_time_keeps_the_order_and_finishes_begun_cells_first():
    asked = []

    def ask(job):
        asked.append((job.cell, job.turn))
        more = Job(cell=job.cell, item=job.item, responses=(*job.responses, {}))
        return Answered(next_job=more if job.turn == 1 else None)

    drive(ask, JOBS[:3], concurrency=1)
    assert asked == [(job.cell, turn) for job in JOBS[:3] for turn in (1, 2)]


def test_a_call_that_waits_gives_its_slot_to_others():
    clock, asked = Clock(), []

    def ask(job):
        asked.append((job.cell, clock.at))
        return failing("busy", wait=7) if job == JOBS[0] else Answered(next_job=None)

    drive(ask, JOBS[:5], concurrency=1, clock=clock)
    assert [cell for cell, _ in asked] == [job.cell for job in (*JOBS[:5], JOBS[0])]
    assert [at for _, at in asked[:5]] == [0] * 5
    assert asked[5][1] == pytest.approx(7)


@pytest.mark.parametrize(
    ("problem", "shown"),
    [("it said no", "it said no"), ("no " * 40, f"{('no ' * 40)[:69]}…")],
    ids=["short", "long"],
)
def test_while_nothing_can_be_sent_it_says_why_and_for_how_long(problem, shown):
    clock, told = Clock(), []

    def ask(job):
        refused = Failed(kind="busy", problem=problem, wait=90)
        return refused if clock.at < 90 else Answered(next_job=None)

    Cells(
        ask,
        concurrency=2,
        times=clock.times,
        stop=threading.Event(),
        on_change=lambda flying, note="": told.append((flying, note)),
    ).run(JOBS[:2])
    notes = [note for _, note in told if note]
    assert notes[0] == f"next try in 2 min ({shown})"
    assert notes[-1] == f"next try in 1 s ({shown})"
    assert all(flying == 0 for flying, note in told if note)
    assert told[-1] == (0, "")


def test_attempts_are_bounded():
    clock, asked = Clock(), []

    def ask(job):
        if job.cell != JOBS[0].cell:
            return Answered(next_job=None)
        asked.append(clock.at)
        return failing("busy")

    with pytest.raises(EndpointError, match=r"asked 6 times.*carries on"):
        drive(ask, clock=clock)
    assert len(asked) == MAX_ATTEMPTS
    waits = [b - a for a, b in pairwise(asked)]
    assert all(wait >= 0.1 * 2**n for n, wait in enumerate(waits))


def test_a_refusal_among_answers_is_soon_asked_again_and_a_server_in_trouble_is_not():
    def waits(refused):
        clock, asked = Clock(), {}

        def ask(job):
            asked.setdefault(job.cell, []).append(clock.at)
            return failing("busy") if refused(job) else Answered(next_job=None)

        drive(ask, JOBS[:20], concurrency=1, clock=clock)
        return [second - first for first, second in filter(lambda ats: ats[1:], asked.values())]

    few = waits(lambda job: job.attempt == 1 and job in JOBS[:20:10])
    many = waits(lambda job: job.attempt == 1)
    assert 0.1 <= min(few) <= max(few) < 0.25
    assert max(many) > 0.25


def test_refusals_lower_the_number_in_flight_unless_it_is_fixed():
    def most_after_a_refusal(*, fixed):
        lock, flying, most, refused = threading.Lock(), [0], [0], []

        def ask(job):
            with lock:
                flying[0] += 1
                if refused:
                    most[0] = max(most[0], flying[0])
                first = not refused and len(JOBS) and job == JOBS[0] and job.attempt == 1
            threading.Event().wait(0.002)
            with lock:
                flying[0] -= 1
                if first:
                    refused.append(job)
            return failing("busy", wait=0.1) if first else Answered(next_job=None)

        Cells(
            ask,
            concurrency=8,
            times=Clock().times,
            stop=threading.Event(),
            on_change=lambda *_: None,
            fixed=fixed,
        ).run(JOBS[:40])
        return most[0]

    assert most_after_a_refusal(fixed=True) == 8
    assert most_after_a_refusal(fixed=False) <= 8


def test_calls_that_share_a_prefix_wait_for_the_one_that_warms_it():
    asked, answered, lock = [], [], threading.Lock()

    def ask(job):
        with lock:
            asked.append((job.cell.arm, len([one for one in answered if one == job.cell.arm])))
        threading.Event().wait(0.002)
        with lock:
            answered.append(job.cell.arm)
        return Answered(next_job=None)

    clock = Clock()
    warmth = Warmth(lambda job: Prefix(job.cell.arm, ()), "5m", clock.times.clock)
    Cells(
        ask,
        concurrency=9,
        times=clock.times,
        stop=threading.Event(),
        on_change=lambda *_: None,
        warmth=warmth,
    ).run(JOBS)
    assert len(asked) == len(JOBS)
    before = [known for _, known in asked if known == 0]
    assert len(before) == 3, "one cold call for each prefix"


def test_failures_in_a_row_stop_the_run_but_a_burst_is_one_failure():
    clock, asked = Clock(), []

    def ask(job):
        asked.append(job)
        return failing()

    with pytest.raises(EndpointError, match="8 failures in a row"):
        drive(ask, concurrency=4, clock=clock)
    assert len(asked) <= 4 * PROBE_AFTER + 4, "a server in trouble is probed, not hammered"
    assert clock.at > 10, "and given time"


def test_calls_that_fail_together_are_one_failure():
    together = threading.Barrier(MAX_IN_A_ROW)

    def ask(job):
        if job.attempt == 1:
            together.wait(5)
            return failing()
        return Answered(next_job=None)

    drive(ask, JOBS[:MAX_IN_A_ROW], concurrency=MAX_IN_A_ROW)


def test_an_answer_ends_the_row():
    seen = []

    def ask(job):
        seen.append(job)
        return failing() if job.attempt == 1 and len(seen) % 3 else Answered(next_job=None)

    drive(ask)


def test_a_busy_server_does_not_end_the_run_by_its_refusals_alone():
    def ask(job):
        return failing("busy") if job.attempt < MAX_ATTEMPTS else Answered(next_job=None)

    drive(ask)


@pytest.mark.parametrize(
    ("outcome", "error", "said"),
    [
        (failing("stop"), EndpointError, "do this"),
        (failing("auth"), NoCredentials, "do this"),
        (failing("again", wait=601), EndpointError, "after 2026-11-30 10:10:01 UTC"),
        (failing("busy", wait=1e12), EndpointError, "once the server allows it"),
    ],
    ids=["stop", "auth", "long wait", "endless wait"],
)
def test_what_stops_at_once(outcome, error, said):
    asked = []

    def ask(job):
        asked.append(job)
        return outcome

    with pytest.raises(error, match=said):
        drive(ask, concurrency=1)
    assert len(asked) == 1


def test_calls_in_flight_end_before_an_error_is_raised():
    started, release, ended = threading.Barrier(3), threading.Event(), []

    def ask(job):
        started.wait(5)
        if job == JOBS[0]:
            raise OverCap("too dear")
        release.wait(5)
        ended.append(job)
        return Answered(next_job=None)

    timer = threading.Timer(0.1, release.set)
    timer.start()
    with pytest.raises(OverCap):
        drive(ask, JOBS[:9], concurrency=3)
    assert {job.cell for job in ended} == {job.cell for job in JOBS[1:3]}


def test_the_stop_flag_ends_the_run_after_the_calls_in_flight():
    stop, asked = threading.Event(), []

    def ask(job):
        asked.append(job)
        if len(asked) == 10:
            stop.set()
        return Answered(next_job=None) if len(asked) < 10 else NotAsked()

    drive(ask, concurrency=2, stop=stop)
    assert 10 <= len(asked) <= 12
