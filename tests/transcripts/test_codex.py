"""What counts as the person in Codex rollouts: a table of small transcripts."""

import itertools
import json

import pytest

from chaff.transcripts.codex import Reader, own_words
from chaff.transcripts.copies import Seen
from chaff.transcripts.events import Interrupt, Load, Setting, Turn
from tests.support.claude_session import jsonl

_SECONDS = itertools.count()


def row(kind, /, **payload):
    number = next(_SECONDS)
    stamp = f"2026-01-02T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
    return {"timestamp": stamp, "type": kind, "payload": payload}


def head(session="s-1", **fields):
    meta = {"id": session, "cwd": "/home/p", "originator": "codex_cli_rs", "cli_version": "0.1"}
    return row("session_meta", **{**meta, "source": "cli", **fields})


def event(text, **fields):
    return row("event_msg", **{"type": "user_message", "message": text, **fields})


def item(text):
    content = [{"type": "text", "text": text, "text_elements": []}]
    return row("event_msg", type="item_completed", item={"type": "UserMessage", "content": content})


def sent(text, role="user"):
    return row(
        "response_item", type="message", role=role, content=[{"type": "input_text", "text": text}]
    )


def read(*rows, place="place", seen=None):
    reader, seen = Reader(place), Seen() if seen is None else seen
    events = []
    for number, line in enumerate(jsonl(*rows).splitlines()):
        events += reader.feed(number, line)
    events += reader.finish()
    return reader, [each for each in events if not isinstance(each, Turn) or seen.is_new(each)]


def words(*rows, **where):
    _, events = read(*rows, **where)
    return [(each.row, each.kind, each.text) for each in events if isinstance(each, Turn)]


IDE = "# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nfix it"

CASES = {
    "event, then what was sent": ([event("a"), sent("a")], ["a"]),
    "sent, then event": ([sent("a"), event("a")], ["a"]),
    "finished item": ([sent("a"), item("a")], ["a"]),
    "event and finished item": ([event("a"), item("a"), event("a"), item("a")], ["a", "a"]),
    "finished item and event": ([item("a"), event("a"), item("b"), event("b")], ["a", "b"]),
    "honest repeat": (
        [event("retry"), sent("retry"), event("retry"), sent("retry")],
        ["retry", "retry"],
    ),
    "only what was sent": ([sent("a"), sent("b")], ["a", "b"]),
    "injected": (
        [
            sent("<environment_context>\n<cwd>/w</cwd>\n</environment_context>"),
            sent("<user_instructions>\nbe brief\n</user_instructions>"),
            sent("# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nno, wrong\n</INSTRUCTIONS>"),
            sent("<turn_aborted>\nx\n</turn_aborted>"),
            sent("<user_shell_command>ls</user_shell_command>"),
            sent("fix it"),
        ],
        ["fix it"],
    ),
    "developer and assistant": (
        [sent("x", "developer"), sent("y", "assistant"), event("a")],
        ["a"],
    ),
    "injected event": (
        [event("be brief", kind="user_instructions"), event("a", kind="plain")],
        ["a"],
    ),
    "an editor's prompt": ([event(IDE)], ["fix it"]),
    "an editor's newer prompt": (
        [event("# Files mentioned by the user:\n\n## a.png\n\n## My request:\nsee")],
        ["see"],
    ),
    "an editor's prompt without words": ([event("# Selected text:\n\nno, wrong\n")], []),
    "a selection that holds the heading": (
        [event(IDE.replace("a.py", "x\n## My request:\nno"))],
        ["fix it"],
    ),
    "typed heading": ([event("## My request: do x")], ["## My request: do x"]),
    "an image": ([event("see this\n<image name=[Image #1]>\n</image>")], ["see this"]),
    "compacted": (
        [event("a"), row("compacted", message="the user said no", replacement_history=[])],
        ["a"],
    ),
    "agent": ([row("event_msg", type="agent_message", message="no, wrong")], []),
    "empty": ([event(""), event(None)], []),
    "2025: no payload": (
        [
            {"id": "s-9", "timestamp": "2025-06-01T00:00:00Z", "instructions": "be brief"},
            {"record_type": "state"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]},
        ],
        ["a"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_person(name):
    rows, expected = CASES[name]
    assert [text for _, _, text in words(head(), *rows)] == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "exec"},
        {"source": "mcp"},
        {"originator": "codex_exec"},
        {"originator": "codex_sdk_ts"},
    ],
)
def test_programs_are_marked(fields):
    assert words(head(**fields), event("a")) == [(1, "sdk", "a")]


