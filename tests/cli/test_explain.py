import pytest

from chaff.cli.explain import page
from chaff.cli.main import main
from tests.support.library import MOVES, compiled, write_library
from tests.support.readme import ROOT
from tests.support.specs import RULES, rule


@pytest.fixture
def _project(tmp_path, monkeypatch):
    write_library(tmp_path, compiled("a-rule"), compiled("long-rule", "enforced", **MOVES))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_project")
def test_a_rule(capsys):
    assert main(["explain", "a-rule"]) == 0
    out = capsys.readouterr().out
    for words in (
        "a-rule: About a-rule\nheuristic: not measured\n",
        "It misleads.",
        "Supports it\n  - Seen. (somewhere)\n",
        "Speaks against it\n  - Unseen. (elsewhere)\n",
        "deletes the flagged block",
        "Flagged (line 1): marked\n    | X\n  becomes\n",
        "Not flagged: plain\n    | a\n",
    ):
        assert words in out


@pytest.mark.usefixtures("_project")
def test_all_rules(capsys):
    assert main(["explain"]) == 0
    assert capsys.readouterr().out == (
        "a-rule     heuristic  About a-rule\nlong-rule  enforced   About long-rule\n"
    )


@pytest.mark.usefixtures("_project")
def test_no_such_rule(capsys):
    assert main(["explain", "z"]) == 2
    assert "there is no rule 'z' (there are: a-rule, long-rule)" in capsys.readouterr().err


@pytest.mark.parametrize("name", RULES)
def test_every_rule_of_ours_has_a_page(name):
    lines = list(page(rule(name)))
    assert lines[0].startswith(f"{name}: ")
    assert sum(line.startswith("Flagged") for line in lines) == len(rule(name).invalid)


def test_what_was_measured_is_shown_with_its_model(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["explain", "persona-filler"]) == 0
    out = capsys.readouterr().out
    assert "heuristic: not measured" in out
    assert "smollm2-135m-instruct-q4_1 (practice): " in out
    assert "counts; practice: shown, moves no tier" in out
    assert "removed  █" in out
    assert "├───" in out
    assert "removed − control, in points" in out
