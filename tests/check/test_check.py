"""The whole check on libraries that are as they should be, and on what it must never do."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from chaff.check.check import check
from chaff.errors import HistoryError, UsageError
from tests.support.checked import NOW, Library, codes, note_codes
from tests.support.configs import CONFIRMATION, PRACTICE, PRIMARY, RULE, tiny_config
from tests.support.evidence import FINISHED, honest_run, useless
from tests.support.repos import Repo

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def library(tmp_path):
    made = Library(Repo(tmp_path / "library"), practice=tiny_config(practice=True))
    made.repo.commit({"README": "x"})
    made.register()
    return made


def measure(library, started="2026-12-02T10:15:00Z", *, config=None, **header):
    """Commit a complete run that started at the given time, with its ledger entry."""
    fields = {"commit": library.repo.head, "started_at": started} | header
    lines = honest_run(config or library.config, **fields)
    lines[-1]["finished_at"] = max(FINISHED, started)
    path = library.add_run(lines)
    library.repo.commit()
    return path


def test_an_admitted_rule_may_be_enforced(library):
    library.tier = "enforced"
    library.register()
    path = measure(library)
    library.claim()
    report = library.check()
    assert (report.faults, report.notes, report.exit_status) == ((), (), 0)
    (rule,), (run,) = report.rules, report.runs
    assert (rule.tier, rule.evidence, rule.attempts, rule.buried) == ("enforced", path, 1, False)
    assert rule.days_left == 276
    assert (run.counts, run.moves_tier, run.why_not, run.role) == (True, True, "", "primary")
    assert run.verdict["admitted"]
    assert run.verdict["guards"]["hold"]
    assert report.n_responses == 108


def test_the_label_says_model_effect_interval_date_attempt_and_run(library):
    measure(library)
    report = library.check()
    digest = report.runs[0].digest.removeprefix("sha256:")[:12]
    assert report.rules[0].label == (
        f"{PRIMARY}: admitted, +1.00 [+1.00, +1.00], 12 prompts x 3, 2026-12-02, attempt 1, "
        f"run sha256:{digest}"
    )


def test_a_practice_run_is_shown_and_moves_nothing(library):
    measure(library, config=library.practice, passes=useless)
    report = library.check()
    assert (codes(report), note_codes(report)) == ([], [])
    (run,) = report.runs
    assert (run.model, run.role, run.practice) == (PRACTICE, "practice", True)
    assert (run.counts, run.moves_tier) == (True, False)
    assert run.why_not == "practice: shown, moves no tier"
    assert "(practice): failed" in run.label
    assert report.rules[0].evidence is None
    assert report.rules[0].label == f"{PRIMARY}: not measured"


def test_a_failed_confirmation_moves_nothing(library):
    library.tier = "enforced"
    library.register()
    measure(library)
    measure(library, "2026-12-03T10:15:00Z", model=CONFIRMATION, passes=useless)
    library.claim()
    report = library.check()
    assert codes(report) == []
    assert [(row.role, row.moves_tier) for row in report.runs] == [
        ("primary", True),
        ("confirmation", False),
    ]


def test_what_was_admitted_is_claimed_the_primary_model_first(library):
    library.tier = "enforced"
    library.register()
    measure(library, model=CONFIRMATION)
    measure(library, "2026-12-03T10:15:00Z")
    claimed = json.loads((library.root / library.claim()).read_bytes())
    assert codes(library.check()) == []
    assert [(one["model"], one["date"]) for one in claimed] == [
        (PRIMARY, "2026-12-03"),
        (CONFIRMATION, "2026-12-02"),
    ]
    assert [one["run"] for one in claimed] == [row.digest for row in library.check().runs]
    library.tier = "heuristic"
    library.repo.commit(library.outputs())
    assert codes(library.check()) == ["evidence-differs"]


def test_a_failed_rule_in_the_graveyard_is_no_fault(library):
    measure(library, passes=useless)
    assert codes(library.check()) == ["failed-not-buried"]
    library.write_grave()
    assert codes(library.check()) == ["failed-not-buried"]
    library.buried = True
    library.register()
    assert codes(library.check()) == ["evidence-differs"]
    library.claim()
    report = library.check()
    assert codes(report) == []
    assert report.rules[0].buried


def test_the_newest_run_decides(library):
    """Another complete run counts once the first is too old; a newer failure unmakes the tier."""
    library.tier = "enforced"
    library.register()
    measure(library)
    later = measure(library, "2027-12-03T10:15:00Z", passes=useless)
    report = library.check(now=NOW + timedelta(days=365))
    assert codes(report) == ["enforced-without-evidence"]
    assert later in report.faults[0].message
    assert [row.why_not for row in report.runs] == ["a newer run counts", ""]


@pytest.mark.parametrize(
    ("started", "second"),
    [("2027-12-02T10:15:00Z", True), ("2027-12-02T10:15:01Z", False)],
    ids=["after 365 days", "a second later"],
)
def test_a_second_run_counts_only_after_the_first_is_too_old(library, started, second):
    measure(library)
    measure(library, started)
    report = library.check(now=NOW + timedelta(days=365))
    assert codes(report) == (["second-run"] if second else [])


def test_a_heuristic_that_drifted_or_aged_is_due(library):
    measure(library)
    assert note_codes(library.check(now=NOW + timedelta(days=365))) == ["due"]
    library.config = tiny_config(repeats=4)
    library.register()
    report = library.check()
    assert (codes(report), note_codes(report)) == ([], ["due"])


def test_changed_request_settings_are_a_drift(library):
    library.tier = "enforced"
    library.register()
    measure(library)
    other = {model: {"max_tokens": 300} for model in library.config.requests}
    hashes = dict.fromkeys(library.config.request_hash, library.config.battery_hash)
    library.config = msgspec.structs.replace(library.config, requests=other, request_hash=hashes)
    library.register()
    assert codes(library.check()) == ["evidence-drifted"]


def test_what_follows_from_a_faulty_run_is_no_second_fault(library):
    library.tier = "enforced"
    library.register()
    lines = honest_run(library.config, commit=library.repo.head)
    lines[5]["score"] = "pass"
    library.add_run(lines)
    library.repo.commit()
    assert codes(library.check()) == ["score-wrong"]


def test_faults_of_all_kinds_come_at_once(library):
    library.tier = "enforced"
    library.register()
    measure(library, config=library.practice)
    library.repo.write({"generated/old/rule.json": "{}", "runs/spend/x.json": "{"})
    report = library.check(environment={"CI": "true", "ANTHROPIC_AUTH_TOKEN": "hunter2"})
    assert codes(report) == [
        "key-in-ci",
        "generated-leftover",
        "ledger-unreadable",
        "enforced-without-evidence",
    ]
    assert "hunter2" not in json.dumps(msgspec.to_builtins(report))


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"CI": "true"},
        {"ANTHROPIC_API_KEY": "k"},
        {"CI": "true", "ANTHROPIC_API_KEY": ""},
        {"CI": "true", "ANTHROPIC_API_KEY": "k", "CHAFF_ALLOW_KEY": "1"},
    ],
)
def test_a_key_is_a_fault_only_in_ci(library, environment):
    assert codes(library.check(environment=environment)) == []


def test_an_incomplete_run_is_a_note_and_an_attempt(library):
    lines = honest_run(library.config, commit=library.repo.head)[:40]
    library.add_run(lines)
    library.repo.commit()
    report = library.check()
    assert (codes(report), note_codes(report)) == ([], ["incomplete"])
    assert report.runs[0].state == "incomplete"
    assert report.rules[0].attempts == 1
    library.write_entry(lines, state="abandoned")
    library.repo.commit()
    assert note_codes(library.check()) == ["abandoned"]


def test_every_start_is_an_attempt_and_pilots_are_none(library):
    lines = honest_run(library.config, commit=library.repo.head)
    for day in ("01", "02"):
        lines[0]["started_at"] = f"2026-12-{day}T20:00:00Z"
        library.write_entry(lines, state="abandoned")
    pilot = f".chaff/pilots/{RULE}/{PRIMARY}/20261202T210000Z.jsonl"
    lines[0]["started_at"] = "2026-12-02T21:00:00Z"
    library.write_entry(lines, pilot=True, run=pilot)
    measure(library, "2026-12-03T10:15:00Z")
    report = library.check()
    assert codes(report) == []
    assert [(row.attempt, row.attempts) for row in report.runs] == [(3, 3)]
    assert report.runs[0].verdict["guards"]["attempts"] == 3


def test_holm_runs_over_the_rules_measured_on_the_primary_model(library):
    measure(library)
    assert library.check().rules[0].holm_p == 2**-12


def test_a_thousand_foreign_files_are_left_alone(library):
    library.repo.write({"runs/README.md": "x", "runs/gates/g/series.jsonl": "{}\n"})
    library.repo.commit()
    assert codes(library.check()) == []


def test_there_must_be_a_library(tmp_path):
    with pytest.raises(UsageError, match="specs/"):
        check(tmp_path, now=NOW)


def test_a_repository_that_git_refuses_is_an_error(library):
    (library.repo.path / ".git" / "config").write_text("[broken")
    with pytest.raises(HistoryError):
        library.check()


def test_without_any_program_only_that_is_said(library):
    (library.root / "generated/program.json").unlink()
    library.refused = {"program": "specs/program.jsonnet: no"}
    report = library.check()
    assert codes(report) == ["spec-refused"]
    assert report.rules == report.runs == ()


def test_a_file_that_is_too_large_is_not_read(library):
    lines = honest_run(library.config, commit=library.repo.head)
    library.add_run(lines)
    path = library.root / f"runs/{RULE}/{PRIMARY}/20261202T101500Z.jsonl"
    with path.open("r+b") as file:
        file.truncate(65 * 2**20)
    assert codes(library.check()) == ["run-unreadable"]


_FORBIDDEN = """
import socket, sys
from datetime import UTC, datetime
from pathlib import Path

