"""Rows of Claude Code sessions for tests: each with a uuid, a time and a session of its own."""

import itertools
import json
from datetime import UTC, datetime, timedelta

_NUMBERS = itertools.count(1)
_START = datetime(2026, 7, 1, 9, tzinfo=UTC)

TYPED = {
    "origin": {"kind": "human"},
    "promptSource": "typed",
    "turnOrigin": "human",
    "permissionMode": "default",
    "entrypoint": "cli",
    "version": "2.1.332",
}
"""The marks of a typed prompt in 2.1.332."""

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). "
)


def row(kind, **fields):
    """Return a row of a type; None takes a field away."""
    number = next(_NUMBERS)
    at = (_START + timedelta(seconds=number)).isoformat(timespec="milliseconds")
    common = {
        "parentUuid": None,
        "isSidechain": False,
        "type": kind,
        "uuid": f"00000000-0000-4000-8000-{number:012}",
        "timestamp": at.replace("+00:00", "Z"),
        "sessionId": "session-a",
        "version": "2.1.19",
        "cwd": "/home/user/project",
        "userType": "external",
    }
    return {key: value for key, value in {**common, **fields}.items() if value is not None}


def user(content, **fields):
    """Return a user row without marks of origin, as versions before 2.1.100 wrote them."""
    return row("user", message={"role": "user", "content": content}, **fields)


def typed(content, **fields):
    """Return a prompt as 2.1.332 marks it."""
    return user(content, **{**TYPED, **fields})


def result(content, *, is_error=True, **fields):
    """Return the result of a tool."""
    block = {"type": "tool_result", "tool_use_id": "t1", "content": content, "is_error": is_error}
    return user([block], **fields)


def assistant(text="done", model="claude-haiku-4-5", **fields):
    """Return an answer."""
    message = {"role": "assistant", "model": model, "content": [{"type": "text", "text": text}]}
    return row("assistant", message=message, **fields)


def attachment(kind, *, of=None, **fields):
    """Return an attachment; `of` are the row's own fields."""
    return row("attachment", attachment={"type": kind, **fields}, **(of or {}))


def queued(prompt, *, of=None, **fields):
    """Return a message that was sent while the agent worked."""
    return attachment(
        "queued_command", of=of, **{"prompt": prompt, "commandMode": "prompt", **fields}
    )


def queue(operation, content=None, **fields):
    """Return an operation on the queue of messages."""
    return row("queue-operation", operation=operation, content=content, uuid=None, **fields)


def command(name, args="", *, message_first=True, **fields):
    """Return a command, in the layout of custom ones or of the program's own."""
    parts = [
        f"<command-message>{name}</command-message>",
        f"<command-name>/{name}</command-name>",
        f"<command-args>{args}</command-args>",
    ]
    if message_first:
        return user("\n".join(parts), **fields)
    return user("\n            ".join([parts[1], parts[0], parts[2]]), **fields)


def jsonl(*rows):
    """Return rows as the bytes of a file; bytes stay as they are."""
    lines = (each if isinstance(each, bytes) else json.dumps(each).encode() for each in rows)
    return b"".join(line + b"\n" for line in lines)
