import pytest

from chaff.battery.responses import as_text, calls_of, text_of, why_unusable
from tests.support.battery import text, use, uses

DEEP: list = []
for _ in range(100_000):
    DEEP = [DEEP]


def test_blocks_are_taken_by_type():
    response = {
        "content": [
            {"type": "thinking", "thinking": "hm", "text": "not this"},
            {"type": "text", "text": "one"},
            {"type": "tool_use", "id": "t1", "name": "search", "input": {"pattern": "x"}},
            {"type": "from_the_future", "name": "search", "input": {}},
            {"type": "text", "text": "two"},
        ]
    }
    assert text_of(response) == "one\ntwo"
    assert [(call.id, call.tool, call.arguments) for call in calls_of(response)] == [
        ("t1", "search", {"pattern": "x"})
    ]


def test_calls_are_in_order():
    assert [call.tool for call in calls_of(uses(("a", {}), ("b", {})))] == [*"ab"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        "text",
        7,
        {},
        [None, 1, "x", []],
        [{}],
        [{"type": ["text"]}],
        [{"type": "text"}],
        [{"type": "text", "text": 3}],
        [{"type": "tool_use"}],
        [{"type": "tool_use", "name": 3}],
    ],
)
def test_damaged_content_says_nothing(content):
    response = {"content": content, "stop_reason": "end_turn"}
    assert text_of(response) == ""
    assert calls_of(response) == ()
    assert why_unusable(response, calls_of(response)) == "the answer is empty"


def test_damaged_fields_read_as_absent():
    (call,) = calls_of({"content": [{"type": "tool_use", "name": "x", "id": 3, "input": "y"}]})
    assert (call.id, call.arguments) == ("call_1", {})


UNUSABLE = {
    "refused": (text("No.", stop_reason="refusal"), "stopped: refusal"),
    "cut off": (text("The po", stop_reason="max_tokens"), "stopped: max_tokens"),
    "call cut off": (use("run_command", "max_tokens"), "stopped: max_tokens"),
    "context full": (
        text("x", stop_reason="model_context_window_exceeded"),
        "stopped: model_context_window_exceeded",
    ),
    "no content": ({"stop_reason": "end_turn"}, "the answer is empty"),
    "blank": (text(" \n"), "the answer is empty"),
    "text": (text("x"), ""),
    "call": (use("search"), ""),
    "odd stop reason": (text("x", stop_reason=["refusal"]), ""),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("response", "reason"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable(response, reason):
    assert why_unusable(response, calls_of(response)) == reason


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", "a"),
        (None, "null"),
        (True, "true"),
        ([1, "é"], '[1, "é"]'),
        ({"b": 1, "a": 2}, '{"a": 2, "b": 1}'),
        (DEEP, ""),
        ({1, 2}, ""),
    ],
)
def test_arguments_as_text(value, expected):
    assert as_text(value) == expected
