import json

from chaff.lint.engine import FixedFile, lint
from chaff.lint.report import Result, as_diff, as_github, as_json, printable, styled_lines, summary
from tests.support.library import compiled

RULES = [compiled("a-rule"), compiled("b-rule", "enforced")]


def result(text: str = "X\x1b[31m,:%\n", *errors: str) -> Result:
    found = lint(text.encode(), RULES, path="d:1/CLAUDE.md")
    return Result(n_files=2, findings=found, errors=errors)


def test_exit_status():
    assert result().exit_status == 1
    assert result("a\n").exit_status == 0
    assert result("X\n", "p: cannot be read").exit_status == 2
    heuristic = Result(n_files=1, findings=lint(b"X", RULES[:1], path="p"), errors=())
    assert heuristic.exit_status == 0


def test_text():
    lines = list(styled_lines(result()))
    assert lines[:3] == [
        ("d:1/CLAUDE.md:1: a-rule: About a-rule", "yellow"),
        ("    X\ufffd[31m,:%", ""),
        ("    heuristic: not measured; --fix mends it", "dim"),
    ]
    assert lines[3][1] == "red"
    assert lines[-1][0] == "2 findings in 1 of 2 files: 1 fails, 2 can be fixed with --fix"
    assert summary(result("a\n")) == "2 files, nothing found"


def test_json():
    value = json.loads(as_json(result("X\n", "p: cannot be read")))
    assert value["schema"] == "chaff.lint/1"
    assert value["n_files"] == 2
    assert value["errors"] == ["p: cannot be read"]
    assert value["findings"][0] == {
        "path": "d:1/CLAUDE.md",
        "line": 1,
        "end_line": 1,
        "rule": "a-rule",
        "title": "About a-rule",
        "tier": "heuristic",
        "label": "heuristic: not measured",
        "fails": False,
        "fixable": True,
        "excerpt": "X",
    }


def test_github_escapes():
    first, second, third = as_github(result("X 5%\n", "p: a\nb"))
    assert first == (
        "::notice file=d%3A1/CLAUDE.md,line=1,endLine=1,title=chaff a-rule"
        "::About a-rule (heuristic: not measured): X 5%25"
    )
    assert second.startswith("::error file=")
    assert third == "::error::p: a%0Ab"


def test_diff():
    after = FixedFile(data=b"a", files={"docs/H.md": "b\n"})
    assert list(as_diff("p/C.md", "p/", b"a\r\n", after)) == [
        "--- p/C.md",
        "+++ p/C.md",
        "@@ -1 +1 @@",
        "-a",
        "+a",
        "\\ No newline at end of file",
        "--- /dev/null",
        "+++ p/docs/H.md",
        "@@ -0,0 +1 @@",
        "+b",
    ]
    assert list(as_diff("p", "", b"a", FixedFile(data=b"a", files={}))) == []


def test_printable():
    assert printable("é\x1b\n\u202e") == "é\ufffd\ufffd\ufffd"
