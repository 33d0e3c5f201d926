import json

import pytest

from chaff.cli.main import main
from chaff.errors import BadInputError
from tests.support.library import MOVES, compiled, write_library

LOG = "## Log\n\n- 1\n- 2\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    write_library(
        tmp_path,
        compiled("a-rule"),
        compiled("b-rule", "enforced", detect=Y, fix={"kind": "delete_block"}),
        compiled("c-rule", **MOVES),
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


Y = {"kind": "block", "blocks": ["paragraph"], "any": ["^Y"]}

# arguments, text of CLAUDE.md, exit status, rules found
STATUSES = {
    "clean": ([], "a\n", 0, []),
    "a heuristic informs": ([], "X\n", 0, ["a-rule"]),
    "an enforced rule fails": ([], "X\n\nY\n", 1, ["a-rule", "b-rule"]),
    "selected": (["--select", "a-rule"], "X\n\nY\n", 0, ["a-rule"]),
    "fail on a rule": (["--fail-on", "a-rule"], "X\n", 1, ["a-rule"]),
    "fail on another": (["--fail-on", "c-rule"], "X\n", 0, ["a-rule"]),
    "fail on heuristics": (["--fail-on", "heuristic"], "X\n", 1, ["a-rule"]),
    "fixed": (["--fix"], "X\n\nY\n\na\n", 0, []),
    "empty": ([], "", 0, []),
}


@pytest.mark.parametrize("name", STATUSES)
def test_exit_status(project, capsys, name):
    arguments, text, status, rules = STATUSES[name]
    (project / "CLAUDE.md").write_text(text)
    assert main(["lint", "--format", "json", *arguments]) == status
    report = json.loads(capsys.readouterr().out)
    assert [one["rule"] for one in report["findings"]] == rules


def test_text(project, capsys):
    (project / "CLAUDE.md").write_text("a\n\nX é\n")
    assert main(["lint", "CLAUDE.md"]) == 0
    assert capsys.readouterr().out == (
        "CLAUDE.md:3:1: a-rule: About a-rule\n"
        "    3 | X é\n"
        "      | ^^^\n"
        "    heuristic: not measured; --fix deletes it\n"
        "1 finding in 1 of 1 file: 0 fail, 1 can be fixed with --fix\n"
    )


