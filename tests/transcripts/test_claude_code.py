"""What counts as the person in Claude Code's sessions: a table of small transcripts."""

import json

import pytest

from chaff.canonical import digest_bytes
from chaff.transcripts.claude_code import Reader, feedback, said
from chaff.transcripts.copies import Seen
from chaff.transcripts.events import Interrupt, Load, Setting, Turn
from tests.support.claude_session import (
    REFUSED,
    assistant,
    attachment,
    command,
    jsonl,
    queue,
    queued,
    result,
    row,
    typed,
    user,
)


def read(*rows):
    """Return the reader and what it tells, copies left out."""
    reader, seen = Reader("place"), Seen()
    events = []
    for number, line in enumerate(jsonl(*rows).splitlines()):
        events += reader.feed(number, line)
    events += reader.finish()
    counted = (Turn, Interrupt)
    return reader, [each for each in events if not isinstance(each, counted) or seen.is_new(each)]


def words(*rows):
    _, events = read(*rows)
    return [(each.row, each.kind, each.text) for each in events if isinstance(each, Turn)]


NOTIFICATION = "<task-notification>\n<status>failed</status>\n</task-notification>"
REMINDER = "<system-reminder>\nNo, that is wrong. Start over.\n</system-reminder>"
SUMMARY = "This session is being continued from a previous conversation that ran out of context."

