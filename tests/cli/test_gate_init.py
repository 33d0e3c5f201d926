"""`chaff gate init` and the daily job after it, in a home folder, as a person would."""

import argparse
import json
import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from chaff.cli import gate_init
from chaff.cli.main import main
from chaff.gate.store import read_ledger
from chaff.shapes.gate_ledger import Edit, Verdict
from tests.support.claude_session import jsonl, typed

DAY = timedelta(days=1)
NOW = datetime.now(UTC)
MARKER = "zanzibar"


def commit(folder, text, back):
    """Commit CLAUDE.md as written so many days ago."""
    (folder / "CLAUDE.md").write_text(text)
    when = (NOW - back * DAY).isoformat()
    env = {**os.environ, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["add", "CLAUDE.md"], [*name, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *words], cwd=folder, env=env, check=True)
    os.utime(folder / "CLAUDE.md", ((NOW - back * DAY).timestamp(),) * 2)


def talk(folder, back, text="please add a test"):
    day = (NOW - back * DAY).date()
    rows = [
        typed(
            f"{text} {MARKER} {turn}",
            cwd=str(folder.parent),
            timestamp=f"{day}T1{turn}:00:00.000Z",
            sessionId=f"{day}",
        )
        for turn in range(3)
    ]
    (folder / "projects" / f"{day}.jsonl").write_bytes(jsonl(*rows))


@pytest.fixture
def home(tmp_path, monkeypatch, capsys):
    """A home folder with an instruction file in git and sixty days of transcripts."""
    folder = tmp_path / ".claude"
    (folder / "projects").mkdir(parents=True)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    commit(folder, "# Rules\n", 90)
    commit(folder, "# Rules\n\n- Use tabs.\n", 30)
    for back in range(1, 61):
        talk(folder, back, "redo it" if back % 3 else "please add a test")
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *words, status=0):
    assert main(["gate", *words]) == status
    return capsys.readouterr().out


def files(folder):
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_dry_run_shows_all_and_leaves_nothing(home, capsys):
    before = files(home)
    said = run(capsys, "init", "--dry-run")
    assert files(home) == before
    assert "past edits   1 in the file's history" in said
    assert "nothing was kept" in said
    assert "catches 13.5 % 80 % of the time" in said


def test_a_gate_in_a_minute(home, capsys):
    said = run(capsys, "init")
    state = home / ".config/chaff/runs/gates/claude"
    [edit] = [line for line in read_ledger(state) if isinstance(line, Edit)]
    assert (edit.how, edit.day) == ("retrospective", (NOW - 30 * DAY).date())
    [verdict] = [line for line in read_ledger(state) if isinstance(line, Verdict)]
    assert (verdict.retrospective, verdict.action) == (True, "none")
    assert "scores       60 days, the last 56: mean" in said
    assert "chaff gate run --root" in said
    assert "17 6 * * * " in said
    assert (home / ".claude/CLAUDE.md").read_text() == "# Rules\n\n- Use tabs.\n"
    assert run(capsys, "run") == ""
    assert "60 days" in run(capsys, "status")
    assert "about the time before the gate" in run(capsys, "verdict")
    assert [path for path, data in files(home / ".config").items() if MARKER.encode() in data] == []
    counts = json.loads(run(capsys, "selftest", "--format", "json"))
    assert counts["days_left_out"] == 1
    assert counts["every_day"]["tried"] > 0
    before = files(home)
    run(capsys, "selftest")
    assert files(home) == before


@pytest.mark.parametrize("door", ["run", "propose"])
def test_a_spec_written_by_hand_starts_from_all_that_is_known_too(home, capsys, door):
    run(capsys, "init")
    state = home / ".config/chaff/runs/gates/claude"
    begun = read_ledger(state)[:2]
    shutil.rmtree(state)
    (home / "new.md").write_text("# Rules\n\n- Use tabs.\n\n## More\n\nWords.\n")
    said = run(capsys, door, *(["new.md"] if door == "propose" else []))
    edit, start = read_ledger(state)[:2]
    assert (edit.how, edit.day, edit.commit != "") == ("retrospective", begun[0].day, True)
    assert start.since == begun[1].since
    assert len((state / "days.jsonl").read_bytes().splitlines()) == 60
    if door == "run":
        assert "edits in the file's history: 1" in said
        assert "edit-0001: " in said
        assert "(retrospective)" in said
        assert "None" not in said
    else:
        assert "edits in the file's history" not in run(capsys, "run", status=1)
    assert run(capsys, "run", status=int(door == "propose")) == ""


