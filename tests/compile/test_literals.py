import pytest

from chaff.compile.literals import changed_text, clash, joined, literals, named_by
from chaff.shapes.rule import TextEdit
from chaff.shapes.scorer import (
    Action,
    AllOf,
    AnswerStates,
    AnyOf,
    ReadOnDemand,
    RequiredAction,
    ToolSelected,
)

LITERALS = {
    "plain": ("deploy", {"deploy"}),
    "short ones are left out": (r"\bnpm run\b", set()),
    "case is folded": ("(?i)Deploy", {"deploy"}),
    "an optional letter ends a run": ("colou?r", {"colo"}),
    "so does a counted one": ("word{2}s", set()),
    "a repeated one belongs": ("deploy+ed", {"deploy"}),
    "alternatives": ("staging|production", {"staging", "production"}),
    "groups": ("(?:pre)?release(?P<name>notes)", {"release", "notes"}),
    "classes do not count": ("[abcdef]{4}[[:alpha:]x]tests", {"tests"}),
    "a bracket inside a class": ("[]abcd]rest", {"rest"}),
    "an escaped bracket in a class": (r"[\]abcd]rest", {"rest"}),
    "escapes end a run": (r"docs/release\.md\d\pL\x{41}\x41file", {"docs", "release", "file"}),
    "quoted text": (r"\Qmake (all)? docs\E", {"make", "docs"}),
    "quoted to the end": (r"\Qmake", {"make"}),
    "digits and underscores": ("port_number 9090", {"port_number", "9090"}),
    "other scripts": ("größe", {"größe"}),
    "flags are no text": ("(?ims-U:deploy)", {"deploy"}),
}


@pytest.mark.parametrize("name", LITERALS)
def test_literals(name):
    pattern, expected = LITERALS[name]
    assert literals(pattern) == {word.casefold() for word in expected}


SCORERS = (
    AllOf(
        scorers=(
            RequiredAction(
                require=(Action(tool="run_command", where={"command": r"\bpnpm\b"}),),
                forbid=(Action(tool="edit_file"),),
            ),
            AnyOf(scorers=(ReadOnDemand(path=r"docs/deploy\.md"), ToolSelected(tools=("page",)))),
        ),
    ),
    AnswerStates(states=r"\b42\b", denies=".*"),
)

# Edit -> what it has in common with SCORERS, or None.
CLASHES = {
    "nothing": ("Colours are chosen by hand.", "", None),
    "a word": ("Deploy on Friday.", "", "the word 'Deploy'"),
    "a word put in": ("On Friday.", "On Friday, deploy.", "the word 'deploy'"),
    "part of a longer word": ("Deployments are slow.", "", None),
    "a tool": ("Use edit_file.", "", "the word 'edit_file'"),
    "a selected tool": ("Turn the page.", "", "the word 'page'"),
    "a short string, by its pattern": ("It is 42 today.", "", r"the pattern '\\b42\\b' matches"),
    "what stays does not count": ("Deploy, then rest well.", "Deploy, then rest.", None),
    "a word cut in two": ("deploy it", "deplore it", "the word 'deploy'"),
}


@pytest.mark.parametrize("name", CLASHES)
def test_clash(name):
    find, replace, expected = CLASHES[name]
    found = clash(TextEdit(find=find, replace=replace), named_by(SCORERS))
    assert (found == "") if expected is None else (expected in found)


# Text before and after an edit that itself holds nothing -> what the file gains or loses.
JOINED = {
    "nothing": ("deploy it, please", "deploy it", None),
    "two halves": ("dep and loy it", "deploy it", "the word 'deploy'"),
    "pulled apart": ("deploy it", "dep and loy it", "the word 'deploy'"),
    "one of two": ("deploy it, deploy", "deploy it, dep loy", "the word 'deploy'"),
    "by its pattern": ("4 or 2", "42", r"the pattern '\\b42\\b' matches"),
}


@pytest.mark.parametrize("name", JOINED)
def test_joined(name):
    before, after, expected = JOINED[name]
    found = joined(before, after, named_by(SCORERS))
    assert (found == "") if expected is None else (expected in found)


def test_a_pattern_that_matches_nothing_at_all_names_nothing():
    assert ".*" not in named_by(SCORERS).patterns


CHANGED = {
    ("one two three", "one three"): ("two ", ""),
    ("one two", "one"): (" two", ""),
    ("port 80", "port 90"): ("80", "90"),
    ("builder", "build"): ("builder", "build"),
    ("x", ""): ("x", ""),
    ("same", "same"): ("", ""),
    ("a a a", "a a"): (" a", ""),
}


@pytest.mark.parametrize("edit", CHANGED)
def test_changed_text(edit):
    find, replace = edit
    assert changed_text(TextEdit(find=find, replace=replace)) == CHANGED[edit]
