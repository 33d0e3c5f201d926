import io
import json

import pytest

from chaff.cli.main import main
from chaff.errors import BadInputError
from tests.support.library import (
    MOVES,
    compiled,
    evidence,
    reading,
    write_evidence,
    write_library,
)

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


@pytest.mark.parametrize("format_", ["text", "json", "sarif", "github"])
def test_several_processes_tell_the_same(project, capsys, monkeypatch, format_):
    monkeypatch.setattr("chaff.cli.lint_run.processes", lambda: 3)
    for number in range(70):
        folder = project / f"f{number % 7}" / f"g{number}"
        folder.mkdir(parents=True)
        text = [b"X\n\nY\n", b"a\n" * number, b"\xff", b"# A\n\n## Log\n\n- 1\n- 2\n"][number % 4]
        (folder / "CLAUDE.md").write_bytes(text)
    (project / "baseline.json").write_text('{"schema": "chaff.baseline/1", "findings": []}\n')
    told = []
    for jobs in ("1", "2", "3"):
        status = main(["lint", "--format", format_, "--jobs", jobs, "--fail-on", "a-rule"])
        told.append((status, capsys.readouterr()))
    assert told[0] == told[1] == told[2]
    assert told[0][0] == 2


def test_text(project, capsys):
    (project / "CLAUDE.md").write_text("a\n\nX é\n")
    assert main(["lint", "CLAUDE.md"]) == 0
    assert capsys.readouterr().out == (
        "CLAUDE.md:3:1: a-rule: About a-rule\n"
        "    3 | X é\n"
        "      | ^^^\n"
        "    heuristic: not measured; --fix deletes it\n"
        "heuristic: not measured = no experiment has shown yet that an agent does better without "
        "it, so it fails only with --fail-on.\n"
        "`chaff explain a-rule` says why, what speaks against it, and what was measured.\n"
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

    monkeypatch.setattr("chaff.lint.fixes.write.write_fixed", full)
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
    "unsafe alone": (["--unsafe-fixes"], "--unsafe-fixes does nothing alone"),
    "a baseline of fixed text": (["--fix", "--write-baseline", "b"], "goes without --fix"),
    "a baseline to standard output": (["--write-baseline", "-"], "writes a file"),
    "a name for nothing": (["--stdin-filename", "a.md"], "goes with the path - only"),
    "no bytes": (["--max-bytes", "0"], "must be at least 1"),
    "two minds": (["--config", "a.toml", "--no-config"], "contradict"),
    "no such config": (["--config", "none.toml"], "none.toml: cannot be read"),
    "a diff is text": (["--diff", "--format", "json"], "--format text only"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse(project, capsys, name):
    arguments, words = MISUSES[name]
    assert main(["lint", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_one_unreadable_file_does_not_hide_the_others(project, capsys):
    (project / "AGENTS.md").write_bytes(b"X\n\xff")
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 2
    captured = capsys.readouterr()
    assert "CLAUDE.md:1:1: a-rule" in captured.out
    assert captured.out.endswith("; 1 error\n")
    assert "AGENTS.md: not UTF-8 at byte 2" in captured.err


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
    assert (project / "CLAUDE.md").read_text() == "See docs/H.md.\n"


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


LONG = "提交前请先运行全部测试并检查格式。\n\n" * 9
MARK = "<!-- chaff: ignore[a-rule] ours -->\n"


def report(capsys) -> dict:
    return json.loads(capsys.readouterr().out)


def test_json_has_what_was_agreed(project, capsys):
    (project / "CLAUDE.md").write_text("---\na: b\n---\n\n  X é\n")
    (project / "AGENTS.md").write_text(LONG)
    assert main(["lint", "--format", "json"]) == 0
    found = report(capsys)
    assert (found["files"], found["not_covered"]) == (2, ["AGENTS.md"])
    assert found["findings"] == [
        {
            "rule": "a-rule",
            "path": "CLAUDE.md",
            "line": 5,
            "column": 3,
            "end_line": 5,
            "tier": "heuristic",
            "label": "heuristic: not measured",
            "message": "About a-rule",
            "fix": "safe",
            "fails": False,
        }
    ]


def test_what_is_not_covered_is_told_and_fails_only_if_asked(project, capsys):
    (project / "CLAUDE.md").write_text(LONG)
    assert main(["lint"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("CLAUDE.md: not covered: ")
    assert out.endswith("1 file, nothing found; 1 file not covered\n")
    assert main(["lint", "--fail-on", "not-covered"]) == 1


def test_sarif_is_one_log(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--format", "sarif"]) == 0
    (run,) = report(capsys)["runs"]
    assert run["results"][0]["fixes"]


def test_errors_are_annotations_too(project, capsys):
    (project / "CLAUDE.md").write_bytes(b"a\0")
    assert main(["lint", "--format", "github"]) == 2
    captured = capsys.readouterr()
    assert (
        captured.out == "::error file=CLAUDE.md::NUL byte at byte 1 (line 1) (it is no text file)\n"
    )
    assert captured.err.startswith("chaff: CLAUDE.md: NUL byte")


# arguments, environment, whether the report is coloured (it does not go to a terminal here)
COLOURS = [
    ({}, False),
    ({"FORCE_COLOR": "1"}, True),
    ({"FORCE_COLOR": "0"}, False),
    ({"CLICOLOR_FORCE": "1"}, True),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
]


@pytest.mark.parametrize(("environment", "coloured"), COLOURS)
def test_colour(project, capsys, monkeypatch, environment, coloured):
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (project / "CLAUDE.md").write_text("X\x1b[2J\n")
    for arguments in (["lint"], ["lint", "--diff"]):
        main(arguments)
        out = capsys.readouterr().out
        assert ("\x1b[1m" in out) is coloured
    assert main(["lint", "--format", "json"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_suppressed_and_known_findings_stay(project, capsys):
    file = project / "CLAUDE.md"
    file.write_text(f"{MARK}X\n\nX one\n")
    assert main(["lint", "--write-baseline", "known.json"]) == 0
    assert "1 finding written" in capsys.readouterr().out
    text = f"intro\n\n{MARK}X\n\nX one\n\nX two\n"
    file.write_text(text)
    assert main(["lint", "--baseline", "known.json"]) == 0
    out = capsys.readouterr().out
    assert "CLAUDE.md:8:1" in out
    assert "CLAUDE.md:6" not in out
    assert out.endswith("; 1 suppressed; 1 in the baseline\n")
    assert main(["lint", "--baseline", "known.json", "--fix"]) == 0
    assert file.read_text() == f"intro\n\n{MARK}X\n\nX one\n"


def test_the_baseline_names_files_from_where_it_lies(project, capsys, monkeypatch):
    (project / "pkg").mkdir()
    (project / "pkg" / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--write-baseline", "known.json"]) == 0
    monkeypatch.chdir(project / "pkg")
    capsys.readouterr()
    assert main(["lint", "--baseline", "../known.json"]) == 0
    assert "1 in the baseline" in capsys.readouterr().out


def test_stale_entries_are_told(project, capsys):
    for name in ("CLAUDE.md", "AGENTS.md", "GEMINI.md"):
        (project / name).write_text("X\n")
    main(["lint", "--write-baseline", "known.json"])
    (project / "CLAUDE.md").write_text("a\n")
    (project / "AGENTS.md").unlink()
    capsys.readouterr()
    assert main(["lint", "--baseline", "known.json", "--format", "json"]) == 0
    gone, fixed = report(capsys)["notes"]
    assert gone.startswith("known.json: stale: a-rule in AGENTS.md (the file is gone); --write-b")
    assert fixed.startswith("known.json: stale: a-rule in CLAUDE.md (it is not found any more); ")
    # What was not looked at is not called stale.
    assert main(["lint", "--baseline", "known.json", "--ignore", "a-rule", "GEMINI.md"]) == 0
    assert "GEMINI.md" not in capsys.readouterr().out


def test_a_baseline_is_replaced_and_nothing_else_is(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--write-baseline", "known.json"]) == 0
    assert main(["lint", "--baseline", "known.json", "--write-baseline", "known.json"]) == 0
    assert "1 finding written" in capsys.readouterr().out
    (project / "mine.json").write_text("{}")
    assert main(["lint", "--write-baseline", "mine.json"]) == 2
    assert "mine.json: is no baseline" in capsys.readouterr().err
    assert (project / "mine.json").read_text() == "{}"


def test_no_baseline_is_written_of_half_the_files(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--write-baseline", "known.json", ".", "none.md"]) == 2
    assert "no baseline was written" in capsys.readouterr().err
    assert not (project / "known.json").exists()


def test_a_baseline_that_is_not_there(project, capsys):
    assert main(["lint", "--baseline", "none.json"]) == 2
    assert "none.json: cannot be read: No such file" in capsys.readouterr().err


def test_unsafe_fixes(project, capsys):
    write_library(project, compiled("d-rule", fix_safety="unsafe"))
    (project / "CLAUDE.md").write_text("a\n\nX\n")
    chosen = ["lint", "--select", "d-rule"]
    assert main([*chosen, "--fix"]) == 0
    assert (project / "CLAUDE.md").read_text() == "a\n\nX\n"
    assert "1 more with --unsafe-fixes" in capsys.readouterr().out
    main([*chosen, "--diff", "--unsafe-fixes"])
    assert "-X\n" in capsys.readouterr().out
    assert main([*chosen, "--fix", "--unsafe-fixes", "--format", "json"]) == 0
    assert report(capsys)["fixed"] == [
        {"path": "CLAUDE.md", "fixes": {"d-rule": 1}, "moved_to": []}
    ]
    assert (project / "CLAUDE.md").read_text() == "a\n"


def test_what_was_just_moved_is_no_dead_path(project, capsys):
    detect = {
        "kind": "missing_path",
        "blocks": ["paragraph"],
        "path": [r"\.md$"],
        "only": [".*"],
    }
    fix = MOVES["fix"] | {"pointer": "`docs/H.md`"}
    mover = compiled("m-rule", detect=MOVES["detect"], fix=fix)
    finder = compiled("d-rule", detect=detect, fix={"kind": "delete_block"})
    write_library(project, mover, finder)
    (project / "docs").mkdir()
    (project / "docs" / "a.md").touch()
    (project / "CLAUDE.md").write_text(f"See `docs/b.md`.\n\n{LOG}")
    chosen = ["lint", "--select", "m-rule,d-rule", "--format", "json"]
    assert main(chosen) == 0
    assert {one["rule"] for one in report(capsys)["findings"]} == {"m-rule", "d-rule"}
    assert main([*chosen, "--fix"]) == 0
    assert report(capsys)["findings"] == []
    assert (project / "CLAUDE.md").read_text() == "`docs/H.md`\n"
    assert main(chosen) == 0
    assert report(capsys)["findings"] == []


def test_a_rule_with_wrong_hits_is_off_until_selected(project, capsys):
    write_library(project, compiled("d-rule", "enforced", readings=[reading(right=False)]))
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint", "--format", "json"]) == 0
    assert [one["rule"] for one in report(capsys)["findings"]] == ["a-rule"]
    assert main(["lint", "--format", "json", "--select", "d-rule"]) == 1
    assert main(["lint", "--select", "default,d-rule", "--fail-on", "d-rule"]) == 1
    assert main(["lint", "--fail-on", "d-rule"]) == 2
    assert "add --select d-rule" in capsys.readouterr().err


SETTINGS = """\
fail_on = ["heuristic"]
exclude = ["vendor/"]
baseline = "known.json"
[[per_path]]
paths = ["pkg/"]
ignore = ["a-rule"]
"""


def test_settings_hold_from_any_folder_below(project, capsys, monkeypatch):
    (project / "chaff.toml").write_text(SETTINGS)
    for name in ("CLAUDE.md", "pkg/CLAUDE.md", "pkg/vendor/CLAUDE.md", "sub/CLAUDE.md"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("X\n")
    assert main(["lint"]) == 2
    assert "known.json: cannot be read" in capsys.readouterr().err
    assert main(["lint", "--write-baseline", "known.json", "sub"]) == 0
    capsys.readouterr()
    assert main(["lint", "--format", "json"]) == 1
    told = report(capsys)
    assert [one["path"] for one in told["findings"]] == ["CLAUDE.md"]
    assert (told["files"], told["in_baseline"]) == (3, 1)
    monkeypatch.chdir(project / "pkg")
    assert main(["lint", "--format", "json"]) == 0
    assert report(capsys)["files"] == 1
    # A file that is named is linted.
    assert main(["lint", "--format", "json", "vendor/CLAUDE.md"]) == 0
    assert report(capsys)["files"] == 1


def test_the_command_line_has_its_way(project, capsys):
    (project / "chaff.toml").write_text("ignore = ['a-rule']\nfail_on = ['heuristic']\n")
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 0
    assert main(["lint", "--select", "a-rule"]) == 1
    assert main(["lint", "--select", "a-rule", "--fail-on", "not-covered"]) == 0
    assert main(["lint", "--no-config", "--format", "json"]) == 0
    capsys.readouterr()
    (project / "other.toml").write_text("fail_on = ['a-rule']\n")
    assert main(["lint", "--config", "other.toml"]) == 1


def test_a_broken_config_is_one_line_and_stops_no_file_but_every_fix(project, capsys):
    (project / "CLAUDE.md").write_text("X\n")
    for text, words in (
        ("selekt = []\n", "chaff.toml:1: there is no setting 'selekt' (did you mean 'select'?)"),
        ("select = [\n", "chaff.toml: is not TOML"),
        ("select = ['z-rule']\n", "chaff.toml: select: there is no rule 'z-rule'"),
        ("models = ['typo']\n", "chaff.toml: models: there is no model 'typo'"),
    ):
        (project / "chaff.toml").write_text(text)
        assert main(["lint"]) == 2
        captured = capsys.readouterr()
        assert words in captured.err
        assert captured.err.endswith("; linted without these settings\n")
        assert captured.err.count("\n") == 1
        assert captured.out.startswith("CLAUDE.md:1:1: a-rule:")
        for asked in (["--fix"], ["--diff"], ["--write-baseline", "known.json"]):
            assert main(["lint", *asked]) == 2
            captured = capsys.readouterr()
            assert words in captured.err
            assert captured.out == ""
        assert (project / "CLAUDE.md").read_text() == "X\n"


def test_an_enforced_rule_informs_where_it_was_not_measured(project, capsys):
    write_evidence(project, "b-rule", evidence("m-1"))
    write_evidence(project, "a-rule", evidence("m-2"))
    (project / "CLAUDE.md").write_text("Y\n")
    for models, status in (('["m-1"]', 1), ('["m-2"]', 0), ("[]", 1)):
        (project / "chaff.toml").write_text(f"models = {models}\n")
        assert main(["lint", "--format", "json"]) == status
        (one,) = report(capsys)["findings"]
        told = "m-1: admitted, +0.23 [+0.10, +0.37], 12 prompts x 5, 2026-11-30"
        assert one["label"].startswith(told)
    # The command line has its way.
    assert main(["lint", "--models", "m-2"]) == 0
    (project / "chaff.toml").write_text('models = ["m-2"]\n')
    assert main(["lint", "--models", "m-1"]) == 1
    capsys.readouterr()
    assert main(["lint", "--models", "m-11"]) == 2
    assert "--models: there is no model 'm-11' (did you mean 'm-1'?" in capsys.readouterr().err


@pytest.fixture
def stdin(monkeypatch):
    def give(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def test_standard_input(project, capsys, stdin):
    stdin(b"a\n\nX\n")
    assert main(["lint", "-", "--stdin-filename", "pkg/CLAUDE.md"]) == 0
    assert capsys.readouterr().out.startswith("pkg/CLAUDE.md:3:1: a-rule")
    stdin(b"X\n")
    assert main(["lint", "/dev/stdin"]) == 0
    assert capsys.readouterr().out.startswith("-:1:1: a-rule")


def test_standard_input_is_fixed_to_standard_output(project, capsysbinary, stdin):
    stdin(f"a\r\n\r\nX\r\n\r\n{LOG}".encode())
    assert main(["lint", "--fix", "-"]) == 0
    captured = capsysbinary.readouterr()
    # No file is written beside a text without a place, so the log stays.
    assert captured.out == f"a\r\n\r\n{LOG}".encode()
    assert b"fixed 1 finding (a-rule 1)" in captured.err
    assert b"c-rule" in captured.err
    stdin(b"X\n\na\n")
    assert main(["lint", "--diff", "-"]) == 0
    assert b"-X\n" in capsysbinary.readouterr().out


@pytest.mark.parametrize("data", [b"a\0", b"\xff", b"a" * 20])
def test_bad_standard_input(project, capsysbinary, stdin, data):
    stdin(data)
    assert main(["lint", "--fix", "-", "--max-bytes", "10"]) == 2
    captured = capsysbinary.readouterr()
    assert captured.out == b""
    assert captured.err.count(b"chaff: -: ") == 1


def test_standard_input_that_is_closed(project, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["lint", "-"]) == 2
    assert "chaff: -: standard input is closed" in capsys.readouterr().err


def test_a_large_file_is_skipped_with_a_note(project, capsys):
    (project / "CLAUDE.md").write_text("X" * 100)
    (project / "AGENTS.md").write_text("X\n")
    assert main(["lint", "--max-bytes", "50", "--format", "json"]) == 0
    told = report(capsys)
    assert told["files"] == 1
    assert told["notes"] == [
        "CLAUDE.md: skipped: 100 bytes are more than 50 (raise --max-bytes to lint it)"
    ]


def test_a_bad_pattern_is_the_rules_fault(project, capsys):
    file = project / "generated" / "a-rule" / "rule.json"
    file.write_text(file.read_text().replace('"^X"', '"(?=X)"', 1))
    (project / "CLAUDE.md").write_text("X\n")
    assert main(["lint"]) == 2
    assert "a-rule/rule.json: detect.any: pattern '(?=X)' is not RE2" in capsys.readouterr().err


def test_excluded_on_the_command_line(project, capsys):
    (project / "vendor").mkdir()
    (project / "vendor" / "CLAUDE.md").write_text("X\n")
    (project / "CLAUDE.md").write_text("X\n")
    for pattern in ("vendor/", "./vendor/", "./vendor"):
        assert main(["lint", "--exclude", pattern, "--format", "json"]) == 0
        assert report(capsys)["files"] == 1


def test_an_empty_selection_is_no_default(project, capsys):
    assert main(["lint", "--select", ""]) == 2
    assert "--select names no rule" in capsys.readouterr().err


def test_a_heading_that_stands_over_nothing_is_told(project, capsys):
    text = "# A\n\na\n\n## B\n\n- X\n\n## C\n\nc\n"
    told = "note: CLAUDE.md:5: nothing is left under 'B': delete the heading, or write what belongs"
    for arguments in (["--fix"], ["--diff"]):
        (project / "CLAUDE.md").write_text(text)
        assert main(["lint", *arguments]) == 0
        captured = capsys.readouterr()
        assert told in (captured.err if "--diff" in arguments else captured.out)
    (project / "CLAUDE.md").write_text(text)
    assert main(["lint"]) == 0
    assert "nothing is left" not in "".join(capsys.readouterr())


def test_what_a_link_out_of_the_repository_leads_to_is_fixed_only_if_named(project, capsys):
    outside = project / "outside.md"
    outside.write_text("X\n\na\n")
    inside = project / "repository"
    (inside / ".git").mkdir(parents=True)
    (inside / "AGENTS.md").write_text("X\n\na\n")
    (inside / "CLAUDE.md").symlink_to(outside)
    (inside / "GEMINI.md").symlink_to("AGENTS.md")
    assert main(["lint", "--fix", str(inside)]) == 2
    assert "CLAUDE.md: is a link out of the repository, and not fixed" in capsys.readouterr().err
    assert outside.read_text() == "X\n\na\n"
    assert (inside / "AGENTS.md").read_text() == "a\n"
    assert main(["lint", "--fix", str(inside / "CLAUDE.md")]) == 0
    assert outside.read_text() == "a\n"
    assert (inside / "CLAUDE.md").is_symlink()


def test_two_files_with_the_same_log_share_it(project, capsys):
    """The second run has nothing to do, and the diff makes the file once."""
    text = f"a\n\n{LOG}"
    for name in ("AGENTS.md", "CLAUDE.md"):
        (project / name).write_text(text)
    assert main(["lint", "--diff"]) == 0
    diff = capsys.readouterr().out
    assert diff.count("+++ docs/H.md") == 1
    assert diff.count("+See docs/H.md.") == 2
    assert main(["lint", "--fix"]) == 0
    for name in ("AGENTS.md", "CLAUDE.md"):
        assert (project / name).read_text() == "a\n\nSee docs/H.md.\n"
    assert (project / "docs" / "H.md").read_text() == LOG


def test_two_files_with_logs_of_their_own_do_not(project, capsys):
    (project / "AGENTS.md").write_text(LOG)
    (project / "CLAUDE.md").write_text(f"{LOG}- 3\n")
    for _ in range(2):
        assert main(["lint", "--fix"]) == 0
        assert (project / "CLAUDE.md").read_text() == f"{LOG}- 3\n"
        assert (project / "docs" / "H.md").read_text() == LOG
    assert "docs/H.md may not be written" in capsys.readouterr().out
