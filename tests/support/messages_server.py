"""A real HTTP server on loopback that speaks the Messages API, with faults on demand.

It bills like the real one would: whatever the model answered is billed, whether or not the answer
reaches the client; prompts by what the cache held; batches at their discount. Tokens are words and
signs of the request, so counts and usage agree.
"""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

from chaff.money import cost_nano_usd
from chaff.shapes.answer import usage_of
from chaff.shapes.record import Usage
from tests.support.batches import Batches
from tests.support.prompt_cache import PromptCache, prompt_tokens, tokens_of

Body = dict[str, Any]
Blocks = list[dict[str, Any]]


@dataclass
class Fault:
    """What happens to one call instead of an answer.

    `raw` replaces the body; `cut` sends only so many bytes of the answer and then hangs up;
    `billed` says that the model had answered all the same; `edit` changes a good answer.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: str | None = None
    error: str | None = None
    cut: int | None = None
    reset: bool = False
    billed: bool = False
    edit: Callable[[Body], Body] | None = None
    wire: Callable[[Any, bytes], None] | None = None
    """Sends the answer in its own way, given the handler and the answer's bytes."""


@dataclass
class Call:
    """One request to /v1/messages as the server saw it."""

    body: Body
    headers: dict[str, str]
    answered: bool


def text_of(body: Body) -> str:
    """Return what the user's messages and the tools' results say, as one text."""
    return json.dumps(body["messages"])


def run_command(command: str) -> Blocks:
    """Return an answer that calls the tool `run_command`."""
    return [
        {"type": "text", "text": "On it."},
        {"type": "tool_use", "id": "toolu_1", "name": "run_command", "input": {"command": command}},
    ]


def obedient(body: Body) -> Blocks:
    """Answer as a model that is misled by the superseded line wherever it still stands."""
    return run_command("npm install" if "4100" in text_of(body) else "pnpm add dependency")


class MessagesServer:
    """Answers by `answer(body)`; `fault(number, body)` may spoil the call of that number."""

    def __init__(
        self, answer: Callable[[Body], Blocks] = obedient, host: str = "127.0.0.1"
    ) -> None:
        self.answer = answer
        self.fault: Callable[[int, Body], Fault | None] = lambda _number, _body: None
        self.count_fault: Callable[[int, Body], Fault | None] = lambda _number, _body: None
        self.latency = 0.0
        self.date = "Mon, 01 Jan 2029 00:00:00 GMT"
        """What the header `date` says: later than the clock of any test."""
        self.model: str | None = None
        self.calls: list[Call] = []
        self.counts: list[Body] = []
        self.billed: list[tuple[str, Usage, bool]] = []
        """Model, tokens, and whether in a batch, of everything that was billed."""
        self.cache = PromptCache(time.monotonic)
        self.batches = Batches(self.answer_in_batch)
        self.batch_fault: Callable[[str, str], Fault | None] = lambda _method, _path: None
        """May spoil a call to the Message Batches API, after it took effect if `billed` is set."""
        self._numbers = itertools.count(1)
        self.in_flight = 0
        self.most_in_flight = 0
        self._lock = threading.Lock()
        kind = _QuietSix if ":" in host else _Quiet
        self._server = kind((host, 0), type("Handler", (_Handler,), {"api": self}))
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @property
    def answered(self) -> int:
        """Calls whose answer was sent whole."""
        return sum(call.answered for call in self.calls)

    def billed_nano_usd(self, prices: dict[str, Any]) -> int:
        return sum(
            cost_nano_usd(usage, prices[model], batch=batch) for model, usage, batch in self.billed
        )

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def enter(self, body: Body, headers: dict[str, str]) -> tuple[int, Call]:
        with self._lock:
            call = Call(body, headers, answered=False)
            self.calls.append(call)
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            return len(self.calls), call

    def leave(self) -> None:
        with self._lock:
            self.in_flight -= 1

    def bill(self, body: Body, usage: Body, *, batch: bool = False) -> None:
        with self._lock:
            self.billed.append((body["model"], usage_of({"usage": usage}), batch))

    def answer_in_batch(self, body: Body) -> Body:
        message = self.message(next(self._numbers) + 1_000_000, body)
        prompt, answered = self.cache.usage(body)
        usage = {**message["usage"], **prompt, "service_tier": "batch"}
        self.bill(body, usage, batch=True)
        answered()
        return {**message, "usage": usage}

    def message(self, number: int, body: Body) -> Body:
        blocks = self.answer(body)
        used = any(block["type"] == "tool_use" for block in blocks)
        return {
            "id": f"msg_{id(self):x}_{number}",
            "type": "message",
            "role": "assistant",
            "model": self.model or body["model"],
            "content": blocks,
            "stop_reason": "tool_use" if used else "end_turn",
            "stop_sequence": None,
            "usage": {
                "input_tokens": prompt_tokens(body),
                "output_tokens": min(tokens_of(blocks), body["max_tokens"]),
                "cache_read_input_tokens": 0,
                "service_tier": "standard",
            },
        }


