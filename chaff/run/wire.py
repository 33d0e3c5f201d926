"""Opens the connections to one server: over which proxy, how long to wait, how kept alive."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from chaff.errors import EndpointError

if TYPE_CHECKING:
    from httpx2 import Client

_ANSWER_SECONDS: Final = 600.0
_CONNECT_SECONDS: Final = 5.0
_MOST_BYTES: Final = 1 << 24
"""More than any single answer has."""
_MOST_RESULTS: Final = 1 << 28
"""More than the results of the largest batch that a battery can make."""
_MOST: Final = 1000
"""Connections; as many as anybody asks, since the runner itself says how many calls fly."""

_KEEP_ALIVE: Final = ((("TCP_KEEPIDLE", "TCP_KEEPALIVE"), 60), (("TCP_KEEPINTVL",), 60))
_PROBES: Final = 5


def open_client(name: str, base_url: str, headers: Mapping[str, str], *, direct: bool) -> Client:
    """Return a client for one server; raises EndpointError if a proxy cannot be used.

    `direct` takes no proxy: one that the environment names must not come between us and this
    machine. Redirects are not followed: an answer from where one points is not one of the recorded
    endpoint.
    """
    httpx2 = import_httpx()
    limits = httpx2.Limits(max_connections=_MOST, max_keepalive_connections=100)
    unusable = "the proxy that the environment names cannot be used"
    remedy = "correct or unset HTTP_PROXY, HTTPS_PROXY and ALL_PROXY"
    try:
        transport = httpx2.HTTPTransport(
            proxy=None if direct else proxy_for(base_url),
            limits=limits,
            trust_env=not direct,
            socket_options=_socket_options(),
        )
    except (ImportError, ValueError) as error:
        raise EndpointError(f"{unusable}: {first_line(error)}", where=name, remedy=remedy) from None
    except httpx2.InvalidURL:
        # Its reason may hold a part of the password: what of an address is what, is unclear.
        raise EndpointError(f"{unusable}: it is no URL", where=name, remedy=remedy) from None
    try:
        client: Client = httpx2.Client(
            base_url=base_url,
            headers=headers,
            transport=transport,
            timeout=httpx2.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
            trust_env=not direct,
            follow_redirects=False,
        )
    except httpx2.InvalidURL:
        raise EndpointError("is no URL that can be asked", where=name) from None
    return client


def fetch(client: Client, method: str, path: str, **request: Any) -> tuple[Any, bytes]:
    """Send a request; return the response and its whole body, as decoded from gzip and the like.

    Raises the library's own errors, also where a body never ends, is larger than any answer, or is
    packed more than once: a few bytes of such a one fill any memory before they can be counted.
    """
    httpx2, began = import_httpx(), time.monotonic()
    most = _MOST_RESULTS if path.endswith("/results") else _MOST_BYTES
    parts, size = [], 0
    with client.stream(method, path, **request) as response:
        if "," in response.headers.get("content-encoding", ""):
            raise httpx2.DecodingError("a body that is packed more than once")
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > most:
                raise httpx2.ReadError(f"a body of more than {most:,} bytes")
            if time.monotonic() - began > _ANSWER_SECONDS:
                raise httpx2.ReadTimeout(f"no whole answer within {_ANSWER_SECONDS:.0f} s")
    return response, b"".join(parts)


def proxy_for(url: str) -> str | None:
    """Return the proxy that the environment (or the system) names for a URL, if any."""
    parts = urlsplit(url)
    # Port and brackets are cut: a name in NO_PROXY counts for every port.
    if proxy_bypass(parts.hostname or ""):
        return None
    named = getproxies()
    proxy = named.get(parts.scheme) or named.get("all")
    return proxy if not proxy or "://" in proxy else f"http://{proxy}"


def first_line(error: BaseException) -> str:
    """Return what an error says, as one line."""
    lines = str(error).splitlines()
    return lines[0] if lines else "no reason given"


def import_httpx() -> Any:
    """Return the HTTP library, or say how to install it."""
    try:
        import httpx2
    except ImportError:
        raise EndpointError(
            "the package `httpx2` is not installed",
            remedy="python -m pip install 'chaff-lint[run]'",
        ) from None
    return httpx2


def _socket_options() -> list[tuple[int, int, int]]:
    """Return what keeps a connection alive while a long answer is being written.

    A gateway may forget a connection on which nothing is sent for some minutes.
    """
    options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
    for names, seconds in _KEEP_ALIVE:
        known = [getattr(socket, name) for name in names if hasattr(socket, name)]
        options.extend((socket.IPPROTO_TCP, option, seconds) for option in known[:1])
    if hasattr(socket, "TCP_KEEPCNT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPCNT, _PROBES))
    return options
