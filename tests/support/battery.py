"""Small configs and answers for tests of the battery engine."""

from __future__ import annotations

from typing import Any

from chaff.battery.prompt import wrapper
from chaff.battery.tools import BUILTIN_TOOLS
from chaff.canonical import digest_bytes
from chaff.shapes.base import convert, to_json
from chaff.shapes.config import (
    Arms,
    ConfigBattery,
    EvalConfig,
    battery_hash,
    config_hash,
    request_hash,
)
from chaff.shapes.detect import Detect, Fix
from chaff.stats.admission import DEFAULT_ADMISSION

FILE = "# Notes\n\n- ~~Use npm.~~\n- Use pnpm.\n- Port 1 — naïve.\n"
GONE = "- ~~Use npm.~~\n"
OTHER = "- Port 1 — naïve.\n"
MODEL = "claude-haiku-4-5"


def text(*texts: str, stop_reason: str = "end_turn") -> dict[str, Any]:
    return {"content": [{"type": "text", "text": t} for t in texts], "stop_reason": stop_reason}


def use(tool: str, stop_reason: str = "tool_use", /, **arguments: Any) -> dict[str, Any]:
    return uses((tool, arguments), stop_reason=stop_reason)


def uses(*calls: tuple[str, Any], stop_reason: str = "tool_use") -> dict[str, Any]:
    content = [
        {"type": "tool_use", "id": f"toolu_{n}", "name": tool, "input": arguments}
        for n, (tool, arguments) in enumerate(calls, start=1)
    ]
    return {"content": content, "stop_reason": stop_reason}


def edit(deleted: str, inserted: str = "") -> dict[str, Any]:
    start = FILE.encode().index(deleted.encode())
    end = start + len(deleted.encode())
    return {"start": start, "end": end, "deleted": deleted, "inserted": inserted}


def state(*edits: dict[str, Any], **more: Any) -> dict[str, Any]:
    changed = FILE
    for one in edits:
        changed = changed.replace(one["deleted"], one["inserted"])
    return {"edits": list(edits), "digest": digest_bytes(changed.encode()), **more}


def config(*, delivery: str = "reminder", **battery: Any) -> EvalConfig:
    """A whole, hashed config of one item; `battery` overrides fields of its battery."""
    item = {
        "id": "install",
        "prompt": "Add left-pad.",
        "tools": ["read_file", "edit_file", "run_command"],
        "max_turns": 3,
        "scorer": {
            "kind": "required_action",
            "require": [{"tool": "run_command", "where": {"command": "pnpm add"}}],
        },
    }
    base = {
        "delivery": delivery,
        "wrapper": {"before": "", "after": ""},
        "path": "CLAUDE.md",
        "file": FILE,
        "repository": {"src/a.txt": "one\n"},
        "tool_definitions": {},
        "builtin_tools": BUILTIN_TOOLS,
        "commands": [{"command": "pnpm .*", "output": "done"}],
        "items": [item],
        "control_candidates": [{"id": "other", "edits": [{"find": OTHER}]}],
        **battery,
    }
    made = wrapper(base["delivery"], base["path"])
    base["wrapper"] = {"before": made.before, "after": made.after}
    detect = {"kind": "block", "blocks": ["list_item"], "any": ["~~"]}
    fix = {"kind": "delete_block"}
    arms = {
        "present": state(),
        "removed": state(edit(GONE), repository={"docs/OLD.md": "moved\n"}),
        "controls": [{"id": "other", **state(edit(OTHER))}],
    }
    value = {
        "schema": "chaff.eval-config/1",
        "rule": "a-rule",
        "practice": False,
        "battery": base,
        "detect": detect,
        "fix": fix,
        "arms": arms,
        "repeats": 5,
        "admission": to_json(DEFAULT_ADMISSION),
        "requests": {MODEL: {"max_tokens": 400}},
    }
    hashed = convert(base, ConfigBattery, where="battery")
    value["battery_hash"] = battery_hash(hashed)
    value["config_hash"] = config_hash(
        hashed,
        convert(detect, Detect, where="detect"),
        convert(fix, Fix, where="fix"),
        convert(arms, Arms, where="arms"),
        5,
        DEFAULT_ADMISSION,
    )
    value["request_hash"] = {MODEL: request_hash({"max_tokens": 400})}
    return convert(value, EvalConfig, where="config")