def test_github(project, capsys):
    (project / "CLAUDE.md").write_text("Y\n")
    assert main(["lint", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=CLAUDE.md,line=1,")


def test_fix_moves_and_a_second_run_changes_nothing(project, capsys):
    folder = project / "pkg"
    folder.mkdir()
    file = folder / "AGENTS.md"
    file.write_text(f"a\n\nX\n\n{LOG}")
    for _ in range(2):
        assert main(["lint", "--fix"]) == 0
        assert file.read_text() == "a\n\nSee docs/H.md.\n"
        assert (folder / "docs" / "H.md").read_text() == LOG
    assert "nothing found" in capsys.readouterr().out


def test_fix_says_what_it_wrote(project, capsys):
    (project / "CLAUDE.md").write_text(f"a\n\nX\n\n{LOG}")
    (project / "AGENTS.md").write_text("a\n\nX\n")
    assert main(["lint", "--fix", "AGENTS.md", "CLAUDE.md"]) == 0
    assert capsys.readouterr().out == (
        "AGENTS.md: fixed 1 finding (a-rule 1)\n"
        "CLAUDE.md: fixed 2 findings (a-rule 1, c-rule 1); moved text to docs/H.md\n"
        "2 files, nothing found\n"
    )


def test_what_could_not_be_written_is_still_found(project, capsys, monkeypatch):
    def full(*_):
        raise BadInputError("cannot be written: No space left on device", where="CLAUDE.md")

    monkeypatch.setattr("chaff.lint.write.write_fixed", full)
    (project / "CLAUDE.md").write_text("a\n\nX\n")
    assert main(["lint", "--fix"]) == 2
    captured = capsys.readouterr()
    assert "1 finding in 1 of 1 file" in captured.out
    assert captured.err == "chaff: CLAUDE.md: cannot be written: No space left on device\n"


def test_a_rule_that_is_not_selected_cannot_fail(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--select", "a-rule", "--fail-on", "c-rule"]) == 2
    assert "c-rule: the rule is not selected" in capsys.readouterr().err
    assert main(["lint", "--select", "a-rule", "--fail-on", "heuristic"]) == 1


def test_diff_alone_writes_nothing(project, capsys):
    file = project / "CLAUDE.md"
    file.write_text(f"X\n\n{LOG}")
    assert main(["lint", "--diff"]) == 0
    assert file.read_text() == f"X\n\n{LOG}"
    assert not (project / "docs").exists()
    out = capsys.readouterr().out
    assert "--- CLAUDE.md\n+++ CLAUDE.md\n" in out
    assert "--- /dev/null\n+++ docs/H.md\n" in out
    assert "findings" not in out


def test_diff_and_fix(project, capsys):
    file = project / "CLAUDE.md"
    file.write_text("X\n\na\n")
    assert main(["lint", "--diff", "--fix"]) == 0
    assert file.read_text() == "a\n"
    assert "-X\n" in capsys.readouterr().out


# Text is not moved onto a file, nor where an agent would load it again.
def test_not_moved(project, capsys):
    (project / "docs").mkdir()
    (project / "docs" / "H.md").write_text("mine")
    (project / "CLAUDE.md").write_text(LOG)
    rules = project / ".claude" / "rules"
    rules.mkdir(parents=True)
    (rules / "a.md").write_text(LOG)
    assert main(["lint", "--fix", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [one["fix"] for one in report["findings"]] == [None, None]
    assert (project / "CLAUDE.md").read_text() == LOG
    assert (rules / "a.md").read_text() == LOG
    assert (project / "docs" / "H.md").read_text() == "mine"


# arguments, words of the complaint
MISUSES = {
    "no such path": (["none.md"], "does not exist"),
    "no such rule": (["--select", "z-rule"], "--select: there is no rule 'z-rule' (did you mean "),
    "no such rule to fail on": (["--fail-on", "z-rule"], "there is no rule 'z-rule'"),
    "heuristic is no rule to select": (["--select", "heuristic"], "there is no rule"),
    "a diff is text": (["--diff", "--format", "json"], "--format text only"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse(project, capsys, name):
    arguments, words = MISUSES[name]
    assert main(["lint", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_one_unreadable_file_does_not_hide_the_others(project, capsys):
    (project / "AGENTS.md").write_bytes(b"\xff\xfeX")
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 2
    captured = capsys.readouterr()
    assert "CLAUDE.md:1:1: a-rule" in captured.out
    assert captured.out.endswith("; 1 error\n")
    assert "AGENTS.md: not UTF-8 at byte 0" in captured.err


def test_one_missing_path_does_not_hide_the_others(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "none.md", "CLAUDE.md"]) == 2
    captured = capsys.readouterr()
    assert "CLAUDE.md:1:1: a-rule" in captured.out
    assert captured.err == "chaff: none.md: does not exist\n"


def test_a_dead_link_does_not_hide_the_others(project, capsys):
    (project / "AGENTS.md").symlink_to("none\x1b[2J")
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 2
    captured = capsys.readouterr()
    assert "CLAUDE.md:1:1: a-rule" in captured.out
    assert captured.err == "chaff: AGENTS.md: is a link to nothing\n"


def test_a_diff_moves_text_of_two_files_no_more_than_a_fix_does(project, capsys):
    for name in ("AGENTS.md", "CLAUDE.md"):
        (project / name).write_text(LOG)
    assert main(["lint", "--diff"]) == 0
    would = capsys.readouterr().out
    assert would.count("+++ docs/H.md\n") == 1
    assert main(["lint", "--diff", "--fix"]) == 0
    assert capsys.readouterr().out == would
    assert (project / "CLAUDE.md").read_text() == LOG


def test_no_text_leaves_through_a_link(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (project / "docs").symlink_to(outside)
    (project / "CLAUDE.md").write_text(LOG)
    assert main(["lint", "--fix"]) == 0
    assert (project / "CLAUDE.md").read_text() == LOG
    assert list(outside.iterdir()) == []


def test_a_name_that_cannot_be_printed(project, capsys):
    (project / "a\x1b[2J").mkdir()
    (project / "a\x1b[2J" / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 0
    assert "\x1b" not in capsys.readouterr().out
