"""Ways to send an answer that a real network has: in pieces, packed, cut off, without end."""

from __future__ import annotations

import gzip
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

Wire = Callable[[Any, bytes], None]


def plain(data: Callable[[bytes], bytes] = lambda data: data, **headers: str) -> Wire:
    """Send `data` of the answer's bytes, with headers (`_` for `-`) beside or instead of ours."""

    def send(handler: Any, answer: bytes) -> None:
        _head(handler, {"content-length": str(len(data(answer))), **_names(headers)})
        handler.wfile.write(data(answer))

    return send


def packed(data: bytes) -> bytes:
    return gzip.compress(data)


def cut(at: float = 0.5, *, reset: bool = False) -> Wire:
    """Promise the whole answer, send a part of it, and hang up: in order, or with a reset."""

    def send(handler: Any, answer: bytes) -> None:
        _head(handler, {"content-length": str(len(answer))})
        handler.wfile.write(answer[: int(len(answer) * at)])
        _hang_up(handler, reset=reset)

    return send


def nothing(*, reset: bool = False) -> Wire:
    """Hang up without a word."""
    return lambda handler, _answer: _hang_up(handler, reset=reset)


def chunked(*, whole: bool = True) -> Wire:
    """Send in chunks; without their end unless `whole`."""

    def send(handler: Any, answer: bytes) -> None:
        _head(handler, {"transfer-encoding": "chunked"})
        for at in range(0, len(answer), 50):
            part = answer[at : at + 50]
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            if not whole and at:
                _hang_up(handler, reset=False)
                return
        handler.wfile.write(b"0\r\n\r\n")

    return send


def dripping(seconds: float, *, ends: bool = True, pause: float = 0.01) -> Wire:
    """Send a few bytes at a time; with `ends` the rest once the time is over."""

    def send(handler: Any, answer: bytes) -> None:
        _head(handler, {"content-length": str(len(answer))})
        until, at = time.monotonic() + seconds, 0
        while at < len(answer) - 1 and time.monotonic() < until:
            handler.wfile.write(answer[at : at + 1])
            handler.wfile.flush()
            at += 1
            time.sleep(pause)
        if ends:
            handler.wfile.write(answer[at:])
        else:
            _hang_up(handler, reset=False)

    return send


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _head(handler: Any, headers: dict[str, str]) -> None:
    handler.send_response(200)
    for name, value in {"content-type": "application/json", **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()


def _hang_up(handler: Any, *, reset: bool) -> None:
    handler.wfile.flush()
    handler.close_connection = True
    if reset:
        # Linger for no time: what follows is RST, not FIN.
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()
