"""Times of every spelling become UTC, or nothing."""

from datetime import UTC, datetime

import pytest

from chaff.transcripts.events import Settings, moment

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)

CASES = {
    "2026-07-01T12:00:00.000Z": NOON,
    "2026-07-01T14:00:00+02:00": NOON,
    "2026-07-01T12:00:00": NOON,
    "2026-07-01": datetime(2026, 7, 1, tzinfo=UTC),
    1782907200: NOON,
    1782907200000: NOON,
    1782907200.5: NOON.replace(microsecond=500_000),
    None: None,
    "": None,
    "yesterday": None,
    1e300: None,
    -1e300: None,
    float("nan"): None,
    "9999-12-31T23:59:59-23:00": None,
}


@pytest.mark.parametrize("stamp", CASES)
def test_a_moment(stamp):
    assert moment(stamp) == CASES[stamp]


def test_settings_take_what_is_new():
    settings = Settings(cwd="/a")
    assert settings.take(Settings(cwd="/a", model="m")) == [("model", "m")]
    assert settings.take(Settings()) == []
    assert settings == Settings(cwd="/a", model="m")
