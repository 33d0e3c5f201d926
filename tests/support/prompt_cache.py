"""The prompt cache of the fake server: bills writes, reads and the rest as the real one does."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from typing import Any

Body = dict[str, Any]
SECONDS = {"5m": 300.0, "1h": 3600.0}


def tokens_of(value: Any) -> int:
    return len(re.findall(r"\w+|[^\w\s]", json.dumps(value)))


def prompt_tokens(body: Body) -> int:
    return tokens_of([_bare(body.get(k)) for k in ("system", "tools", "messages") if k in body])


class PromptCache:
    """Entries can be read once the call that writes them was answered, until they lapse."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.minimum: dict[str, int] = {"claude-haiku-4-5": 4096, "claude-sonnet-5": 1024}
        self.clock = clock
        self._until: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def usage(self, body: Body) -> tuple[Body, Callable[[], None]]:
        """Return the prompt's part of `usage`, and what to call once the answer is sent."""
        whole = prompt_tokens(body)
        found = _prefix(body)
        if found is None or found[1] < self.minimum.get(body["model"], 1024):
            return _figures(whole), lambda: None
        key, prefix, lifetime = found
        seconds = SECONDS[lifetime]
        with self._lock:
            until, keeps = self._until.get(key, (-1.0, seconds))
            hit = self.clock() <= until
            if hit:
                self._until[key] = (self.clock() + keeps, keeps)

        def answered() -> None:
            with self._lock:
                self._until[key] = (self.clock() + seconds, seconds)

        if hit:
            return _figures(whole - prefix, read=prefix), lambda: None
        return _figures(whole - prefix, **{f"write_{lifetime}": prefix}), answered


def _figures(rest: int, *, read: int = 0, write_5m: int = 0, write_1h: int = 0) -> Body:
    return {
        "input_tokens": rest,
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": write_5m + write_1h,
        "cache_creation": {
            "ephemeral_5m_input_tokens": write_5m,
            "ephemeral_1h_input_tokens": write_1h,
        },
    }


def _prefix(body: Body) -> tuple[str, int, str] | None:
    """Return key, tokens and lifetime of what stands before the last mark."""
    upto: Body = {"model": body["model"], "tools": body.get("tools")}
    system = body.get("system")
    if isinstance(system, list) and "cache_control" in system[-1]:
        mark = system[-1]["cache_control"]
        upto["system"] = system
    else:
        content = body["messages"][0]["content"]
        marks = [n for n, b in enumerate(content) if isinstance(b, dict) and "cache_control" in b]
        if not marks:
            return None
        mark = content[marks[-1]]["cache_control"]
        upto["messages"] = [{"role": "user", "content": content[: marks[-1] + 1]}]
    assert mark["type"] == "ephemeral", mark
    bare = _bare(upto)
    return json.dumps(bare, sort_keys=True), prompt_tokens(bare), mark.get("ttl", "5m")


def _bare(value: Any) -> Any:
    """Return a value without its marks: they are no part of the prompt."""
    match value:
        case dict():
            return {k: _bare(v) for k, v in value.items() if k != "cache_control" and v is not None}
        case list():
            return [_bare(child) for child in value]
        case _:
            return value
