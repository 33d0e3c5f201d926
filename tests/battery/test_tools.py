import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from chaff.battery.tools import BUILTIN_TOOLS, Toolbox, call, unknown_tools
from chaff.shapes.rule import CommandResult, ToolDefinition

REPOSITORY = {
    "CLAUDE.md": "Use pnpm.\n",
    "src/a.py": "import os\nx = 1\nx.y()\n",
    "src/deep/b.py": "x = 1\n",
    "empty": "",
}
COMMANDS = (
    CommandResult(command=r"pnpm test( .*)?", output="3 passed\n"),
    CommandResult(command=r"pnpm .*", output="no such script", exit_status=1),
)
DECLARED = {
    "deploy": ToolDefinition(description="Deploy.", input_schema={}, answers="deployed"),
}
TOOLBOX = Toolbox(offered=(*BUILTIN_TOOLS, "deploy"), declared=DECLARED, commands=COMMANDS)


def ask(tool, toolbox=TOOLBOX, /, **arguments):
    return call(tool, arguments, REPOSITORY, toolbox)


ANSWERS = {
    "read": ("read_file", {"path": "src/a.py"}, REPOSITORY["src/a.py"], False),
    "read the instructions": ("read_file", {"path": "./CLAUDE.md"}, "Use pnpm.\n", False),
    "read loosely": ("read_file", {"path": "src//./a.py"}, REPOSITORY["src/a.py"], False),
    "read an empty file": ("read_file", {"path": "empty"}, "", False),
    "read what is not there": ("read_file", {"path": "no.md"}, "no.md: No such file", True),
    "read a folder": ("read_file", {"path": "src"}, "Is a directory", True),
    "read the root": ("read_file", {"path": ""}, "Is a directory", True),
    "read outside": ("read_file", {"path": "src/../../x"}, "outside the project", True),
    "read absolutely": ("read_file", {"path": "/etc/passwd"}, "Absolute path", True),
    "list all": ("list_files", {}, "CLAUDE.md\nempty\nsrc/a.py\nsrc/deep/b.py", False),
    "list a folder": ("list_files", {"path": "src/"}, "src/a.py\nsrc/deep/b.py", False),
    "list a file": ("list_files", {"path": "empty"}, "Not a directory", True),
    "list what is not there": ("list_files", {"path": "sr"}, "No such file", True),
    "search": ("search", {"pattern": "x = 1"}, "src/a.py:2: x = 1\nsrc/deep/b.py:1: x", False),
    "search a file": ("search", {"pattern": "x", "path": "src/deep/b.py"}, "b.py:1", False),
    "search a folder": ("search", {"pattern": "^x", "path": "src/deep"}, "b.py:1", False),
    "search literally": ("search", {"pattern": "y()"}, "src/a.py:3: x.y()", False),
    "search what is not RE2": ("search", {"pattern": "y("}, "src/a.py:3: x.y()", False),
    "search in vain": ("search", {"pattern": "zzz"}, "No matches", False),
    "search outside": ("search", {"pattern": "x", "path": ".."}, "outside", True),
    "run": ("run_command", {"command": " pnpm test --run "}, "3 passed", False),
    "run, first wins": ("run_command", {"command": "pnpm tests"}, "(exit status 1)", True),
    "run in part": ("run_command", {"command": "cd src && pnpm test"}, "3 passed", False),
    "run until it fails": ("run_command", {"command": "pnpm x && pwd"}, "no such script", True),
    "run the unknown": ("run_command", {"command": "cargo b"}, "cargo: command not found", True),
    "run nothing": ("run_command", {"command": ""}, "(no output)", False),
    "run a pipe": ("run_command", {"command": "cat empty | wc"}, "command not found", True),
    "open quote": ("run_command", {"command": "echo '"}, "a quote is open", True),
    "too long": ("run_command", {"command": "x" * 99_999}, "Argument list too long", True),
    "ls": ("run_command", {"command": "ls -la"}, "CLAUDE.md\nempty\nsrc", False),
    "ls a folder": ("run_command", {"command": "ls src"}, "a.py\ndeep", False),
    "ls a file": ("run_command", {"command": "ls src/a.py"}, "src/a.py", False),
    "ls in vain": ("run_command", {"command": "ls no"}, "ls: no: No such file", True),
    "cat": ("run_command", {"command": "cat CLAUDE.md"}, "Use pnpm.", False),
    "cat at home": (
        "run_command",
        {"command": "cat /home/dev/project/CLAUDE.md"},
        "Use pnpm.",
        False,
    ),
    "cat in vain": ("run_command", {"command": "cat /etc/passwd"}, "Absolute path", True),
    "cd home": ("run_command", {"command": "cd /home/dev/project && ls"}, "CLAUDE.md", False),
    "cd in vain": ("run_command", {"command": "cd no && ls"}, "cd: no: No such", True),
    "pwd": ("run_command", {"command": "pwd"}, "/home/dev/project", False),
    "declared": ("deploy", {"anything": 1}, "deployed", False),
    "not offered": ("rm", {}, "No such tool: rm", True),
    "missing argument": ("read_file", {}, "Missing argument: path", True),
    "wrong type": ("read_file", {"path": 3}, "Argument path must be a string", True),
    "wrong optional type": ("list_files", {"path": None}, "must be a string", True),
}


