import json
from datetime import UTC, datetime

import pytest

from chaff.check.faults import CODES, fault, note
from chaff.check.markdown import as_markdown
from chaff.check.render import as_json, as_lines, visible
from chaff.check.report import RuleRow, make_report
from tests.support.checked import NOW

HOSTILE = "\x1b[2J\x1b]0;owned\x07\r\u202eabc\u2028\ud800\x00\x9b31m"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, naïve, 漢字 → ok", "plain, naïve, 漢字 → ok"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202etxt.exe", "\\u202etxt.exe"),
        ("\u2028", "\\u2028"),
        ("\ud800", "\\ud800"),
        ("\u200b\ufeff", "\\u200b\\ufeff"),
    ],
)
def test_what_could_mislead_a_terminal_is_escaped(text, shown):
    assert visible(text) == shown


def report(*faults, notes=()):
    return make_report(faults, notes, now=NOW)


def test_no_string_of_a_run_file_reaches_the_terminal_raw():
    lines = list(as_lines(report(fault("run-schema", HOSTILE, HOSTILE, 3))))
    lines += list(as_lines(report(notes=[note("due", HOSTILE, HOSTILE)])))
    for line in lines:
        line.text.encode()
        assert line.text.isprintable()


def test_text_names_place_message_code_and_remedy():
    text = "\n".join(
        line.text for line in as_lines(report(fault("score-wrong", "r.jsonl", "m", 7)))
    )
    assert "r.jsonl:7: m [score-wrong]" in text
    assert CODES["score-wrong"].remedy in text
    assert text.splitlines()[0] == "integrity (1)"
    assert text.splitlines()[-1].endswith(": 1 fault")


def test_a_clean_report_ends_with_no_fault():
    assert [line.text for line in as_lines(report())] == [
        "0 rules, 0 runs, 0 answers scored again: no fault"
    ]


def test_json_is_ascii_and_whole():
    text = as_json(report(fault("run-schema", "f", HOSTILE)))
    assert text.isascii()
    value = json.loads(text)
    assert value["ok"] is False
    assert value["faults"][0]["message"] == HOSTILE
    assert value["schema"] == "chaff.report/1"


def test_a_long_message_is_cut():
    assert len(fault("run-schema", "f", "x" * 10**6).message) == 400


def test_every_code_says_what_why_and_how_to_mend_it():
    for name, code in CODES.items():
        assert name == name.lower().replace("_", "-")
        assert [code.what[-1], code.why[-1]] == [".", "."], name
        assert code.remedy.rstrip(".") == code.remedy != "", name


DUE = {
    None: "",
    365: "",
    60: "",
    59: "59 days left: re-run or demote",
    1: "1 day left: re-run or demote",
    0: "0 days left: re-run or demote",
    -1: "too old: re-run or demote",
}


@pytest.mark.parametrize("days", DUE)
def test_days_are_told_where_few_are_left(days):
    row = RuleRow(
        rule="a-rule",
        title="T",
        tier="enforced",
        attempts=1,
        buried=False,
        evidence=None,
        holm_p=None,
        days_left=days,
        label="m: admitted",
    )
    report = make_report([], [], now=datetime(2027, 1, 1, tzinfo=UTC), rules=(row,))
    (line,) = (line.text for line in as_lines(report) if "a-rule" in line.text)
    assert line == "  a-rule (enforced): m: admitted" + (f"; {DUE[days]}" if DUE[days] else "")
    (cells,) = (line for line in as_markdown(report) if "a-rule" in line)
    assert cells == f"| `a-rule` | enforced | m: admitted | {DUE[days]} |"