def refuse(event, args):
    if event.startswith("socket.") or event in ("os.system", "os.exec"):
        raise RuntimeError(f"{event} {args}")

sys.addaudithook(refuse)
from chaff.cli.main import main

status = main(["check", "--root", sys.argv[1], "--format", "json"])
names = [name for name in sys.modules if name.split(".")[0] in ("anthropic", "httpx2", "xllamacpp")]
names += [name for name in sys.modules if name.startswith("chaff.run")]
assert not names, names
raise SystemExit(status)
"""


def test_it_opens_no_socket_and_imports_nothing_of_the_runner():
    """On this very repository, specs compiled again and all."""
    done = subprocess.run(
        (sys.executable, "-W", "error", "-c", _FORBIDDEN, str(REPOSITORY)),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["schema"] == "chaff.report/1"
    assert done.returncode in (0, 1)
    assert report["ok"] == (done.returncode == 0)


def test_the_same_library_elsewhere_gives_the_same_report(library, tmp_path):
    measure(library)
    assert library.copy(tmp_path / "elsewhere").check() == library.check()


def test_an_age_beyond_all_dates_is_the_end_of_all_dates(library):
    limits = msgspec.structs.replace(library.program.program, max_age_days=10**12)
    library.program = msgspec.structs.replace(library.program, program=limits)
    library.register()
    measure(library)
    measure(library, "2026-12-03T10:15:00Z", commit=library.repo.git("rev-parse", "HEAD~1"))
    report = library.check()
    assert codes(report) == ["second-run"]
    assert report.rules[0].days_left > 10**6


def test_faults_of_one_kind_are_counted_once_there_are_many(library):
    path = measure(library)
    (library.root / path).write_bytes((library.root / path).read_bytes() + b"{}\n" * 5000)
    library.repo.commit()
    found = library.check().faults
    assert {fault.code for fault in found} == {"run-schema"}
    assert len(found) == 51
    assert found[-1].message == "and 950 more like these"
