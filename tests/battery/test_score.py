import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.battery.score import patterns_of, score
from chaff.errors import BadInputError
from chaff.shapes.base import convert
from chaff.shapes.scorer import Scorer
from tests.support.battery import text, use, uses

PNPM = {"tool": "run_command", "where": {"command": r"\bpnpm test"}}
NPM = {"tool": "run_command", "where": {"command": r"\bnpm test"}}
REQUIRED = {"kind": "required_action", "require": [PNPM], "forbid": [NPM]}
SELECTED = {"kind": "tool_selected", "tools": ["search", "read_file"]}
READ = {"kind": "read_on_demand", "path": r"docs/api\.md$"}
STATES = {"kind": "answer_states", "states": r"\b5200\b", "denies": r"\b4100\b"}
ALL = {"kind": "all_of", "scorers": [READ, REQUIRED]}
ANY = {"kind": "any_of", "scorers": [READ, REQUIRED]}
EVERY = [REQUIRED, SELECTED, READ, STATES, ALL, ANY]


def made(value):
    return convert(value, Scorer, where="scorer")


def run(command):
    return use("run_command", command=command)


def read(path):
    return use("read_file", path=path)


CASES = {
    "required": (REQUIRED, [run("cd x && pnpm test")], "pass", "required: run_command"),
    "required later": (REQUIRED, [run("ls"), run("pnpm test")], "pass", "pnpm test"),
    "forbidden": (REQUIRED, [run("npm test")], "fail", "forbidden: run_command"),
    "both": (REQUIRED, [run("pnpm test && npm test")], "fail", "forbidden"),
    "both, apart": (REQUIRED, [run("pnpm test"), run("npm test")], "fail", "forbidden"),
    "neither": (REQUIRED, [run("make test")], "fail", "not required: run_command"),
    "talk only": (REQUIRED, [text("I would run pnpm test")], "fail", "no tool was called"),
    "other tool": (REQUIRED, [use("search", command="pnpm test")], "fail", "not required"),
    "other field": (REQUIRED, [use("run_command", cmd="pnpm test")], "fail", "not required"),
    "field as JSON": (REQUIRED, [run(["pnpm test"])], "pass", "required"),
    "no fields asked": (
        {"kind": "required_action", "require": [{"tool": "deploy"}]},
        [use("deploy")],
        "pass",
        "required: deploy {}",
    ),
    "all fields must match": (
        {
            "kind": "required_action",
            "require": [{"tool": "edit_file", "where": {"path": "^a$", "new_text": "b"}}],
        },
        [use("edit_file", path="a", new_text="c")],
        "fail",
        "not required",
    ),
    "selected": (SELECTED, [uses(("search", {}), ("run_command", {}))], "pass", "search"),
    "not first": (SELECTED, [uses(("run_command", {}), ("search", {}))], "fail", "run_command"),
    "none selected": (SELECTED, [text("searching")], "fail", "no tool was called"),
    "read first": (READ, [read("./docs/api.md"), run("x")], "pass", "opened first"),
    "read after looking": (READ, [use("list_files"), read("docs/api.md")], "pass", "opened"),
    "read another first": (READ, [read("docs/b.md"), read("docs/api.md")], "pass", "opened"),
    "read too late": (READ, [run("x"), read("docs/api.md")], "fail", "acted before"),
    "cat is an act": (READ, [run("cat docs/api.md")], "fail", "acted before"),
    "never read": (READ, [use("search", pattern="docs/api.md")], "fail", "never opened"),
    "no call": (READ, [text("docs/api.md")], "fail", "no tool was called"),
    "read without path": (READ, [use("read_file")], "fail", "never opened"),
    "states": (STATES, [text("It is 5200.")], "pass", "states the value: It is 5200."),
    "states in parts": (STATES, [text("It is", "5200")], "pass", "states the value"),
    "states the other": (STATES, [text("4100")], "fail", "the other value: 4100"),
    "states both": (STATES, [text("5200, once 4100")], "fail", "the other value"),
    "states neither": (STATES, [text("a port")], "fail", "does not state the value"),
    "only the last counts": (STATES, [text("5200"), text("a port")], "fail", "does not"),
    "all": (ALL, [read("docs/api.md"), run("pnpm test")], "pass", "opened first"),
    "not all": (ALL, [run("pnpm test")], "fail", "acted before"),
    "any": (ANY, [run("pnpm test")], "pass", "required"),
    "not any": (ANY, [run("npm test")], "fail", "acted before"),
    "nobody answered": (STATES, [], "fail", "no answer"),
    "one turn refused": (
        REQUIRED,
        [run("pnpm test"), text("No", stop_reason="refusal")],
        "fail",
        "turn 2: stopped: refusal",
    ),
}


@pytest.mark.parametrize(("scorer", "responses", "expected", "reason"), CASES.values(), ids=CASES)
def test_scores(scorer, responses, expected, reason):
    got = score(made(scorer), responses)
    assert got.score == expected
    assert got.passed is (expected == "pass")
    assert reason in got.reason


GOOD = uses(("read_file", {"path": "docs/api.md"}), ("run_command", {"command": "pnpm test"}))
GOOD["content"].append({"type": "text", "text": "5200"})
SPOILT = {
    "refusal": "stopped: refusal",
    "max_tokens": "stopped: max_tokens",
    "model_context_window_exceeded": "stopped: model_context_window_exceeded",
}


@pytest.mark.parametrize("scorer", EVERY, ids=lambda scorer: scorer["kind"])
def test_what_is_no_answer_fails_everywhere(scorer):
    assert score(made(scorer), [GOOD]).passed
    for stop_reason, reason in SPOILT.items():
        got = score(made(scorer), [{**GOOD, "stop_reason": stop_reason}])
        assert (got.score, got.reason) == ("fail", reason)
    assert score(made(scorer), [{**GOOD, "content": []}]).reason == "the answer is empty"


def test_reasons_are_short_ascii_lines():
    got = score(made(REQUIRED), [run("é\n\ud800" + "x" * 10_000)])
    assert got.reason.isascii()
    assert got.reason.isprintable()
    assert len(got.reason) < 300


def test_patterns_of_every_part():
    assert patterns_of(made({"kind": "any_of", "scorers": [ALL, STATES, SELECTED]})) == (
        r"docs/api\.md$",
        r"\bpnpm test",
        r"\bnpm test",
        r"\b5200\b",
        r"\b4100\b",
    )


def test_a_bad_pattern_is_the_scorers_fault():
    with pytest.raises(BadInputError, match="not RE2"):
        score(made({"kind": "answer_states", "states": "("}), [text("x")])


json_values = st.sampled_from(
    [
        None,
        True,
        -1,
        2**70,
        0.5,
        "",
        "pnpm test",
        "5200",
        "\ud800\n",
        [],
        [["a"], {}],
        {},
        {"a": [1]},
    ]
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "tool_use", "thinking", "new"]) | json_values,
        "text": json_values,
        "id": json_values,
        "name": st.sampled_from(["run_command", "read_file", "search"]) | json_values,
        "input": st.dictionaries(st.sampled_from(["command", "path"]), json_values) | json_values,
    },
)
responses = st.fixed_dictionaries(
    {"content": st.lists(fields | json_values, max_size=4) | json_values},
    optional={"stop_reason": st.sampled_from(["end_turn", "refusal"]) | json_values},
)


@given(st.sampled_from(EVERY), st.lists(responses, max_size=3))
def test_no_response_raises_and_the_same_one_scores_the_same(scorer, cell):
    first = score(made(scorer), cell)
    assert first == score(made(scorer), cell)
    assert first.reason.isascii()
    assert first.reason