@contextmanager
def serving(
    answer: Callable[[Body], Blocks] = obedient, host: str = "127.0.0.1"
) -> Iterator[MessagesServer]:
    server = MessagesServer(answer, host)
    try:
        yield server
    finally:
        server.close()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a client was killed in the middle of a call."""


class _QuietSix(_Quiet):
    address_family = socket.AF_INET6


class _Handler(BaseHTTPRequestHandler):
    api: MessagesServer
    protocol_version = "HTTP/1.1"
    # Head and body in one packet; else each answer waits for a delayed acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        pass

    def date_time_string(self, *_: Any) -> str:
        return self.api.date

    def do_GET(self) -> None:
        self._batches({})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        if self.path == "/v1/messages/count_tokens":
            self._count(body)
        elif self.path == "/v1/messages":
            self._message(body)
        else:
            self._batches(body)

    def _batches(self, body: Body) -> None:
        """Answer the Message Batches API: create, list, look, results, cancel."""
        batches, (path, _, query) = self.api.batches, self.path.partition("?")
        asked = dict(parse_qsl(query))
        fault = self.api.batch_fault(self.command, path)
        if fault is not None and not fault.billed:
            self._spoil(fault, None)
            return
        parts = path.removeprefix("/v1/messages/batches").strip("/").split("/")
        found: Any = None
        if not path.startswith("/v1/messages/batches"):
            pass
        elif parts == [""]:
            found = (
                batches.create(body)
                if self.command == "POST"
                else batches.listing(asked.get("after_id"), int(asked.get("limit", 20)))
            )
        elif parts[1:] == ["results"]:
            found = batches.results(parts[0])
        elif parts[1:] == ["cancel"]:
            found = batches.cancel(parts[0])
        elif len(parts) == 1:
            found = batches.look(parts[0])
        if fault is not None:
            self._spoil(fault, None)
        elif found is None:
            self._error(Fault(status=404, error="not_found_error"))
        else:
            self._send(200, {}, (found if isinstance(found, str) else json.dumps(found)).encode())

    def _count(self, body: Body) -> None:
        self.api.counts.append(body)
        unknown = set(body) - {
            "model",
            "messages",
            "system",
            "tools",
            "tool_choice",
            "thinking",
        }
        fault = self.api.count_fault(len(self.api.counts), body)
        if unknown:
            self._error(Fault(status=400, error="invalid_request_error"))
        elif fault is not None:
            self._spoil(fault, None)
        else:
            self._send(200, {}, json.dumps({"input_tokens": prompt_tokens(body)}).encode())

    def _message(self, body: Body) -> None:
        number, call = self.api.enter(body, {k.lower(): v for k, v in self.headers.items()})
        try:
            if self.api.latency:
                time.sleep(self.api.latency)
            fault = self.api.fault(number, body)
            message = self.api.message(number, body)
            answered: Callable[[], None] = lambda: None  # noqa: E731
            if fault is None or fault.billed or fault.edit:
                # Billed for the whole prompt, even if an answer claims that it was shorter.
                prompt, answered = self.api.cache.usage(body)
                self.api.bill(body, {**message["usage"], **prompt})
                if prompt["input_tokens"] != prompt_tokens(body):
                    message["usage"] = {**message["usage"], **prompt}
            if fault is None:
                answered()
                self._send(200, {"request-id": f"req_{number}"}, json.dumps(message).encode())
                call.answered = True
            else:
                self._spoil(fault, message)
        finally:
            self.api.leave()

    def _spoil(self, fault: Fault, message: Body | None) -> None:
        if fault.wire is not None:
            fault.wire(self, json.dumps(message).encode())
        elif fault.reset:
            self.close_connection = True
        elif fault.error is not None:
            self._error(fault)
        elif fault.raw is not None:
            self._send(fault.status, fault.headers, fault.raw.encode())
        elif message is not None and fault.edit is not None:
            self._send(fault.status, fault.headers, json.dumps(fault.edit(message)).encode())
        elif message is not None and fault.cut is not None:
            data = json.dumps(message).encode()
            self._send(fault.status, fault.headers, data[: fault.cut], length=len(data))
            self.close_connection = True
        else:
            self._send(fault.status, fault.headers, b"")

    def _error(self, fault: Fault) -> None:
        code = {"details": {"error_code": fault.raw}} if fault.raw else {}
        error = {"type": fault.error, "message": f"says {fault.error}", **code}
        raw = json.dumps({"type": "error", "error": error}).encode()
        self._send(fault.status, fault.headers, raw)

    def _send(
        self, status: int, headers: dict[str, str], raw: bytes, length: int | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(raw) if length is None else length))
        self.end_headers()
        self.wfile.write(raw)
