"""The stored series: incremental, the same twice, honest about late rows, without a word."""

import json
import pickle
from datetime import UTC, date, timedelta
from functools import partial

import pytest

from chaff.errors import BadInputError
from chaff.gate import scores as module
from chaff.gate.book import without_words
from chaff.gate.inputs import DAYS, read_days
from chaff.gate.loaded import Target
from chaff.gate.scores import COUNTS, Scoring, decided_days, merged, score
from chaff.shapes.gate_day import DayScore
from chaff.shapes.gate_ledger import Numbers, Verdict
from chaff.transcripts import scan as scanning
from tests.support.claude_session import assistant, attachment, jsonl, typed
from tests.support.rubrics import default_rubric

HASH = "sha256:" + 64 * "a"
OTHER = "sha256:" + 64 * "b"
MARKER = "zanzibar"
TODAY = date(2026, 7, 10)


def scoring(**changes):
    known = {
        "rubric": default_rubric(),
        "rubric_hash": HASH,
        "target": Target(path="/home/user/project/CLAUDE.md"),
        "today": TODAY,
    }
    return Scoring(**{**known, **changes})


def said(text, day, session="a", **fields):
    stamp = f"2026-07-{day:02}T10:00:00.000Z"
    return typed(text, timestamp=stamp, sessionId=session, **fields)


def run(folder, zone=UTC, n_processes=1, **changes):
    paths = sorted((folder / "t").glob("*.jsonl"))
    return score(folder / "state", paths, scoring(**changes), zone, n_processes=n_processes)


def write(folder, name, *rows, mode="wb"):
    (folder / "t").mkdir(exist_ok=True)
    with (folder / "t" / name).open(mode) as file:
        file.write(jsonl(*rows))


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in (folder / "state").iterdir()}


def test_the_series_and_again_the_same_bytes(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 1), said("add a test", 1), said("thank you", 3))
    result = run(tmp_path)
    assert [(day.day.day, day.turns) for day in result.days] == [(1, 2), (3, 1)]
    assert result.new == tuple(day.day for day in result.days)
    before = bytes_of(tmp_path)
    again = run(tmp_path)
    assert bytes_of(tmp_path) == before
    assert (again.days, again.new, again.remarks) == (result.days, (), ())
    assert read_days(tmp_path / "state") == result.days


def test_in_parts_it_is_what_it_is_at_once(tmp_path):
    rows = [said(text, day, session) for day in (1, 2, 3) for session in "ab"
            for text in ("redo it", "please add a test", "exactly!")]  # fmt: skip
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    write(whole, "a.jsonl", *rows)
    for row in rows:
        write(parts, "a.jsonl", row, mode="ab")
        run(parts)
    run(whole)
    assert (whole / "state" / DAYS).read_bytes() == (parts / "state" / DAYS).read_bytes()


def test_copies_of_a_resumed_session_count_once(tmp_path):
    rows = [said("redo it", 1), said("add a test", 1)]
    write(tmp_path, "a.jsonl", *rows)
    run(tmp_path)
    write(tmp_path, "b.jsonl", *rows, said("please go on", 1))
    (day,) = run(tmp_path).days
    assert (day.turns, day.matched) == (3, {"rework": 1})


def test_today_is_not_scored_before_it_is_over(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 10))
    assert run(tmp_path).days == ()
    (day,) = run(tmp_path, today=TODAY + timedelta(days=1)).days
    assert day.turns == 1


def test_late_rows_score_their_day_again_and_it_is_told(tmp_path):
    write(tmp_path, "a.jsonl", said("please add a test", 1))
    run(tmp_path)
    write(tmp_path, "b.jsonl", said("redo it", 1, "b"))
    result = run(tmp_path)
    (remark,) = result.remarks
    assert (remark.what, remark.before, remark.after) == ("scored again", 7.0, result.days[0].score)
    assert result.days[0].score < 7.0
    assert run(tmp_path).remarks == ()


def test_a_day_that_a_verdict_rests_on_stays_and_it_is_told_once(tmp_path):
    write(tmp_path, "a.jsonl", said("please add a test", 1))
    run(tmp_path)
    before = (tmp_path / "state" / DAYS).read_bytes()
    write(tmp_path, "b.jsonl", said("redo it", 1, "b"))
    decided = frozenset({date(2026, 7, 1)})
    (remark,) = run(tmp_path, decided=decided).remarks
    assert (remark.what, remark.before) == ("decided", 7.0)
    assert (tmp_path / "state" / DAYS).read_bytes() == before
    assert run(tmp_path, decided=decided).remarks == ()


@pytest.mark.parametrize(
    "change",
    [{"rubric_hash": OTHER}, {"target": Target(path="/home/user/CLAUDE.md")}],
    ids=["rubric", "target"],
)
def test_another_rubric_or_target_reads_everything_again(tmp_path, change):
    write(tmp_path, "a.jsonl", said("redo it", 1))
    run(tmp_path)
    result = run(tmp_path, **change)
    assert [(day.turns, day.rubric) for day in result.days] == [
        (1, change.get("rubric_hash", HASH))
    ]