@pytest.mark.parametrize(("tool", "arguments", "text", "is_error"), ANSWERS.values(), ids=ANSWERS)
def test_answers(tool, arguments, text, is_error):
    got = ask(tool, **arguments)
    assert got.is_error is is_error, got.text
    assert text in got.text
    assert got.repository == REPOSITORY


EDITS = {
    "replace": (("src/a.py", "x = 1", "x = 2"), {"src/a.py": "import os\nx = 2\nx.y()\n"}),
    "delete": (("src/a.py", "import os\n", ""), {"src/a.py": "x = 1\nx.y()\n"}),
    "make": (("docs/new.md", "", "hello\n"), {"docs/new.md": "hello\n"}),
}
REFUSED_EDITS = {
    "not found": (("src/a.py", "y = 1", "z"), "old_text not found"),
    "twice": (("src/a.py", "x", "z"), "old_text stands 2 times"),
    "no such file": (("no.py", "x", "z"), "No such file"),
    "make over": (("empty", "", "z"), "File exists"),
    "make over a folder": (("src", "", "z"), "Is a directory"),
    "make the root": ((".", "", "z"), "Is a directory"),
    "make outside": (("../x", "", "z"), "outside"),
}


@pytest.mark.parametrize(("edit", "changed"), EDITS.values(), ids=EDITS)
def test_edits(edit, changed):
    got = ask("edit_file", **dict(zip(("path", "old_text", "new_text"), edit, strict=True)))
    assert not got.is_error
    assert got.repository == {**REPOSITORY, **changed}


@pytest.mark.parametrize(("edit", "problem"), REFUSED_EDITS.values(), ids=REFUSED_EDITS)
def test_refused_edits(edit, problem):
    got = ask("edit_file", **dict(zip(("path", "old_text", "new_text"), edit, strict=True)))
    assert got.is_error
    assert problem in got.text
    assert got.repository == REPOSITORY


def test_many_hits_are_cut():
    got = call("search", {"pattern": "x"}, {"a": "x\n" * 250}, TOOLBOX)
    assert got.text.endswith("a:100: x\n(150 more)")


def test_only_offered_tools_answer():
    got = ask("run_command", Toolbox(offered=("read_file",)), command="pwd")
    assert (got.text, got.is_error) == ("No such tool: run_command", True)


@pytest.mark.parametrize("name", BUILTIN_TOOLS)
def test_definitions_are_well_formed(name):
    definition = BUILTIN_TOOLS[name]
    assert definition["name"] == name
    assert definition["description"]
    Draft202012Validator.check_schema(definition["input_schema"])


def test_unknown_tools_are_named():
    assert unknown_tools(("read_file", "deploy", "fly"), DECLARED) == ("fly",)


hostile = st.none() | st.integers() | st.lists(st.integers()) | st.text(st.characters())
commands = st.lists(
    st.sampled_from(["ls", "cat", "cd", "pwd", "&&", "src", "'", '"', "\\", "|", "..", "\0"])
).map(" ".join)
arguments = st.dictionaries(
    st.sampled_from(["path", "pattern", "command", "old_text", "new_text", "other"]),
    hostile | commands | st.sampled_from(["src", ".", "x", "src/a.py"]),
)


@given(st.sampled_from([*BUILTIN_TOOLS, "deploy", "\ud800"]), arguments)
def test_no_arguments_raise_and_the_same_ones_answer_the_same(tool, given_arguments):
    before = dict(REPOSITORY)
    first = call(tool, given_arguments, REPOSITORY, TOOLBOX)
    assert first == call(tool, given_arguments, REPOSITORY, TOOLBOX)
    assert before == REPOSITORY
    assert tool == "edit_file" or first.repository == REPOSITORY
