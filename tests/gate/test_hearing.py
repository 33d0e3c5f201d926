"""A format that changes without a word is noticed; ordinary days, however quiet, are not."""

import pytest

from chaff.errors import BadInputError, UsageError
from chaff.gate.hearing import doubt
from chaff.gate.job import DOUBTED, TRUSTED, paused, trust_reader
from chaff.gate.store import read_ledger
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Failure, Skip, Verdict
from chaff.transcripts.census import Census
from tests.support.claude_session import jsonl, typed
from tests.support.gate_year import Year
from tests.support.gates import TEXT

USUAL = {"2026-03-01": {"2.1.100": Census(files=40, silent=2, rows=4000, unknown=20)}}
HIGH = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")


def read(version="2.1.100", day="2026-03-02", **count):
    return {**USUAL, day: {version: Census(**count)}}


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({}, ""),
        (USUAL, ""),
        (read(files=6, silent=0, rows=600), ""),
        (read(files=6, silent=4, rows=600), ""),
        (read(files=6, silent=6, rows=600), "what was read last: nobody is heard in 6 of 6"),
        (read(files=6, silent=5, rows=600), "nobody is heard in 5 of 6"),
        (read(files=2, silent=2, rows=300), ""),
        (read(files=4, silent=4, rows=100), ""),
        (read(files=6, silent=0, rows=600, unknown=59), ""),
        (read(files=6, silent=0, rows=600, unknown=60), "10 % of 600 rows are of unknown kinds"),
        (read("2.2.0", "2026-03-01", files=6, silent=6, rows=600), ""),
        (
            {"2026-03-01": {**USUAL["2026-03-01"], "2.1.99": Census(files=6, silent=6, rows=600)}},
            "",
        ),
        (
            {"2026-03-01": {**USUAL["2026-03-01"], "2.2.0": Census(files=6, silent=6, rows=600)}},
            "version 2.2.0: nobody is heard in 6 of 6",
        ),
        (
            {
                "2026-03-01": {
                    **USUAL["2026-03-01"],
                    "2.2.0": Census(files=6, silent=6, rows=600),
                    "2.2.1": Census(files=6, silent=0, rows=600),
                }
            },
            "",
        ),
    ],
)
def test_what_is_doubted(counts, says):
    found = doubt(counts)
    assert says in found.why
    assert bool(says) == bool(found.why)


def test_a_fault_does_not_become_usual_by_lasting():
    counts, since = dict(USUAL), ""
    for number in range(2, 60):
        day = f"2026-{3 + number // 28:02}-{1 + number % 28:02}"
        counts[day] = {"2.1.100": Census(files=6, silent=6, rows=600)}
        found = doubt(counts, since)
        since = found.since
        assert (found.why != "", since) == (True, "2026-03-03")
    counts["2026-08-01"] = {"2.1.100": Census(files=6, silent=0, rows=600)}
    assert doubt(counts, since).why == ""


def talk(year, version, *, key="user", origin=None, extra=0):
    """Write five conversations of a day in a version's own format."""
    for session in range(5):
        rows = []
        for turn in range(12):
            stamp = f"{year.day}T{9 + session:02}:{turn:02}:00.000Z"
            more = {"origin": {"kind": origin}} if origin else {}
            row = typed(
                f"redo it {turn}",
                cwd=str(year.folder),
                timestamp=stamp,
                sessionId=f"{year.day}-{session}",
                version=version,
                **more,
            )
            rows.append({**row, "type": key})
            rows += [{"type": "assistant", "version": version}] * 4
            rows += [{"type": "novelty", "version": version}] * extra
        (year.folder / "sessions" / f"{year.day}-{session}.jsonl").write_bytes(jsonl(*rows))
    year.rest()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"key": "prompt"}, "nobody is heard"),
        ({"origin": "someone"}, "nobody is heard"),
        ({"extra": 1}, "of unknown kinds"),
    ],
    ids=["another type of row", "another mark of people", "new rows"],
)
def test_a_format_that_changed_pauses_the_clock_until_a_person_has_looked(tmp_path, changed, says):
    year = Year(tmp_path)
    for _ in range(30):
        talk(year, "2.1.100")
    year.start()
    year.approve(HIGH)
    for _ in range(10):
        talk(year, "2.1.100")
        year.job()
    for _ in range(8):
        talk(year, "2.2.0", **changed)
        with pytest.raises(BadInputError, match=says):
            year.job()
    lines = read_ledger(year.home.state)
    assert not [line for line in lines if isinstance(line, Verdict)]
    assert isinstance(lines[-1], Failure)
    assert DOUBTED in paused(Story(lines))
    before = len(lines)
    with pytest.raises(UsageError, match="nothing speaks against"):
        trust_reader(Year(tmp_path / "other").home, year.now)
    trust_reader(year.home, year.now)
    year.job()
    [line] = [e for e in read_ledger(year.home.state)[before:] if isinstance(e, Skip)][:1]
    assert line.why == TRUSTED
    assert not paused(Story(read_ledger(year.home.state)))
    talk(year, "2.2.0", **changed)
    year.job()


def test_a_new_version_that_is_read_well_and_new_rows_now_and_then_are_no_news(tmp_path):
    year = Year(tmp_path)
    for number in range(12):
        talk(year, f"2.1.{number}")
        year.job()
    rows = [{"type": "novelty", "version": "2.1.11"}] * 3
    (year.folder / "sessions" / "more.jsonl").write_bytes(jsonl(*rows))
    year.job()
    assert not paused(Story(read_ledger(year.home.state)))