def test_another_rubric_leaves_days_whose_transcripts_are_gone(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 1))
    write(tmp_path, "b.jsonl", said("add a test", 1, "b"), said("add a test", 2, "b"))
    old = run(tmp_path).days
    (tmp_path / "t" / "a.jsonl").unlink()
    result = run(tmp_path, rubric_hash=OTHER)
    assert [day.rubric for day in result.days] == [HASH, OTHER]
    assert result.days[0] == old[0]
    assert [remark.what for remark in result.remarks] == ["in part", "scored again"]


def test_deleted_transcripts_change_nothing(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 1))
    run(tmp_path)
    before = bytes_of(tmp_path)
    (tmp_path / "t" / "a.jsonl").unlink()
    run(tmp_path)
    assert bytes_of(tmp_path) == before


def test_a_crash_between_the_two_files_repeats_and_changes_nothing(tmp_path, monkeypatch):
    write(tmp_path, "a.jsonl", said("redo it", 1))
    run(tmp_path)
    write(tmp_path, "a.jsonl", said("start over", 1), said("add a test", 2), mode="ab")
    real = module.write_whole

    def dies(path, data, *, mode):
        if path.name == COUNTS:
            raise KeyboardInterrupt
        real(path, data, mode=mode)

    monkeypatch.setattr(module, "write_whole", dies)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path)
    after_crash = (tmp_path / "state" / DAYS).read_bytes()
    monkeypatch.undo()
    result = run(tmp_path)
    assert (tmp_path / "state" / DAYS).read_bytes() == after_crash
    assert [day.turns for day in result.days] == [2, 1]


def test_processes_find_what_one_finds(tmp_path, monkeypatch):
    monkeypatch.setattr(scanning, "_PAYS_FROM", 0)
    monkeypatch.setattr(scanning, "_PORTION", 1)
    for name in "abc":
        write(tmp_path, f"{name}.jsonl", said("redo it", 1, name), said("thank you", 2, name))
    several = run(tmp_path, n_processes=2).days
    (tmp_path / "state" / COUNTS).unlink()
    assert run(tmp_path, n_processes=1).days == several


def test_damaged_counts_say_what_to_do(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 1))
    run(tmp_path)
    (tmp_path / "state" / COUNTS).write_text('{"key":1}')
    with pytest.raises(BadInputError, match="delete it"):
        run(tmp_path)


def test_no_word_is_stored(tmp_path):
    """Planted wherever a person or a program could have put it."""
    write(
        tmp_path,
        f"{MARKER}.jsonl",
        attachment("instructions", files=[{"path": "/home/user/project/CLAUDE.md",
                                           "type": "Project", "content": MARKER}]),
        said(f"no, that's the wrong {MARKER}. redo {MARKER}", 1),
        said(f"{MARKER} {MARKER}", 1, session=MARKER, cwd=f"/home/user/project/{MARKER}"),
        said(f"nein, {MARKER} ist falsch", 2, gitBranch=MARKER),
        assistant(MARKER),
        typed(MARKER, timestamp=MARKER, version=f"a {MARKER}"),
    )  # fmt: skip
    assert run(tmp_path).days
    for path in (tmp_path / "state").iterdir():
        assert MARKER.encode() not in path.read_bytes(), path.name
        assert b"/home" not in path.read_bytes(), path.name
        assert path.stat().st_mode & 0o077 == 0


def test_no_word_leaves_the_process_that_reads(tmp_path):
    write(tmp_path, "a.jsonl", said(f"redo {MARKER}", 1))
    convert = partial(without_words, rubric=default_rubric())
    sent = scanning._read([tmp_path / "t" / "a.jsonl"], [None], convert)
    assert MARKER.encode() not in pickle.dumps(sent)


def test_lines_are_plain_json_without_nan(tmp_path):
    write(tmp_path, "a.jsonl", said("redo it", 1), said("das ist falsch", 2))
    run(tmp_path)

    def refuse(text):
        raise AssertionError(text)

    lines = (tmp_path / "state" / DAYS).read_text().splitlines()
    rows = [json.loads(line, parse_constant=refuse) for line in lines]
    assert [row["score"] for row in rows][1] is None


def test_decided_days_are_those_that_verdicts_compared():
    first, last = date(2026, 7, 1), date(2026, 7, 20)
    numbers = Numbers(
        test="welch", alpha=0.1, p_value=0.5, welch_p=0.5, lift_percent=1.0,
        interval_percent=None, mde_percent=None, pre_mean=7.0, post_mean=7.0,
        pre_days=(first,), post_days=(last,), autocorrelation=None, budget_left=None,
    )  # fmt: skip
    verdict = Verdict(
        at="2026-07-21T06:00:00Z", day=date(2026, 7, 21), edits=("edit-0001",),
        outcome="INCONCLUSIVE", action="probation", reasons=("too little",), numbers=numbers,
        gate_hash=HASH, rubric_hash=HASH,
    )  # fmt: skip
    assert decided_days([verdict]) == {first, last}


def test_merging_keeps_what_was_not_found_again():
    old = DayScore(day=date(2026, 7, 1), score=6.0, rubric=HASH, turns=3)
    new = DayScore(day=date(2026, 7, 2), score=7.0, rubric=HASH, turns=3)
    days, remarks = merged([old], [new], decided=(), touched=())
    assert (days, remarks) == ((old, new), ())
