"""Tells endpoints apart by their address, and how each is written into a record."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from chaff.errors import UsageError

ANTHROPIC: Final = "anthropic"
EMBEDDED: Final = "embedded"
VENDOR: Final = "https://api.anthropic.com"
_VARIABLE: Final = "ANTHROPIC_BASE_URL"


def recorded_name(spec: str, environment: Mapping[str, str]) -> str:
    """Return the endpoint as it is recorded, without connecting to it.

    Only the vendor's own address is `anthropic`: what answers elsewhere is named by its URL.
    """
    if spec == EMBEDDED:
        return EMBEDDED
    if spec != ANTHROPIC:
        return without_credentials(spec)
    url = environment.get(_VARIABLE, "")
    if not url or without_credentials(url, _VARIABLE) == VENDOR:
        return ANTHROPIC
    return without_credentials(url, _VARIABLE)


def without_credentials(url: str, where: str = "--endpoint") -> str:
    """Return a base URL without user, password, query and fragment, as it may be recorded."""
    try:
        if not url.isprintable() or " " in url or "\\" in url:
            # Programs differ in what they make of these: one host recorded, another one asked.
            raise ValueError
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in {"http", "https"} or not host:
        raise UsageError(
            "no such endpoint",
            where=where,
            remedy="name the http(s) URL of a server with /v1/messages"
            + ("" if where == _VARIABLE else ", anthropic, or embedded"),
        )
    bracketed = f"[{host}]" if ":" in host else host
    place = bracketed if port is None else f"{bracketed}:{port}"
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), "", ""))


def is_local(url: str) -> bool:
    """Tell whether a URL names this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
