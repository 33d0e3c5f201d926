"""Honest, complete, chained run files for a config, and the forger's tool: seal them again."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from chaff.battery.arm import view
from chaff.canonical import digest_bytes, line_bytes
from chaff.shapes.base import to_json
from chaff.shapes.config import ARMS, EvalConfig
from chaff.shapes.program import Prices
from chaff.shapes.record import Usage
from tests.support.configs import PRACTICE, PRIMARY, tiny_program

COMMIT = "1" * 40
STARTED, FINISHED = "2026-12-02T10:15:00Z", "2026-12-02T10:45:00Z"
Lines = list[dict[str, Any]]
Passes = Callable[[str, int, int], bool]


def helps(arm: str, item: int, repeat: int) -> bool:
    """Passes of a rule that is admitted: removed always passes, the others never."""
    return arm == "removed"


def useless(arm: str, item: int, repeat: int) -> bool:
    """Passes of a rule that fails: the arms do not differ."""
    return (item + repeat) % 2 == 0


def honest_run(config: EvalConfig, *, passes: Passes = helps, **header: Any) -> Lines:
    """Return the lines of a complete run, without `prev` and totals; `header` overrides fields."""
    model = header.get("model", PRACTICE if config.practice else PRIMARY)
    sizes = {arm: _size(config, arm, control_of(config)) for arm in ARMS}
    top = {
        "kind": "header",
        "schema": "chaff.run/1",
        "rule": config.rule,
        "practice": config.practice,
        "pilot": False,
        "config_hash": config.config_hash,
        "battery_hash": config.battery_hash,
        "request_hash": config.request_hash.get(model, "sha256:" + "0" * 64),
        "commit": COMMIT,
        "model": model,
        "request": config.requests.get(model, {}),
        "endpoint": "embedded" if config.practice else "anthropic",
        "prices": to_json(tiny_program().prices[model]),
        "arms": _digests(config),
        "control": control_of(config),
        "counts": _counts(config),
        "order_seed": digest_bytes(b"chaff order\n" + config.config_hash.encode()),
        "software": {"chaff": "0.1.0"},
        "started_at": STARTED,
    } | header
    turns = [
        _turn(config, top["model"], arm, item, repeat, sizes[arm], good=passes(arm, place, repeat))
        for arm in ARMS
        for place, item in enumerate(config.battery.items)
        for repeat in range(1, config.repeats + 1)
    ]
    flat = [line for turn in turns for line in turn]
    for number, line in enumerate(flat):
        rename(line, f"msg_{model}_{top['started_at']}_{number:05}")
    footer = {"kind": "footer", "finished_at": FINISHED, "cells": len(turns), "verdict": {}}
    return copy.deepcopy([top, *flat, footer])


def seal(lines: Lines, *, chain: bool = True, totals: bool = True) -> bytes:
    """Return a run file's bytes, with costs, footer and chain made to fit what the lines say."""
    if totals:
        total(lines)
    raw: list[bytes] = []
    for line in lines:
        if chain or "prev" not in line:
            line["prev"] = digest_bytes(raw[-1]) if raw else None
        raw.append(line_bytes(line))
    return b"".join(one + b"\n" for one in raw)


def unseal(data: bytes) -> Lines:
    return [json.loads(line) for line in data.splitlines()]


def total(lines: Lines) -> None:
    """Recompute every cost and, if there is a footer, its calls and cost."""
    prices = Prices(**lines[0]["prices"])
    turns = turns_of(lines)
    for turn in turns:
        usage = Usage(**turn["usage"])
        turn["cost_nano_usd"] = (
            usage.input * prices.input
            + usage.output * prices.output
            + usage.cache_write_5m * prices.cache_write_5m
            + usage.cache_write_1h * prices.cache_write_1h
            + usage.cache_read * prices.cache_read
        )
    if lines[-1]["kind"] == "footer":
        lines[-1] |= {
            "calls": len(turns),
            "cost_nano_usd": sum(turn["cost_nano_usd"] for turn in turns),
        }


