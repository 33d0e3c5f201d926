import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.battery.arm import view
from chaff.battery.prompt import body, unfinished, wrapper
from chaff.battery.tools import BUILTIN_TOOLS
from chaff.canonical import find_unsafe
from chaff.errors import BadInputError
from tests.support.battery import FILE, MODEL, config, text, use, uses


def ask(responses=(), whole=None, arm="present", **item):
    whole = whole or config()
    chosen = msgspec.structs.replace(whole.battery.items[0], **item)
    return body(whole, view(whole, arm, "other"), chosen, MODEL, responses)


def test_the_first_request():
    wrapped = wrapper("reminder", "CLAUDE.md")
    assert ask() == {
        "model": MODEL,
        "max_tokens": 400,
        "tools": [BUILTIN_TOOLS[name] for name in ("read_file", "edit_file", "run_command")],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": f"{wrapped.before}{FILE}{wrapped.after}"},
                    {"type": "text", "text": "Add left-pad."},
                ],
            }
        ],
    }


def test_the_reminder_names_the_path():
    assert "docs/AGENTS.md" in wrapper("reminder", "docs/AGENTS.md").before
    assert "docs/AGENTS.md" in wrapper("system", "docs/AGENTS.md").before


def test_system_delivery():
    request = ask(whole=config(delivery="system"))
    assert request["system"] == wrapper("system", "CLAUDE.md").before + FILE
    (message,) = request["messages"]
    assert message["content"] == [{"type": "text", "text": "Add left-pad."}]


def test_arms_differ_only_in_the_text_they_show():
    def without_file(arm):
        request = ask(arm=arm)
        return request["messages"][0]["content"].pop(0)["text"], request

    (present, rest), (removed, other_rest) = without_file("present"), without_file("removed")
    assert present != removed
    assert rest == other_rest


def test_no_tools_no_field():
    assert "tools" not in ask(tools=())


def test_declared_tools_are_sent_as_declared():
    schema = {"type": "object"}
    declared = {"deploy": {"description": "Deploy.", "input_schema": schema, "answers": "ok"}}
    request = ask(whole=config(tool_definitions=declared), tools=("deploy", "search"))
    assert request["tools"] == [
        {"name": "deploy", "description": "Deploy.", "input_schema": schema},
        BUILTIN_TOOLS["search"],
    ]


def test_later_turns_are_worked_out_from_the_answers():
    first = uses(
        ("edit_file", {"path": "src/a.txt", "old_text": "one", "new_text": "two"}),
        ("read_file", {"path": "src/a.txt"}),
    )
    second = uses(("read_file", {"path": "src/a.txt"}), ("read_file", {"path": "docs/OLD.md"}))
    present = ask([first, second])["messages"]
    assert [message["role"] for message in present] == ["user", "assistant"] * 2 + ["user"]
    assert present[1]["content"] == first["content"]
    assert present[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Edited src/a.txt"},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "two\n"},
    ]
    assert present[4]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "two\n"},
        {
            "type": "tool_result",
            "tool_use_id": "toolu_2",
            "content": "docs/OLD.md: No such file or directory",
            "is_error": True,
        },
    ]
    assert ask([first, second], arm="removed")["messages"][4]["content"][1] == {
        "type": "tool_result",
        "tool_use_id": "toolu_2",
        "content": "moved\n",
    }


def test_reading_the_instruction_file_returns_the_arms_text():
    for arm in ("present", "removed", "control"):
        result = ask([use("read_file", path="CLAUDE.md")], arm=arm)["messages"][2]["content"][0]
        assert result["content"] == view(config(), arm, "other").text


def test_only_what_the_api_takes_back_is_sent_back():
    answer = use("run_command", command="pnpm add x")
    answer["content"][:0] = [
        {"type": "thinking", "thinking": "hm", "signature": "s", "extra": 1},
        {"type": "text", "text": "", "citations": None},
        {"type": "text", "text": "Adding.", "citations": None},
        {"type": "from_the_future", "x": 1},
    ]
    assert ask([answer])["messages"][1]["content"] == [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "Adding."},
        {
            "type": "tool_use",
            "id": "toolu_1",
            "name": "run_command",
            "input": {"command": "pnpm add x"},
        },
    ]


UNFINISHED = {
    "nothing yet": ([], True),
    "a call": ([use("search")], True),
    "text": ([text("done")], False),
    "two of three": ([use("search")] * 2, True),
    "all turns": ([use("search")] * 3, False),
    "cut off": ([use("search", "max_tokens")], False),
    "refused": ([text("no", stop_reason="refusal")], False),
    "empty": ([{"content": [], "stop_reason": "tool_use"}], False),
}


@pytest.mark.parametrize(("responses", "expected"), UNFINISHED.values(), ids=UNFINISHED)
def test_unfinished(responses, expected):
    assert unfinished(config().battery.items[0], responses) is expected


def test_what_the_config_does_not_provide_for_stops():
    whole = config()
    seen, item = view(whole, "present", "other"), whole.battery.items[0]
    with pytest.raises(BadInputError, match="no request settings for other-model"):
        body(whole, seen, item, "other-model", [])
    with pytest.raises(BadInputError, match="needs no further turn"):
        ask([text("done")])
    with pytest.raises(BadInputError, match="tool fly is neither built in nor declared"):
        ask(tools=("fly",))


strings = st.text(st.characters())


@given(st.lists(st.dictionaries(strings, strings), min_size=1, max_size=2), strings)
def test_whatever_is_called_the_request_can_be_sent(inputs, name):
    answer = uses(*((name, each) for each in inputs), ("read_file", {"path": "\udc80"}))
    request = ask([answer])
    assert find_unsafe(request) == ""
    assert request == ask([answer])
