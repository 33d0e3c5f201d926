import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chaff.run.failures import MAX_WAIT_SECONDS, backoff, requested_wait

NOW = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)
CASES = Path(__file__).resolve().parents[2] / "../shared/cases/inputs/run-02-retry-after-forms"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3),
        ({"retry-after": "\t3.25 "}, 3.25),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "Mon, 30 Nov 2026 10:01:00 GMT"}, 60),
        ({"retry-after": "Monday, 30-Nov-26 10:01:00 GMT"}, 60),
        ({"retry-after": "Mon Nov 30 10:01:00 2026"}, 60),
        ({"retry-after": "Mon, 30 Nov 2026 11:01:00 +0100"}, 60),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "2500", "retry-after": "1"}, 2.5),
        ({"retry-after-ms": "x", "retry-after": "1"}, 1),
        ({}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "1_0"}, None),
        ({"retry-after": "1e3"}, None),
        ({"retry-after": "NaN"}, None),
        ({"retry-after": "٣"}, None),
        ({"retry-after": "9" * 400}, None),
        ({"retry-after": "Mon, 30 Nov 2026 09:59:59 GMT"}, None),
        ({"retry-after": "Mon, 31 Nov 2026 10:00:00 GMT"}, None),
        ({"retry-after": "later"}, None),
    ],
    ids=str,
)
def test_forms_of_retry_after(headers, seconds):
    assert requested_wait(headers, NOW) == seconds


def test_the_cases_from_public_bug_reports():
    if not CASES.is_dir():
        pytest.skip("the shared cases are not on this machine")
    for case in json.loads((CASES / "headers.json").read_text()):
        expected = case.pop("expect")
        wait = requested_wait(case, NOW)
        match expected:
            case "own backoff":
                assert wait is None, case
            case "stop":
                assert (wait or 0) > MAX_WAIT_SECONDS, case
            case str():
                assert (wait or 0) >= 1.5, case
            case _:
                assert wait == expected, case


def test_backoff_grows_to_a_minute_and_spreads():
    waits = [backoff(attempt, "present/item-01/1") for attempt in range(1, 12)]
    assert all(0.25 * 2.0**n <= wait <= 0.3125 * 2.0**n for n, wait in enumerate(waits[:8]))
    assert all(60 <= wait <= 75 for wait in waits[8:])
    assert waits == [backoff(attempt, "present/item-01/1") for attempt in range(1, 12)]
    assert len({backoff(1, str(cell)) for cell in range(50)}) == 50