@pytest.mark.parametrize(
    "fields",
    [
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "s-0"}}}},
        {"thread_source": "subagent"},
        {"parent_thread_id": "s-0"},
    ],
)
def test_subagents_are_not_the_person(fields):
    assert words(head(**fields), event("a"), sent("a")) == []


def test_a_fork_repeats_its_parent_under_new_times():
    seen = Seen()
    assert len(words(head("parent"), event("a"), event("b"), event("c"), seen=seen)) == 3
    fork = (
        head("child", forked_from_id="parent"),
        head("parent"),
        event("a"),
        event("b"),
        event("d"),
    )
    assert [text for _, _, text in words(*fork, place="other", seen=seen)] == ["d"]
    grandchild = (
        head("third", forked_from_id="child"),
        head("child", forked_from_id="parent"),
        head("parent"),
        *(event("a"), event("b"), event("d"), event("e")),
    )
    assert [text for _, _, text in words(*grandchild, place="third", seen=seen)] == ["e"]


def test_a_moved_rollout_is_a_copy():
    seen, rows = Seen(), (head(), event("a"), event("a"))
    assert len(words(*rows, seen=seen)) == 2
    assert words(*rows, place="archived", seen=seen) == []


def test_settings_interrupts_and_loads():
    agents = "# AGENTS.md instructions for /home/p\n\n<INSTRUCTIONS>\nMARKER\n</INSTRUCTIONS>"
    _, events = read(
        head(),
        row("turn_context", cwd="/home/p/sub", model="gpt-x"),
        sent(agents),
        event("a"),
        row("event_msg", type="turn_aborted", reason="interrupted"),
        row("event_msg", type="turn_aborted", reason="replaced"),
    )
    told = [(each.name, each.value) for each in events if isinstance(each, Setting)]
    assert told == [
        ("cwd", "/home/p"),
        ("version", "0.1"),
        ("entrypoint", "codex_cli_rs"),
        ("cwd", "/home/p/sub"),
        ("model", "gpt-x"),
    ]
    assert [each.row for each in events if isinstance(each, Interrupt)] == [4]
    (load,) = [each for each in events if isinstance(each, Load)]
    assert load.path == "/home/p/AGENTS.md"
    (turn,) = [each for each in events if isinstance(each, Turn)]
    assert (turn.conversation, turn.model, turn.cwd) == ("s-1", "gpt-x", "/home/p/sub")
    assert "MARKER" not in repr(events)


@pytest.mark.parametrize("after", range(1, 7))
def test_reading_on_tells_each_message_once(after):
    """Wherever the first reading stopped, both together say each message once."""
    lines = jsonl(
        head(), sent("a"), event("a"), item("a"), sent("a"), event("a"), item("a")
    ).splitlines()
    seen, first = Seen(), Reader("place")
    settled, numbers, told = 0, {}, []
    for number, line in enumerate(lines[:after]):
        told += first.feed(number, line)
        if first.settled:
            settled, numbers = number + 1, first.numbers()
    told += first.finish()
    second = Reader("place")
    second.feed(0, lines[0])
    second.resume(numbers)
    for number, line in enumerate(lines[settled:], settled):
        told += second.feed(number, line)
    told += second.finish()
    turns = [each for each in told if isinstance(each, Turn) and seen.is_new(each)]
    assert [each.text for each in turns] == ["a", "a"]


@pytest.mark.parametrize("line", [b'{"type":"event_msg","payload":{"typ', b"[]", b"prose"])
def test_bad_lines_are_counted(line):
    reader, events = read(head(), event("a"), line, event("b"))
    assert [each.text for each in events if isinstance(each, Turn)] == ["a", "b"]
    assert reader.n_unreadable == 1


def test_unknown_types_and_wrong_bytes():
    line = json.dumps(event("caf~")).encode().replace(b"~", b"\xe9")
    reader, events = read(head(), row("hologram"), line)
    assert reader.unknown == {"hologram": 1}
    assert [each.text for each in events if isinstance(each, Turn)] == ["caf�"]
    assert own_words("") == ""
