"""A valid eval config, small enough to run in a test, built with the shapes' own hash functions."""

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
from chaff.shapes.detect import BlockDetect, DeleteBlock
from chaff.shapes.program import CompiledProgram, Prices
from chaff.stats.admission import DEFAULT_ADMISSION

RULE = "superseded-line"
PRIMARY = "claude-haiku-4-5"
CONFIRMATION = "claude-sonnet-5"
PRACTICE = "smollm2-135m-instruct-q4_1"

_OLD = (
    "- ~~The service listens on port 4100, packages come from npm, the log goes to syslog, "
    "and a release is cut by hand on Friday.~~\n"
)
_OTHER = (
    "- A reviewer reads every change twice, asks about names, prefers small commits, "
    "and thanks the author in the end, "
)
_TAIL = (
    "because it is kind, honest, quick and cheap to do so in all seasons, whatever the weather\n"
)
FILE = (
    "# Notes\n\nThis service is written in Go and keeps its state in Postgres.\n\n"
    + _OLD
    + "- The service listens on port 5200, packages come from pnpm.\n"
    + _OTHER
    + _TAIL
    + "- Ask before adding a dependency.\n"
)
REQUESTS: dict[bool, dict[str, dict[str, Any]]] = {
    False: {
        PRIMARY: {"max_tokens": 200},
        CONFIRMATION: {"max_tokens": 200, "thinking": {"type": "disabled"}},
    },
    True: {PRACTICE: {"max_tokens": 8, "temperature": 1.0, "top_k": 0, "top_p": 1, "min_p": 0}},
}


def tiny_config(
    n_items: int = 12,
    repeats: int = 3,
    *,
    practice: bool = False,
    max_turns: int = 1,
    rule: str = RULE,
) -> EvalConfig:
    """Return a whole config of `n_items` items, asked `repeats` times in each arm.

    Rules of different names have files, and so hashes, of their own.
    """
    file = FILE if rule == RULE else FILE.replace("# Notes", f"# Notes on {rule}")
    controls = _controls()
    made = wrapper("reminder", "CLAUDE.md")
    battery = convert(
        {
            "delivery": "reminder",
            "wrapper": {"before": made.before, "after": made.after},
            "path": "CLAUDE.md",
            "file": file,
            "repository": {"main.go": "package main\n"},
            "tool_definitions": {},
            "builtin_tools": {} if practice else {"run_command": BUILTIN_TOOLS["run_command"]},
            "commands": [],
            "items": [
                _item(number, practice=practice, max_turns=max_turns)
                for number in range(1, n_items + 1)
            ],
            "control_candidates": [
                {"id": name, "edits": [{"find": text}]} for name, text in controls.items()
            ],
        },
        ConfigBattery,
        where="battery",
    )
    arms = convert(
        {
            "present": _state("", file),
            "removed": _state(_OLD, file),
            "controls": [{"id": name, **_state(text, file)} for name, text in controls.items()],
        },
        Arms,
        where="arms",
    )
    detect = BlockDetect(blocks=("list_item",), any=("^~~",))
    fix = DeleteBlock()
    requests = REQUESTS[practice]
    return EvalConfig(
        schema="chaff.eval-config/1",
        rule=rule,
        practice=practice,
        battery_hash=battery_hash(battery),
        config_hash=config_hash(battery, detect, fix, arms, repeats, DEFAULT_ADMISSION),
        request_hash={model: request_hash(settings) for model, settings in requests.items()},
        battery=battery,
        detect=detect,
        fix=fix,
        arms=arms,
        repeats=repeats,
        admission=DEFAULT_ADMISSION,
        requests=requests,
    )


def tiny_program(rule_usd: float = 2, program_usd: float = 25) -> CompiledProgram:
    """Return a program with the models of `tiny_config` and the vendor's prices."""
    value = {
        "schema": "chaff.program/1",
        "program": {
            "models": {
                "primary": PRIMARY,
                "confirmation": CONFIRMATION,
                "practice": [PRACTICE],
            },
            "counting_endpoints": ["anthropic"],
            "admission": to_json(DEFAULT_ADMISSION),
            "guards": {"mode": "enforce", "sign_flip_alpha_ppm": 25_000},
            "max_age_days": 365,
            "caps": {
                "rule_usd": rule_usd,
                "program_usd": program_usd,
                "budget_from": "2026-11-30",
            },
            "main_branch": "main",
            "requests": {**REQUESTS[False], **REQUESTS[True]},
        },
        "rule_cap_nano_usd": round(rule_usd * 10**9),
        "program_cap_nano_usd": round(program_usd * 10**9),
        "prices_as_of": "2026-11-30",
        "prices": {},
        "min_cacheable_tokens": {PRIMARY: 4096, CONFIRMATION: 1024, PRACTICE: None},
    }
    program = convert(value, CompiledProgram, where="program")
    prices = {
        PRIMARY: _prices(1_000, 5_000),
        CONFIRMATION: _prices(2_000, 10_000),
        PRACTICE: _prices(0, 0, batch_permille=1000),
    }
    return CompiledProgram(
        **{name: getattr(program, name) for name in program.__struct_fields__ if name != "prices"},
        prices=prices,
    )


def _prices(input_: int, output: int, *, batch_permille: int = 500) -> Prices:
    """Return prices with the vendor's factors for the cache."""
    return Prices(
        input=input_,
        output=output,
        cache_write_5m=input_ * 5 // 4,
        cache_write_1h=input_ * 2,
        cache_read=input_ // 10,
        batch_permille=batch_permille,
    )


def _item(number: int, *, practice: bool, max_turns: int) -> dict[str, Any]:
    if practice:
        return {
            "id": f"item-{number:02}",
            "prompt": f"Question {number}: on which port does the service listen? Number only.",
            "tools": [],
            "max_turns": 1,
            "scorer": {"kind": "answer_states", "states": r"\b5200\b", "denies": r"\b4100\b"},
        }
    return {
        "id": f"item-{number:02}",
        "prompt": f"Install dependency number {number}.",
        "tools": ["run_command"],
        "max_turns": max_turns,
        "scorer": {
            "kind": "required_action",
            "require": [{"tool": "run_command", "where": {"command": r"\bpnpm\b"}}],
            "forbid": [{"tool": "run_command", "where": {"command": r"(^|\s)npm\b"}}],
        },
    }


def _controls() -> dict[str, str]:
    """Return unrelated deletions of growing size, so that one fits whatever the tokenizer."""
    words = _TAIL.removesuffix("\n").split(" ")
    whole = {"whole": _OTHER + _TAIL}
    partial = {
        f"first-{count}": _OTHER.removeprefix("- ") + " ".join(words[:count]) + " "
        for count in range(len(words) - 1, 0, -1)
    }
    return {**whole, **partial}


def _state(gone: str, file: str) -> dict[str, Any]:
    if not gone:
        return {"edits": [], "digest": digest_bytes(file.encode())}
    start = file.encode().index(gone.encode())
    edit = {"start": start, "end": start + len(gone.encode()), "deleted": gone}
    return {"edits": [edit], "digest": digest_bytes(file.replace(gone, "").encode())}