def test_a_changed_spec_is_compiled_by_the_next_run_and_refused_until_then(home, capsys):
    run(capsys, "init")
    spec = home / ".config/chaff/specs/gates/claude.jsonnet"
    spec.write_text(spec.read_text().replace("dry_run: false", "dry_run: true"))
    assert main(["gate", "status"]) == 2
    assert "has changed since the gate was compiled" in capsys.readouterr().err
    assert "smallest effect caught" in run(capsys, "run")
    assert "dry run" in run(capsys, "status")
    assert run(capsys, "run") == ""


def test_a_changed_rubric_is_told_as_that_and_not_as_late_rows(home, capsys):
    run(capsys, "init")
    rubric = home / ".config/chaff/specs/lib/rubric.libsonnet"
    rubric.write_text(rubric.read_text().replace("rework_rate: -1", "rework_rate: -2"))
    said = run(capsys, "run")
    assert "the rubric changed; every baseline starts anew" in said
    assert "rows came late" not in said
    assert run(capsys, "run") == ""


def test_the_stored_days_of_a_gate_are_a_series_to_decide_from(home, capsys):
    run(capsys, "init")
    days = home / ".config/chaff/runs/gates/claude/days.jsonl"
    when = str((NOW - 30 * DAY).date())
    said = run(capsys, "decide", "--scores", str(days), "--edit-day", when, "--format", "json")
    assert json.loads(said)["pre_days"] == 14


def test_conversations_that_never_loaded_the_file_are_told(home, capsys, tmp_path):
    (home / "far").mkdir()
    (home / "far" / "AGENTS.md").write_text("# Rules\n")
    projects = str(home / ".claude/projects")
    said = run(capsys, "init", "--target", "far/AGENTS.md", "--transcripts", projects)
    assert "scores       none: of 60 conversations none is known to have loaded it" in said


def test_it_is_set_up_once(home, capsys):
    run(capsys, "init")
    before = files(home / ".config")
    assert main(["gate", "init"]) == 2
    assert "has started already" in capsys.readouterr().err
    assert files(home / ".config") == before
    assert main(["gate", "init", "--preset", "article"]) == 2
    assert "already a gate of that name" in capsys.readouterr().err


def test_input_what_is_missing_is_named(home, capsys):
    for words, told in (
        (["--target", "nowhere.md"], "nowhere.md"),
        (["Bad Name"], "'Bad Name' is no name for a gate"),
        (["--transcripts", "nowhere"], "nowhere"),
        (["--timezone", "Mars/Base"], "Mars/Base"),
    ):
        before = files(home)
        assert main(["gate", "init", *words]) == 2
        assert told in capsys.readouterr().err
        assert files(home) == before


def test_words_after_the_last_commit_are_an_edit_of_their_own(home, capsys):
    target = home / ".claude/CLAUDE.md"
    target.write_text("# Rules\n\n- Use spaces.\n")
    os.utime(target, ((NOW - 20 * DAY).timestamp(),) * 2)
    run(capsys, "init")
    edits = [
        e for e in read_ledger(home / ".config/chaff/runs/gates/claude") if isinstance(e, Edit)
    ]
    assert [(e.why, bool(e.commit)) for e in edits] == [("", True), ("not committed", False)]


def test_a_gate_that_only_watches(home, capsys):
    run(capsys, "init", "--watch-only")
    assert "dry run" in run(capsys, "status")


def test_a_quote_in_a_path_is_no_way_out_of_the_spec(home, capsys):
    odd = home / "it's \\ odd\n"
    odd.mkdir()
    (odd / "AGENTS.md").write_text("# Rules\n")
    run(capsys, "init", "odd", "--target", str(odd / "AGENTS.md"))
    assert "odd" in run(capsys, "status", "--gate", "odd")


def test_died_half_way_it_goes_on(home, capsys, monkeypatch):
    def die(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("chaff.gate.begin.take_up", die)
        with pytest.raises(KeyboardInterrupt):
            gate_init.run(gate_init_args())
    run(capsys, "init")
    lines = read_ledger(home / ".config/chaff/runs/gates/claude")
    assert [type(line).__name__ for line in lines][:3] == ["Edit", "Start", "Verdict"]


def gate_init_args():
    return argparse.Namespace(
        name="",
        target="",
        transcripts=[],
        root="",
        timezone="",
        preset="attributable",
        watch_only=False,
        dry_run=False,
    )
