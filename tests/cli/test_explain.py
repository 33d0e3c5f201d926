import pytest

from chaff.cli.explain import page
from chaff.cli.main import main
from tests.support.library import MOVES, compiled, write_library
from tests.support.matrices import TABLE
from tests.support.readme import ROOT
from tests.support.site import run_row
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


def test_beside_every_verdict_stands_what_it_is_worth():
    runs = [
        run_row("a-rule", (3, 0, 0, 2, 1, 1, 1, 1, 2, 0, 0, -2)),
        run_row("a-rule", TABLE["all-five"], practice=True),
        run_row("b-rule", (0,) * 12),
    ]
    text = "\n".join(page(compiled("a-rule"), runs))
    first, second = text.split("smollm2-135m-instruct-q4_1: measured")
    for words in (
        "effect           yes  +15.0 points (9 of 60 passes)",
        "guard: attempts  no   sign-flip p",
        "The verdict hangs on the seed",
        "Interval without draws  0.0 to +28.3 points",
        "Sign-flip p             0.0547",
        "Removed − present",
        "over 2 rules measured on claude-haiku-4-5",
        "Attempt                 1 of 1 started so far",
        "smollm2-135m-instruct-q4_1 (practice): the same verdict",
        "What the arms say",
        "nominal 95 %",
    ):
        assert words in first, words
    assert "over 1 rule measured on" in second
    assert max(map(len, first.split("All four conditions hold")[1].splitlines())) <= 88
    assert "Measured" not in "\n".join(page(compiled("c-rule"), runs))
