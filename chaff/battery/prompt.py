"""The request that asks a cell its next question, from the config and the answers so far.

Nothing of an earlier turn is stored but the model's own answers: what the tools said in between
is worked out again from the arm's repository, so that a resumed cell continues exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from chaff.battery.arm import View
from chaff.battery.responses import CUT_OFF, blocks, calls_of
from chaff.battery.tools import Toolbox, call
from chaff.errors import BadInputError
from chaff.shapes.config import ConfigBattery, ConfigItem, EvalConfig, Wrapper
from chaff.shapes.rule import Delivery

Responses = Sequence[Mapping[str, Any]]

_ACCEPTED: Final = {
    "text": ("text",),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
}
"""Fields of an answer's blocks, beside tool calls, that the API takes back."""


def wrapper(delivery: Delivery, path: str) -> Wrapper:
    """Return the text around the instruction file as it reaches the model."""
    if delivery == "system":
        return Wrapper(
            before="You are a coding agent at work in a repository. "
            f"The project's instructions, from its file {path}, follow.\n\n",
            after="",
        )
    return Wrapper(
        before="<reminder>\n"
        f"The instructions of this project, from its file {path}, follow. "
        "They apply to whatever you do in this repository.\n\n",
        after="\n</reminder>",
    )


def body(
    config: EvalConfig, seen: View, item: ConfigItem, model: str, responses: Responses
) -> dict[str, Any]:
    """Return the JSON body of the Messages API request for the cell's next turn.

    `responses` are the cell's recorded answers so far. Raises BadInputError if the config does
    not provide for the model or a tool, or if the cell is finished.
    """
    where = f"{config.rule}: item {item.id}"
    if model not in config.requests:
        raise BadInputError(f"no request settings for {model}", where=where)
    if not unfinished(item, responses):
        raise BadInputError("the cell needs no further turn", where=where)
    delivered = f"{config.battery.wrapper.before}{seen.text}{config.battery.wrapper.after}"
    request: dict[str, Any] = {**config.requests[model], "model": model}
    if config.battery.delivery == "system":
        request["system"] = delivered
    if item.tools:
        request["tools"] = [_definition(config.battery, name, where) for name in item.tools]
    request["messages"] = _messages(config.battery, seen, item, delivered, responses)
    sendable: dict[str, Any] = _sendable(request)
    return sendable


def unfinished(item: ConfigItem, responses: Responses) -> bool:
    """Tell whether the cell needs another turn.

    It does while the last answer calls tools, is whole, and the item has turns left.
    """
    if not responses:
        return True
    last = responses[-1]
    return (
        len(responses) < item.max_turns
        and last.get("stop_reason") not in CUT_OFF
        and bool(calls_of(last))
    )


def _messages(
    battery: ConfigBattery, seen: View, item: ConfigItem, delivered: str, responses: Responses
) -> list[dict[str, Any]]:
    texts = [item.prompt] if battery.delivery == "system" else [delivered, item.prompt]
    messages = [_message("user", [{"type": "text", "text": text} for text in texts])]
    toolbox = Toolbox(
        offered=item.tools, declared=battery.tool_definitions, commands=battery.commands
    )
    repository: dict[str, str] = dict(seen.repository)
    for response in responses:
        results, repository = _results(response, repository, toolbox)
        messages += [_message("assistant", _echo(response)), _message("user", results)]
    return messages


def _results(
    response: Mapping[str, Any], repository: dict[str, str], toolbox: Toolbox
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    results: list[dict[str, Any]] = []
    for made in calls_of(response):
        answer = call(made.tool, made.arguments, repository, toolbox)
        repository = answer.repository
        result = {"type": "tool_result", "tool_use_id": made.id, "content": answer.text}
        results.append({**result, "is_error": True} if answer.is_error else result)
    return results, repository


def _echo(response: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return an answer's blocks as the API takes them back; an empty text may not be sent."""
    calls = iter(calls_of(response))
    echoed: list[dict[str, Any]] = []
    for block in blocks(response):
        kind = block.get("type")
        if kind == "tool_use" and isinstance(block.get("name"), str):
            made = next(calls)
            use = {"id": made.id, "name": made.tool, "input": made.arguments}
            echoed.append({"type": kind, **use})
        elif isinstance(kind, str) and kind in _ACCEPTED and block.get("text") != "":
            fields = {field: block[field] for field in _ACCEPTED[kind] if field in block}
            echoed.append({"type": kind, **fields})
    return echoed


def _definition(battery: ConfigBattery, name: str, where: str) -> dict[str, Any]:
    declared = battery.tool_definitions.get(name)
    if declared is None:
        if name not in battery.builtin_tools:
            raise BadInputError(f"tool {name} is neither built in nor declared", where=where)
        return battery.builtin_tools[name]
    return {
        "name": name,
        "description": declared.description,
        "input_schema": declared.input_schema,
    }


def _message(role: str, content: list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": role, "content": content}


def _sendable(value: Any) -> Any:
    """Return `value` with lone surrogates, which no request can carry, replaced."""
    match value:
        case str():
            return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        case dict():
            return {_sendable(key): _sendable(child) for key, child in value.items()}
        case list() | tuple():
            return [_sendable(child) for child in value]
        case _:
            return value
