"""The doors of a gate that is set up, on a compiled project, as a person would use them."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from chaff.canonical import readable_bytes
from chaff.cli.main import main
from chaff.gate.inputs import DAYS, days_bytes
from chaff.shapes.base import to_json
from chaff.shapes.gate_day import DayScore
from tests.support.gates import TEXT, make_gate, wobbling
from tests.support.library import MOVES, compiled, evidence, write_evidence, write_library
from tests.support.project import write

LOW = TEXT.replace(b"Read this before you start.", b"Please read this before you start!")
HIGH = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")
TODAY = datetime.now(UTC).date()


class Doors:
    """A project with one gate, and its command line."""

    def __init__(self, root, capsys):
        self.root, self.capsys = root, capsys
        self.target = write(root, "CLAUDE.md", TEXT)
        self.state = root / "runs/gates/desk"
        self.set()

    def set(self, **changes):
        self.compiled = make_gate(**changes)
        write(
            self.root,
            "generated/gates/desk/gate.config.json",
            readable_bytes(to_json(self.compiled)),
        )

    def score(self, scores, **fields):
        """Score the days up to yesterday."""
        first = TODAY - timedelta(days=len(scores))
        rubric = self.compiled.rubric_hash
        days = [
            DayScore(day=first + timedelta(days=n), score=score, rubric=rubric, **fields)
            for n, score in enumerate(scores)
        ]
        write(self.root, f"runs/gates/desk/{DAYS}", days_bytes(days))

    def run(self, *words, status=0):
        assert main(["gate", *words, "--root", str(self.root)]) == status
        out = self.capsys.readouterr()
        self.err = out.err
        return out.out

    def facts(self, *words, status=0):
        return json.loads(self.run(*words, "--format", "json", status=status))

    def new(self, text):
        return str(write(self.root, "new.md", text))


@pytest.fixture
def doors(tmp_path, capsys):
    doors = Doors(tmp_path, capsys)
    doors.set(preset="article")
    return doors


def test_a_low_risk_edit_is_made_at_once_and_rolled_back_in_one_command(doors):
    facts = doors.facts("propose", doors.new(LOW), "--reason", "reads better")
    assert (facts["outcome"], facts["risk"], facts["edit"]) == ("applied", "low", "edit-0001")
    assert doors.target.read_bytes() == LOW
    assert "edit-0001 taken back, as rollback-0001" in doors.run("rollback", "1")
    assert doors.target.read_bytes() == TEXT
    said = doors.run("propose", doors.new(LOW))
    assert "nothing done: edit-0001 made this change and was taken back" in said


def test_a_high_risk_edit_waits_is_approved_and_made(doors):
    facts = doors.facts("propose", doors.new(HIGH), "--reason", "it pushed without asking")
    assert (facts["outcome"], facts["risk"]) == ("waits", "high")
    assert [reason["code"] for reason in facts["reasons"]] == ["rule-added"]
    folder = doors.state / "proposals/proposal-0001"
    assert "it pushed without asking" in (folder / "proposal.md").read_text()
    assert doors.target.read_bytes() == TEXT
    assert "proposal-0001 (high risk): a person has to say yes" in doors.run("status")
    assert "proposal-0001 done, as edit-0001" in doors.run("approve", "proposal-0001")
    assert doors.target.read_bytes() == HIGH
    assert not folder.exists()


def test_one_high_risk_proposal_a_week(doors):
    doors.run("propose", doors.new(HIGH))
    assert "it waits already, as proposal-0001" in doors.run("propose", doors.new(HIGH))
    said = doors.run("propose", doors.new(HIGH + b"\nMore.\n"))
    assert "nothing done: cooldown: the last high-risk proposal was made on" in said


def test_a_refused_change_is_remembered(doors):
    doors.set(preset="article", cooldowns__high_risk_days=0)
    doors.run("propose", doors.new(HIGH))
    assert "proposal-0001 rejected" in doors.run("reject", "1", "--reason", "no")
    assert "was refused; it is not proposed again" in doors.run("propose", doors.new(HIGH))
    assert not (doors.state / "proposals/proposal-0001").exists()


def test_an_approved_edit_waits_for_the_verdict_of_the_one_before(doors):
    doors.set(cooldowns__high_risk_days=0)
    doors.score(wobbling(7.0, 28), friction=1)
    doors.run("propose", doors.new(HIGH))
    assert "it waits: baseline: 0 of 14" in doors.run("approve", "1")
    assert doors.target.read_bytes() == TEXT
    assert "proposal-0001 done, as edit-0001" in doors.run("approve", "1", "--now")
    other = HIGH.replace(b"- Use tabs.", b"- Use spaces.")
    doors.run("propose", doors.new(other))
    assert "it waits: edit-0001 in probation: 0 of 14" in doors.run("approve", "2")
    status = doors.facts("status")
    assert [edit["edit"] for edit in status["open_edits"]] == ["edit-0001"]
    assert status["today"]["step"] == "Nothing"


def test_an_edit_of_the_same_lines_meanwhile_is_a_conflict(doors):
    doors.run("propose", doors.new(HIGH))
    mine = TEXT.replace(b"- Use tabs.\n", b"- Use spaces.\n")
    doors.target.write_bytes(mine)
    assert "proposal-0001 cannot be made" in doors.run("approve", "1")
    assert doors.target.read_bytes() == mine
    assert "only by hand" in doors.run("status")
    doors.run("approve", "2", status=2)
    assert "edit the file by hand, then chaff gate reject proposal-0002" in doors.err


def test_a_rollback_in_conflict_has_status_1(doors):
    doors.run("propose", doors.new(LOW))
    doors.target.write_bytes(LOW.replace(b"Please read this", b"Please read all of this"))
    assert "the same lines were changed since" in doors.run("rollback", "edit-1", status=1)
    assert b"all of this" in doors.target.read_bytes()


def test_status_says_that_the_file_was_changed_by_hand_and_changes_nothing(doors):
    doors.run("propose", doors.new(HIGH))
    before = (doors.state / "ledger.jsonl").read_bytes()
    doors.target.write_bytes(TEXT + b"\nMine.\n")
    assert "changed by hand since the last job" in doors.run("status")
    assert (doors.state / "ledger.jsonl").read_bytes() == before


def test_status_fits_a_screen_however_much_there_is(doors):
    doors.set(preset="article", cooldowns__high_risk_days=0, cooldowns__low_risk_days=0)
    doors.score(wobbling(7.0, 60), friction=1)
    for number in range(12):
        doors.run("propose", doors.new(HIGH + f"\nRule {number}.\n".encode()))
    said = doors.run("status")
    assert len(said.splitlines()) <= 24
    assert all(len(line) <= 160 for line in said.splitlines())
    assert "and 9 more" in said
    assert "60 days, the last 56: mean 7.00" in said


def test_status_before_anything_happened(doors):
    said = doors.run("status")
    assert "the gate has not taken up its file yet" in said
    assert not doors.state.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["approve", "1"], "proposal-0001 is not open (open proposals: none)"),
        (["approve", "edit-1"], "'edit-1' is no id like proposal-0001"),
        (["rollback", "9"], "there is no edit-0009 (edits: none)"),
        (["rollback", "../x"], "is no id like edit-0001"),
        (["propose", "missing.md"], "cannot be read"),
        (["status", "--gate", "dusk"], "there is no gate 'dusk' (--gate desk)"),
        (["propose", "CLAUDE.md", "--trigger-day", "today"], "no date like 2026-11-30"),
    ],
)
def test_bad_use_is_told(doors, monkeypatch, words, says):
    monkeypatch.chdir(doors.root)
    doors.run(*words, status=2)
    assert says in doors.err


def test_the_same_text_is_no_proposal(doors):
    doors.run("propose", doors.new(TEXT), status=2)
    assert "the text that the file already holds" in doors.err


def test_a_project_without_gates_says_so(tmp_path, capsys):
    assert main(["gate", "status", "--root", str(tmp_path)]) == 2
    assert "there is no gate here" in capsys.readouterr().err


def test_a_config_changed_by_hand_is_refused(doors):
    path = doors.root / "generated/gates/desk/gate.config.json"
    path.write_bytes(path.read_bytes().replace(b'"lift_percent": 5.0', b'"lift_percent": 50.0'))
    doors.run("status", status=2)
    assert "its digests are not those of its content" in doors.err


def test_a_gate_outside_of_a_project(tmp_path, capsys):
    config = write(
        tmp_path, "home/gate.config.json", readable_bytes(to_json(make_gate(state="state")))
    )
    write(tmp_path, "home/CLAUDE.md", TEXT)
    assert main(["gate", "status", "--config", str(config)]) == 0
    assert str(tmp_path / "home/CLAUDE.md") in capsys.readouterr().out


def test_a_dry_run_changes_nothing(doors):
    doors.set(preset="article", dry_run=True)
    assert "waits: dry run" in doors.run("propose", doors.new(LOW))
    doors.run("approve", "1", status=2)
    assert doors.target.read_bytes() == TEXT


MARKED = TEXT + b"\n- X marks what is of no use.\n"


def test_the_safe_fix_of_an_enforced_rule_waits_for_a_person(doors):
    """However small it is: deleting a line twice said is nothing that a job does by itself."""
    doors.target.write_bytes(MARKED)
    doors.score([7.0, 6.0] * 20)
    write_library(doors.root, compiled("useless", "enforced"), compiled("other"))
    write_evidence(doors.root, "useless", evidence())
    facts = doors.facts("propose", "--from-lint", "--reason", "as asked")
    assert (facts["outcome"], facts["risk"]) == ("waits", "high")
    assert facts["reasons"][0]["code"] == "lint"
    page = (doors.state / "proposals/proposal-0001/proposal.md").read_text()
    assert "About useless (useless: m-1: admitted, +0.23 [+0.10, +0.37]" in page
    assert "as asked" in page
    assert "-- X marks" in (doors.state / "proposals/proposal-0001/edit.diff").read_text()
    assert doors.target.read_bytes() == MARKED
    write(doors.root, "sessions/a.jsonl", b'{"role":"user","content":"hello"}\n')
    doors.run("run", status=1)
    assert doors.target.read_bytes() == MARKED
    assert "it waits already, as proposal-0001" in doors.run("propose", "--from-lint")
    doors.run("reject", "1")
    assert "refused" in doors.run("propose", "--from-lint")
    assert doors.target.read_bytes() == MARKED


def test_an_approved_fix_of_a_rule_is_made_as_any_edit(doors):
    doors.set(preset="article")
    doors.target.write_bytes(MARKED)
    doors.score([7.0, 6.0] * 20)
    write_library(doors.root, compiled("useless", "enforced"))
    doors.run("propose", "--from-lint")
    doors.run("approve", "1")
    assert doors.target.read_bytes() == TEXT


@pytest.mark.parametrize(
    ("rules", "text", "told"),
    [
        ((compiled("h"),), MARKED, "of 0 enforced rules"),
        ((compiled("u", "enforced", fix_safety="unsafe"),), MARKED, "of 0 enforced rules"),
        ((compiled("b", "enforced", buried=True),), MARKED, "of 0 enforced rules"),
        ((compiled("m", "enforced", **MOVES),), MARKED, "of 0 enforced rules"),
        ((compiled("e", "enforced"),), TEXT, "no finding with a safe fix, of 1 enforced rules"),
        (
            (compiled("e", "enforced"),),
            TEXT + b"\n<!-- chaff: ignore[e] it is meant -->\n- X stays.\n",
            "no finding with a safe fix, of 1 enforced rules",
        ),
    ],
    ids=["heuristic", "unsafe", "buried", "moves", "clean", "suppressed"],
)
def test_what_no_enforced_rule_fixes_safely_is_not_proposed(doors, rules, text, told):
    doors.target.write_bytes(text)
    write_library(doors.root, *rules)
    assert told in doors.run("propose", "--from-lint")
    assert doors.target.read_bytes() == text


@pytest.mark.parametrize("words", [(), ("new.md", "--from-lint")])
def test_input_a_proposal_is_a_file_or_a_fix(doors, words):
    doors.run("propose", *words, status=2)
    assert "--from-lint" in doors.err