def turns_of(lines: Lines) -> Lines:
    return [line for line in lines if line["kind"] == "turn"]


def cell_of(turn: dict[str, Any]) -> tuple[str, str, int]:
    return turn["arm"], turn["item"], turn["repeat"]


def drop(lines: Lines, unwanted: Callable[[dict[str, Any]], bool]) -> None:
    """Remove turns, and have the footer agree."""
    gone = [turn for turn in turns_of(lines) if unwanted(turn)]
    lines[:] = [line for line in lines if line not in gone]
    lines[-1]["cells"] -= len({cell_of(turn) for turn in gone})


def rename(line: dict[str, Any], name: str) -> None:
    """Give a turn another response id, in the raw response too."""
    line["response_id"] = line["response"]["id"] = name


def set_prompt(turn: dict[str, Any], tokens: int) -> None:
    """Make a turn's prompt `tokens` long, in the raw response too."""
    turn["usage"]["input"] = tokens
    turn["response"]["usage"]["input_tokens"] = tokens


def set_answer(turn: dict[str, Any], *, good: bool) -> None:
    """Make a turn's raw response one that passes, or one that fails."""
    states = turn["response"]["content"][0]["type"] == "text"
    turn["response"]["content"] = _content(practice=states, good=good)


def control_of(config: EvalConfig) -> str:
    """Return the first candidate whose edit is within the tolerance, as its author would."""
    return _counts(config)["controls"][-1]["id"]


def _counts(config: EvalConfig) -> dict[str, Any]:
    first = config.battery.items[0].id
    present, removed = (_size(config, arm, "") for arm in ("present", "removed"))
    counted = []
    for candidate in config.arms.controls:
        tokens = _size(config, "control", candidate.id)
        counted.append({"id": candidate.id, "tokens": tokens})
        if abs(tokens - removed) <= 0.05 * (present - removed):
            break
    return {"item": first, "present": present, "removed": removed, "controls": counted}


def _size(config: EvalConfig, arm: Any, control: str) -> int:
    """Return the prompt's tokens under a tokenizer of one token a character."""
    return len(view(config, arm, control).text)


def _digests(config: EvalConfig) -> dict[str, str]:
    controls = {candidate.id: candidate.digest for candidate in config.arms.controls}
    return {
        "present": config.arms.present.digest,
        "removed": config.arms.removed.digest,
        "control": controls[control_of(config)],
    }


def _turn(
    config: EvalConfig, model: str, arm: str, item: Any, repeat: int, size: int, *, good: bool
) -> Lines:
    """Return the one turn of a cell, or the two of a cell that may act and then sum up."""
    contents = [_content(practice=config.practice, good=good)]
    if item.max_turns > 1 and not config.practice:
        contents.append([{"type": "text", "text": "Done."}])
    lines = []
    for number, content in enumerate(contents, start=1):
        stop = "tool_use" if content[0]["type"] == "tool_use" else "end_turn"
        prompt = size + 50 * (number - 1)
        line = {
            "kind": "turn",
            "arm": arm,
            "item": item.id,
            "repeat": repeat,
            "turn": number,
            "response": {
                "type": "message",
                "role": "assistant",
                "model": model,
                "content": content,
                "stop_reason": stop,
                "usage": {"input_tokens": prompt, "output_tokens": 10},
            },
            "usage": {"input": prompt, "output": 10},
            "stop_reason": stop,
            "request_id": None,
            "server_date": None,
            "model": model,
        }
        lines.append(line)
    lines[-1] |= {"score": "pass" if good else "fail", "reason": "as scored"}
    return lines


def _content(*, practice: bool, good: bool) -> list[dict[str, Any]]:
    if practice:
        return [{"type": "text", "text": "5200" if good else "4100"}]
    command = "pnpm add left-pad" if good else "npm install left-pad"
    use = {"type": "tool_use", "id": "t1", "name": "run_command", "input": {"command": command}}
    return [use]
