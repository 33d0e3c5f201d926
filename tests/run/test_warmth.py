import pytest

from chaff.run.caching import Prefix
from chaff.run.plan import owed_jobs
from chaff.run.warmth import Warmth
from tests.support.configs import tiny_config

JOBS = owed_jobs(tiny_config(), (), where="run")
PRESENT = [job for job in JOBS if job.cell.arm == "present"]


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def warmth(clock):
    return Warmth(lambda job: Prefix(job.cell.arm, job.item.tools), "5m", lambda: clock[0])


def test_the_others_wait_until_the_first_is_answered(warmth):
    first, second, *_ = PRESENT
    assert warmth.may_send(first)
    warmth.sent(first)
    assert not warmth.may_send(second)
    warmth.ended(first, answered=True)
    assert warmth.may_send(second)


def test_when_the_first_fails_another_one_tries(warmth):
    first, second, *_ = PRESENT
    warmth.sent(first)
    warmth.ended(second, answered=False)
    assert not warmth.may_send(second)
    warmth.ended(first, answered=False)
    assert warmth.may_send(second)


def test_an_entry_that_may_have_lapsed_is_warmed_again(warmth, clock):
    first, second, third, *_ = PRESENT
    warmth.sent(first)
    warmth.ended(first, answered=True)
    clock[0] = 299.0
    warmth.sent(second)
    assert not warmth.may_send(third)


def test_the_warmers_are_one_job_per_cold_prefix_that_is_shared(warmth):
    assert {job.cell.arm for job in warmth.warmers(JOBS)} == {"present", "removed", "control"}
    assert len(warmth.warmers(JOBS)) == 3
    assert warmth.warmers(PRESENT[:1]) == []
    warmth.ended(PRESENT[0], answered=True)
    assert len(warmth.warmers(JOBS)) == 2


def test_what_is_not_cached_never_waits():
    warmth = Warmth(lambda _job: None, None, lambda: 0.0)
    warmth.sent(JOBS[0])
    assert all(warmth.may_send(job) for job in JOBS)
    assert warmth.warmers(JOBS) == []