PROMPTS = {
    "1.0: no marks at all": (user("fix it"), "fix it"),
    "1.0: text in a block": (user([{"type": "text", "text": "fix it"}]), "fix it"),
    "1.0: userType human": (user("fix it", userType="human"), "fix it"),
    "2.1.19: permission mode": (user("fix it", permissionMode="default"), "fix it"),
    "2.1.197: promptSource": (user("fix it", promptSource="typed"), "fix it"),
    "2.1.332: all marks": (typed("fix it"), "fix it"),
    "2.1.332: from the queue": (typed("fix it", promptSource="queued"), "fix it"),
    "an image beside it": (user([{"type": "image"}, {"type": "text", "text": "this?"}]), "this?"),
    "two blocks": (user([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), "a\nb"),
    "space around stays": (user("  fix it\n"), "  fix it\n"),
    "CRLF stays": (user("a\r\nb"), "a\r\nb"),
    "mentions a tag": (user("what is <task-notification>?"), "what is <task-notification>?"),
    "opens with a tag that is a mention": (
        user("<system-reminder> shows up in my log"),
        "<system-reminder> shows up in my log",
    ),
    "opens with markup": (user("<div>why is this red?</div>"), "<div>why is this red?</div>"),
    "quotes a block in the middle": (
        typed(f"I saw\n{NOTIFICATION}\nwhy?"),
        f"I saw\n{NOTIFICATION}\nwhy?",
    ),
    "a reminder before it": (user(f"{REMINDER}\n\nrun the tests"), "run the tests"),
    "a reminder after it": (user(f"run the tests\n{REMINDER}"), "run the tests"),
    "reminders on both sides": (user(f"{REMINDER}{REMINDER}\nrun\n{REMINDER}\n"), "run"),
    "a reminder in a block of its own": (
        user([{"type": "text", "text": REMINDER}, {"type": "text", "text": "run"}]),
        "run",
    ),
    "a marked prompt with a reminder": (typed(f"{REMINDER}\nrun"), "run"),
    "what the editor shows": (
        user("<ide_opened_file>The user opened a.py</ide_opened_file>\nexplain"),
        "explain",
    ),
    "a marked prompt that opens as a summary": (typed(f"{SUMMARY} Why?"), f"{SUMMARY} Why?"),
    "a slash that is no command": (user("/usr/bin is full"), "/usr/bin is full"),
    "marked, pasted before the question": (typed(f"{NOTIFICATION}\nwhy?"), "why?"),
    "an app for people says sdk": (
        user("fix it", promptSource="sdk", entrypoint="claude-desktop"),
        "fix it",
    ),
    "an app for people, with origin": (
        typed("fix it", promptSource="sdk", turnOrigin="sdk", entrypoint="claude-vscode"),
        "fix it",
    ),
    "an emoji in two escapes": (b'{"type":"user","message":{"content":"\\ud83d\\ude00"}}', "😀"),
    "no role": (b'{"type":"user","message":{"content":"fix it"}}', "fix it"),
    "a type that is wrong elsewhere": (user("fix it", version=7, cwd=["x"]), "fix it"),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_the_person(name):
    given, text = PROMPTS[name]
    assert words(given) == [(0, "prompt", text)]


NOBODY = {
    "sidechain": user("say hello", isSidechain=True),
    "sidechain, marked": typed("say hello", isSidechain=True),
    "child of a tool": user("say hello", parent_tool_use_id="t1"),
    "meta": user("Stop hook feedback:\nno, that is wrong", isMeta=True),
    "hook": user("no, that is wrong", rowSource="hook"),
    "hook without marks": user("Stop hook feedback:\nno, that is wrong"),
    "harness": user("[Request interrupted by user]", rowSource="harness"),
    "skill body": user("Base directory for this skill: /x\n\nbody", isMeta=True),
    "skill body without marks": user("Base directory for this skill: /x\n\nbody"),
    "body that a tool brought": user("Follow these steps", sourceToolUseID="toolu_1"),
    "summary": user(SUMMARY, isCompactSummary=True, isVisibleInTranscriptOnly=True),
    "summary without marks": user(SUMMARY),
    "caveat": user(
        "Caveat: The messages below were generated by the user while running local commands. DO NOT"
    ),
    "local caveat": user("<local-command-caveat>Caveat</local-command-caveat>"),
    "notification, 2.1.19": user(NOTIFICATION),
    "notification with a permission mode": user(NOTIFICATION, permissionMode="default"),
    "notification with its last line": user(
        f"{NOTIFICATION}\nRead the output file to retrieve the result: /home/p/x",
        permissionMode="d",
    ),
    "notification with more": user(f"{NOTIFICATION}\nNow go on."),
    "two notifications": user(f"{NOTIFICATION}\n{NOTIFICATION}"),
    "notification, 2.1.332": user(
        "done",
        origin={"kind": "task-notification"},
        promptSource="system",
        permissionMode="default",
    ),
    "bash input": user("<bash-input>make</bash-input>"),
    "bash output": user("<bash-stdout>no, wrong</bash-stdout><bash-stderr></bash-stderr>"),
    "bash output, marked": user(
        "<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>",
        rowSource="local",
        turnOrigin="human",
    ),
    "command output": user("<local-command-stdout>Set model</local-command-stdout>"),
    "reminder alone": user(REMINDER),
    "reminder alone, marked": typed(REMINDER),
    "teammate": user('<teammate-message teammate_id="lead">fix it</teammate-message>'),
    "teammate's session": user("fix it", teamName="crew"),
    "unknown command": user("Unknown slash command: foo"),
    "image path": user([{"type": "text", "text": "[Image: source: /home/p/a.png]"}]),
    "plan carried over": user("Implement the following plan:\n\n# Plan", planContent="# Plan"),
    "suggestion": typed("run the tests", promptSource="suggestion_accepted"),
    "scheduled": user("check the build", turnOrigin="scheduled"),
    "origin not known here": user("hi", origin={"kind": "voice-call-2"}, promptSource="typed"),
    "origin that is a word": user("hi", origin="peer"),
    "source not known here": user("hi", promptSource="telepathy"),
    "recorded": user("say hello", rowSource="recorded"),
    "tool result": result("no, that is wrong", is_error=False),
    "text beside a tool result": user(
        [{"type": "tool_result", "content": "x"}, {"type": "text", "text": "<x>context</x> go"}]
    ),
    "blank": user("  \n"),
    "empty": user(""),
    "no content": user(None),
    "null message": row("user", message=None),
    "content that is a number": user(7),
    "an assistant's words in a user row": row(
        "user", message={"role": "assistant", "content": "x"}
    ),
    "built-in, typed": typed("/compact keep the tests"),
    "summary row": row("summary", summary="No, that is wrong"),
    "last prompt": row("last-prompt", lastPrompt="fix it"),
    "progress": row("progress", data={"message": {"type": "user", "content": "fix it"}}),
    "enqueue": queue("enqueue", "fix it"),
    "enqueue in blocks": queue("enqueue", [{"type": "text", "text": "/init"}]),
    "system": row("system", content="no, that is wrong"),
    "assistant": assistant("no, that is wrong"),
}


@pytest.mark.parametrize("name", NOBODY)
def test_what_only_looks_like_the_person(name):
    assert words(NOBODY[name]) == []


COMMANDS = {
    "custom, 2.1.332": (
        command("greet", "bob", origin={"kind": "human"}, turnOrigin="human"),
        "bob",
    ),
    "custom, older": (command("greet", "bob"), "bob"),
    "custom, name first": (
        user("<command-name>/greet</command-name>\n<command-args>bob</command-args>"),
        "bob",
    ),
    "a plugin's": (command("team:deploy", "to staging"), "to staging"),
    "one's own review": (
        command("review", "the tests too", origin={"kind": "human"}),
        "the tests too",
    ),
    "after a reminder": (
        user(f"{REMINDER}\n<command-name>/greet</command-name>\n<command-args>bob</command-args>"),
        "bob",
    ),
    "several lines": (command("greet", "bob\nand alice "), "bob\nand alice"),
    "a closing tag in the words": (command("greet", "a </command-args> b"), "a </command-args> b"),
    "no words": (command("greet"), None),
    "no args at all": (
        user("<command-message>hi</command-message>\n<command-name>/hi</command-name>"),
        None,
    ),
    "built-in, 2.1.332": (command("compact", "keep x", rowSource="local"), None),
    "not known, but local": (command("frobnicate", "x", rowSource="local"), None),
    "built-in, 2.0": (command("model", "opus", message_first=False), None),
    "built-in layout, name not known": (command("newthing", "x", message_first=False), None),
    "built-in prompt": (command("review", "42"), None),
    "built-in with a human origin": (command("compact", "x", origin={"kind": "human"}), None),
    "mention of the tag": (user("<command-name> is odd"), "<command-name> is odd"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_follows_a_command(name):
    given, text = COMMANDS[name]
    kind = "prompt" if name == "mention of the tag" else "command-args"
    assert words(given) == ([] if text is None else [(0, kind, text)])


REJECTIONS = {
    "said": (
        result(f"{REFUSED}To tell you how to proceed, the user said:\nuse pytest"),
        "use pytest",
    ),
    "on one line": (result(f"{REFUSED}To tell you how to proceed, the user said: no"), "no"),
    "reason": (
        result(f"{REFUSED}The user provided the following reason for the rejection:  too much"),
        "too much",
    ),
    "in blocks": (
        result([{"type": "text", "text": f"{REFUSED}the user said:\nuse pytest\n\nplease"}]),
        "use pytest\n\nplease",
    ),
    "with a hint to the model": (
        result(
            f"{REFUSED}the user said:\nuse pytest\n\nNote: The user's next message may contain a "
            "correction or preference. Pay close attention."
        ),
        "use pytest",
    ),
    "says the words again": (
        result(f"{REFUSED}the user said:\nthe user said: x"),
        "the user said: x",
    ),
    "no words": (result(f"{REFUSED}STOP what you are doing and wait for the user"), None),
    "no error": (result(f"{REFUSED}the user said:\nuse pytest", is_error=False), None),
    "a file that quotes one": (result(f"1: {REFUSED}the user said:\nuse pytest"), None),
    "in a sidechain": (result(f"{REFUSED}the user said:\nx", isSidechain=True), None),
    "refused by a hook": (
        result(f"{REFUSED}the user said:\nx", permissionDecision={"source": "hook"}),
        None,
    ),
    "refused by a person": (
        result(f"{REFUSED}the user said:\nx", permissionDecision={"source": "user"}),
        "x",
    ),
}


@pytest.mark.parametrize("name", REJECTIONS)
def test_what_is_said_while_refusing(name):
    given, text = REJECTIONS[name]
    assert words(given) == ([] if text is None else [(0, "rejection", text)])


def test_two_refusals_in_one_row_count_by_their_words():
    blocks = [result(f"{REFUSED}the user said:\n{each}")["message"]["content"][0] for each in "ab"]
    assert words(user(blocks)) == [(0, "rejection", "a"), (0, "rejection", "b")]


QUEUED = {
    "2.1.100": (queued("also the docs"), "also the docs"),
    "in blocks": (queued([{"type": "text", "text": "this"}, {"type": "image"}]), "this"),
    "2.1.296": (queued("hi", origin={"kind": "human"}, humanTurn=True), "hi"),
    "human turn without a mode": (queued("hi", commandMode=None, humanTurn=True), "hi"),
    "notification": (queued("done", commandMode="task-notification"), None),
    "notification as a prompt": (queued(NOTIFICATION), None),
    "peer": (queued("hi", origin={"kind": "peer"}), None),
    "meta": (queued("hi", isMeta=True), None),
    "no mode": (queued("hi", commandMode=None), None),
    "sidechain": (queued("hi", of={"isSidechain": True}), None),
    "built-in": (queued("/compact now"), None),
    "empty": (queued(""), None),
    "no prompt": (attachment("queued_command", commandMode="prompt"), None),
}


@pytest.mark.parametrize("name", QUEUED)
def test_what_is_said_while_the_agent_works(name):
    given, text = QUEUED[name]
    assert words(given) == ([] if text is None else [(0, "queued", text)])


QUEUES = {
    "steering, 2.1.100": (
        [queue("enqueue", "a"), queue("remove"), queued("a")],
        [(2, "queued", "a")],
    ),
    "with its words": (
        [queue("enqueue", "a"), queue("remove", "a"), queued("a")],
        [(2, "queued", "a")],
    ),
    "absorbed, attachment after": (
        [
            queue("enqueue", "a"),
            queue("remove", "a", reason="absorbed_mid_turn"),
            queued("a"),
            assistant(),
        ],
        [(2, "queued", "a")],
    ),
    "absorbed, attachment before": (
        [
            queue("enqueue", "a"),
            queued("a"),
            queue("remove", "a", reason="absorbed_mid_turn"),
            assistant(),
        ],
        [(1, "queued", "a")],
    ),
    "absorbed, no attachment": (
        [queue("enqueue", "a"), queue("remove", "a", reason="absorbed_mid_turn"), assistant()],
        [(1, "queued", "a")],
    ),
    "absorbed at the end": (
        [queue("enqueue", "a"), queue("remove", "a", reason="absorbed_mid_turn")],
        [(1, "queued", "a")],
    ),
    "absorbed twice": (
        [
            *(queue("remove", "a", reason="absorbed_mid_turn"), queued("a"), assistant()),
            *(queue("remove", "a", reason="absorbed_mid_turn"), queued("a"), assistant()),
        ],
        [(1, "queued", "a"), (4, "queued", "a")],
    ),
    "order is kept": (
        [queue("remove", "a", reason="absorbed_mid_turn"), typed("b"), assistant()],
        [(0, "queued", "a"), (1, "prompt", "b")],
    ),
    "taken back": (
        [queue("enqueue", "a"), queue("popAll", "a"), typed("a, b")],
        [(2, "prompt", "a, b")],
    ),
    "removed": ([queue("enqueue", "a"), queue("remove", "a")], []),
    "removed by hand": ([queue("enqueue", "a"), queue("remove", "a", reason="cancelled")], []),
    "its turn came": (
        [queue("enqueue", "a"), queue("dequeue"), typed("a", promptSource="queued")],
        [(2, "prompt", "a")],
    ),
    "the same row as attachment and prompt": (
        [queued("a", source_uuid="u-1"), typed("a", promptSource="queued", uuid="u-1")],
        [(0, "queued", "a")],
    ),
    "said again later": (
        [queued("retry"), assistant(), typed("retry")],
        [(0, "queued", "retry"), (2, "prompt", "retry")],
    ),
    "a notification absorbed": ([queue("remove", NOTIFICATION, reason="absorbed_mid_turn")], []),
}


@pytest.mark.parametrize("name", QUEUES)
def test_the_queue(name):
    rows, expected = QUEUES[name]
    assert words(*rows) == expected


PROGRAMS = {
    "sdk-cli": user(
        "say hello", promptSource="sdk", turnOrigin="sdk", entrypoint="sdk-cli", rowSource="local"
    ),
    "sdk-py, older": user("say hello", entrypoint="sdk-py"),
    "sdk without entrypoint": user("say hello", promptSource="sdk"),
    "turn of an sdk": user("say hello", turnOrigin="sdk"),
    "cli driven by a program": user("say hello", promptSource="sdk", entrypoint="cli"),
    "human origin inside an sdk": typed("say hello", entrypoint="sdk-ts"),
    "queued": queued("say hello", of={"entrypoint": "sdk-cli"}),
    "refusal": result(f"{REFUSED}the user said:\nsay hello", entrypoint="sdk-ts"),
    "command": command("greet", "say hello", entrypoint="sdk-cli"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_marked(name):
    assert words(PROGRAMS[name]) == [(0, "sdk", "say hello")]


def test_the_entrypoint_of_an_earlier_row_holds_for_the_conversation():
    head = row("agent-setting", entrypoint="sdk-cli")
    assert words(head, user("plan it")) == [(1, "sdk", "plan it")]


FIRST = user("retry")

COPIES = {
    "byte for byte": ([FIRST, FIRST], 1),
    "resumed: other session": ([FIRST, {**FIRST, "sessionId": "session-b"}], 1),
    "forked": (
        [
            FIRST,
            {
                **FIRST,
                "sessionId": "b",
                "uuid": "x",
                "forkedFrom": {"sessionId": "a", "messageUuid": FIRST["uuid"]},
            },
        ],
        1,
    ),
    "written anew by another version": ([FIRST, {**FIRST, "uuid": "x", "version": "2.1.20"}], 1),
    "stamped anew": ([FIRST, {**FIRST, "timestamp": "2026-07-09T09:00:00.000Z"}], 1),
    "text written anew": (
        [FIRST, user("retry it", uuid=FIRST["uuid"], timestamp=FIRST["timestamp"])],
        1,
    ),
    "said again": ([FIRST, user("retry")], 2),
    "said again in another session": ([FIRST, user("retry", sessionId="session-b")], 2),
    "two rows of one instant": ([FIRST, {**FIRST, "uuid": "x"}], 2),
    "no uuid, same instant": ([user("a", uuid=None, timestamp="2026-07-01T09:00:00Z")] * 2, 1),
    "no uuid, no time": ([user("a", uuid=None, timestamp=None)] * 2, 2),
    "across a compaction": ([FIRST, user(SUMMARY, isCompactSummary=True), FIRST, user("retry")], 2),
}


@pytest.mark.parametrize("name", COPIES)
def test_copies_count_once_and_repeats_twice(name):
    rows, expected = COPIES[name]
    assert len(words(*rows)) == expected


BAD = {
    "torn": (b'{"type":"user","message":{"con', 1),
    "empty line": (b"", 0),
    "NULs": (b"\0\0\0\0", 0),
    "no object": (b"[1, 2]", 1),
    "a number": (b"7", 1),
    "prose": (b"Error: out of memory", 1),
    "nothing closed": (b"[" * 100_000, 1),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_lines_are_counted_and_harm_no_others(name):
    line, n_unreadable = BAD[name]
    reader, events = read(user("a"), line, user("b"))
    assert [each.text for each in events if isinstance(each, Turn)] == ["a", "b"]
    assert reader.n_unreadable == n_unreadable


DEEP = b"[" * 5000 + b"]" * 5000

MENDED = {
    "NULs before a row": (b'\0\0\0{"type":"user","message":{"content":"fix"}}', "fix"),
    "a mark of byte order": (b'\xef\xbb\xbf{"type":"user","message":{"content":"fix"}}', "fix"),
    "Latin-1": (b'{"type":"user","message":{"content":"caf\xe9"}}', "caf�"),
    "Latin-1 in a block": (
        b'{"type":"user","message":{"content":[{"type":"text","text":"caf\xe9"}]}}',
        "caf�",
    ),
    "Latin-1 elsewhere": (b'{"type":"user","cwd":"/\xe9","message":{"content":"fix"}}', "fix"),
    "a raw newline's cousin": (b'{"type":"user","message":{"content":"a\tb\x01"}}', "a\tb\x01"),
    "half an emoji": (b'{"type":"user","message":{"content":"a\\ud83d"}}', "a�"),
    "deep elsewhere": (
        b'{"type":"user","toolUseResult":' + DEEP + b',"message":{"content":"fix"}}',
        "fix",
    ),
    "deep in a block": (
        b'{"type":"user","message":{"content":[{"type":"x","y":'
        + DEEP
        + b'},{"type":"text","text":"fix"}]}}',
        "fix",
    ),
    "NaN": (b'{"type":"user","cost":NaN,"message":{"content":"fix"}}', "fix"),
    "a number without end": (
        b'{"type":"user","n":' + b"9" * 9000 + b',"message":{"content":"fix"}}',
        "fix",
    ),
    "CR": (b'{"type":"user","message":{"content":"fix"}}\r', "fix"),
    "a row after a torn one": (
        b'{"type":"user","message":{"content":"lo{"type":"user","message":{"content":"fix"}}',
        "fix",
    ),
    "a key twice": (b'{"type":"x","type":"user","message":{"content":"fix"}}', "fix"),
    "a block that is a string": (b'{"type":"user","message":{"content":["fix"]}}', "fix"),
    "a block of the wrong type": (
        b'{"type":"user","message":{"content":[{"type":"text","text":7},{"type":"text","text":"fix"}]}}',
        "fix",
    ),
}


@pytest.mark.parametrize("name", MENDED)
def test_a_damaged_line_still_says_its_words(name):
    line, text = MENDED[name]
    assert words(line) == [(0, "prompt", text)]


def test_two_rows_on_one_line_are_two_rows():
    line = json.dumps(user("a")).encode() + json.dumps(user("b")).encode()
    assert words(line) == [(0, "prompt", "a"), (0, "prompt", "b")]


def test_unknown_types_are_counted():
    reader, _ = read(row("hologram"), row("hologram"), row("artifact-new"), b'{"x": 1}')
    assert reader.unknown == {"hologram": 2, "": 1}


def test_an_interrupt_is_a_signal_without_words():
    text = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
    refusal = result(f"{REFUSED}STOP")
    refusal["message"]["content"] += text
    _, events = read(typed("go"), user(text, rowSource="harness"), refusal)
    assert [each.row for each in events if isinstance(each, Interrupt)] == [1, 2]


def test_settings_are_told_when_they_change():
    _, events = read(
        typed("a"),
        assistant(),
        assistant(model="<synthetic>"),
        assistant(model="claude-sonnet-5", version="2.1.333"),
        typed("b", sessionId="session-b"),
    )
    told = [(each.row, each.name, each.value) for each in events if isinstance(each, Setting)]
    assert told[:4] == [
        (0, "cwd", "/home/user/project"),
        (0, "version", "2.1.332"),
        (0, "entrypoint", "cli"),
        (1, "version", "2.1.19"),
    ]
    assert (1, "model", "claude-haiku-4-5") in told
    assert (3, "model", "claude-sonnet-5") in told
    assert (4, "cwd", "/home/user/project") in told
    assert "<synthetic>" not in {value for _, _, value in told}


def test_a_turn_knows_its_circumstances():
    _, events = read(assistant(), typed("a"))
    (turn,) = [each for each in events if isinstance(each, Turn)]
    assert (turn.conversation, turn.cwd, turn.model) == (
        "session-a",
        "/home/user/project",
        "claude-haiku-4-5",
    )
    assert (turn.version, turn.entrypoint, turn.scores) == ("2.1.332", "cli", True)
    assert turn.at is not None
    assert turn.at.utcoffset().total_seconds() == 0


def test_instruction_files_are_told_by_digest():
    file = {"path": "/p/CLAUDE.md", "type": "Project", "content": "be brief"}
    nested = {"path": "/p/sub/CLAUDE.md", "type": "Project", "content": "MARKER"}
    _, events = read(
        attachment("instructions", files=[file]),
        attachment("nested_memory", path="/p/sub/CLAUDE.md", content=nested),
        attachment("instructions", files="none"),
        attachment("instructions", files=[file], of={"isSidechain": True}),
    )
    loads = [each for each in events if isinstance(each, Load)]
    assert [(each.path, each.scope) for each in loads] == [
        ("/p/CLAUDE.md", "Project"),
        ("/p/sub/CLAUDE.md", "Project"),
    ]
    assert loads[0].digest == digest_bytes(b"be brief")
    assert "MARKER" not in repr(loads)


def test_reading_on_pairs_with_what_was_read_before():
    """A reader that starts from another's numbers tells no queued message twice."""
    seen = Seen()
    taken = queue("remove", "a", reason="absorbed_mid_turn")
    first = Reader("place")
    before = [
        each
        for number, line in enumerate([queued("a")])
        for each in first.feed(number, json.dumps(line).encode())
    ]
    second = Reader("place", first.numbers())
    after = [*second.feed(1, json.dumps(taken).encode()), *second.finish()]
    told = [each for each in [*before, *after] if isinstance(each, Turn) and seen.is_new(each)]
    assert [each.row for each in told] == [0]


def test_said_and_feedback_of_nothing():
    assert said([], by_person=None, is_marked=True) == ("prompt", "")
    assert feedback("") == ""
