"""Guesses how many tokens a request has, without an endpoint: good enough for an estimate only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from chaff.run.answers import Received
from chaff.run.failures import Failed


class Density(NamedTuple):
    """A model's tokenizer in two figures."""

    bytes_per_token: float
    tool_prompt_tokens: int
    """What the API adds once tools are offered."""


_KNOWN: Final = {
    "claude-haiku-4-5": Density(4.0, 496),
    "claude-sonnet-5": Density(3.1, 354),
}
_ELSE: Final = Density(3.5, 400)

CAVEAT: Final = "tokens are guessed from bytes, so figures may be a quarter off; --endpoint counts"


class Guesser:
    """Stands where an endpoint would count; it answers nothing else."""

    concurrency = 1

    def __init__(self) -> None:
        self.name = "anthropic"
        self.software: dict[str, str] = {}

    def count(self, body: Mapping[str, Any]) -> Received:
        """Return a guess in the form of a count."""
        tokens = guessed_tokens(body)
        return Received(status=200, headers={}, text=json.dumps({"input_tokens": tokens}))

    def send(self, body: Mapping[str, Any]) -> Failed:
        """Refuse: there is nobody to ask."""
        return self.request("POST", "/v1/messages", body)

    def request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Failed:
        """Refuse: there is nobody to ask."""
        asked = f"{method} {path} ({len(body or ())} fields)"
        return Failed(kind="stop", problem=f"{asked}: a guess stands where an endpoint would")

    def close(self) -> None:
        """Do nothing: nothing is open."""


def guessed_tokens(request: Mapping[str, Any]) -> int:
    """Return about how many tokens a request's prompt has."""
    density = _KNOWN.get(str(request.get("model")), _ELSE)
    texts = [text for field in ("system", "messages") for text in _texts(request.get(field))]
    tools = [json.dumps(tool, ensure_ascii=False) for tool in request.get("tools", ())]
    n_bytes = sum(len(text.encode()) for text in (*texts, *tools))
    return int(n_bytes / density.bytes_per_token) + (density.tool_prompt_tokens if tools else 0) + 1


def _texts(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case list():
            return [text for child in value for text in _texts(child)]
        case dict():
            return [text for child in value.values() for text in _texts(child)]
        case _:
            return []
