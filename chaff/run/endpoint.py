"""Sends one request to a server that speaks the Messages API, and returns what came back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol
from urllib.parse import unquote, urlsplit

from chaff import __version__
from chaff.canonical import line_bytes
from chaff.errors import NoCredentials
from chaff.run.address import ANTHROPIC, EMBEDDED, VENDOR, is_local, recorded_name
from chaff.run.answers import KEYS, Received
from chaff.run.credentials import (
    Credentials,
    custom_headers,
    find_credentials,
    obtain_credentials,
)
from chaff.run.failures import Failed
from chaff.run.secrecy import Secrets
from chaff.run.wire import fetch, first_line, import_httpx, open_client

API_VERSION: Final = "2026-10-21"
"""The version of the Messages API that requests are written for: that of `anthropic` 2.14."""

Method = Literal["GET", "POST"]

_COUNTED: Final = frozenset(
    ("messages", "model", "output_config", "system", "thinking", "tool_choice", "tools")
)
"""Fields that decide the size of a prompt: the counting endpoint refuses all others."""

_UNASKED: Final = frozenset(
    ("ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol")
)
"""Only where no connection came about is it certain that nothing was asked."""

_SECRET_HEADER: Final = re.compile(
    r"auth|key|token|secret|cookie|password|credential|session|signature", re.IGNORECASE
)
"""In the name of a header that identifies us, whatever gateway it is for."""

_VENDOR_KEY: Final = "sk-ant-"


class Endpoint(Protocol):
    """What the runner needs of a model's server. Both calls may come from several threads."""

    name: str
    """As recorded: `anthropic`, `embedded`, or a base URL without credentials."""
    software: dict[str, str]
    """What else was at work, with versions: the SDK, an engine, weights."""
    concurrency: int
    """Calls in flight unless the user asks otherwise."""

    def send(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages, once."""

    def count(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages/count_tokens, once; free."""

    def request(
        self, method: Method, path: str, body: Mapping[str, Any] | None = None
    ) -> Received | Failed:
        """Send any other request, once: what the Message Batches API needs."""

    def close(self) -> None:
        """Let go of sockets and, where the model runs here, of its memory."""


class MessagesEndpoint:
    """The Messages API over HTTP, each request sent once, as the `anthropic` package would.

    Responses are taken as text and parsed by us, so that they are recorded exactly as they came.
    The package itself is not loaded: see docs/decisions/0017-one-call-without-the-sdk.md.
    """

    concurrency = 8

    def __init__(
        self,
        name: str,
        base_url: str,
        credentials: Credentials,
        *,
        direct: bool,
        more_headers: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._httpx = import_httpx()
        self.software = {"messages-api": API_VERSION, "httpx2": self._httpx.__version__}
        bearer = credentials.key or credentials.token
        more = {header.lower(): value for header, value in (more_headers or {}).items()}
        headers = {**_HEADERS, **_bearing(bearer), **more}
        self._fresh = credentials.fresh or dict
        self._client = open_client(name, base_url, headers, direct=direct)
        self._known = (bearer, *_secrets_in_url(base_url), *_secrets_in(headers))
        self._secrets = Secrets(self._known)

    def send(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages, once."""
        return self.request("POST", "/v1/messages", body)

    def count(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages/count_tokens, once; free."""
        counted = {field: body[field] for field in body if field in _COUNTED}
        return self.request("POST", "/v1/messages/count_tokens", counted)

    def request(
        self, method: Method, path: str, body: Mapping[str, Any] | None = None
    ) -> Received | Failed:
        """Send one request; the body goes out as ASCII, whatever characters an answer had."""
        content = None if body is None else line_bytes(body)
        headers = self._fresh()
        secrets = self._with(headers)
        try:
            raw, data = fetch(self._client, method, path, content=content, headers=headers)
        except (self._httpx.HTTPError, self._httpx.InvalidURL) as error:
            return self._unreachable(error, secrets)
        # JSON is UTF-8, whatever a header says; what is not must not look like an answer.
        text = data.decode("utf-8", "surrogateescape")
        return self._received(raw.status_code, raw.headers, text, secrets)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _with(self, headers: Mapping[str, str]) -> Secrets:
        """Return our secrets and those in the headers of one request."""
        return Secrets((*self._known, *_secrets_in(headers))) if headers else self._secrets

    def _received(
        self, status: int, headers: Mapping[str, str], text: str, secrets: Secrets
    ) -> Received | Failed:
        if secrets.appear_in(text) or secrets.appear_in(repr(dict(headers))):
            # Nothing that holds the key may reach a file, a log or the screen.
            problem = f"{self.name}: status {status}, and the response repeats the API key"
            remedy = "take the proxy that echoes requests out of the way, and replace the key"
            return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=status == 200)
        lower = {name.lower(): value for name, value in headers.items()}
        return Received(status=status, headers=lower, text=text)

    def _unreachable(self, error: Exception, secrets: Secrets) -> Failed:
        kind, said = type(error).__name__, f": {first_line(error)}"
        if secrets.appear_in(said):
            said = ": (the reason holds the key)"
        problem = f"{self.name}: {kind}{said}"
        return Failed(kind="again", problem=problem, maybe_billed=kind not in _UNASKED)


_HEADERS: Final = {
    "accept": "application/json",
    "content-type": "application/json",
    "user-agent": f"chaff-lint/{__version__}",
    "anthropic-version": API_VERSION,
}


def _bearing(secret: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"} if secret else {}


def _secrets_in(headers: Mapping[str, str]) -> list[str]:
    """Return what identifies us in headers, without the word that says how."""
    held = (value for name, value in headers.items() if _SECRET_HEADER.search(name))
    return [value.rpartition(" ")[2] for value in held]


def _secrets_in_url(url: str) -> list[str]:
    """Return the password of an address, or the user where it has none: a token, then."""
    parts = urlsplit(url)
    secret = parts.password or parts.username or ""
    return [secret, unquote(secret)]


def open_endpoint(spec: str, environment: Mapping[str, str], *, slots: int | None) -> Endpoint:
    """Return the endpoint that `anthropic`, `embedded` or a URL names.

    Raises NoCredentials for the Anthropic API without a key, UsageError for what is no endpoint.
    """
    if spec == EMBEDDED:
        from chaff.run.embedded import EmbeddedEndpoint

        return EmbeddedEndpoint.start(environment, slots=slots)
    name = recorded_name(spec, environment)
    found, more = find_credentials(environment), custom_headers(environment)
    if spec != ANTHROPIC:
        _require_private(spec, found, name)
        known = found or Credentials(key="none")
        return MessagesEndpoint(name, spec, known, direct=is_local(spec), more_headers=more)
    # What is recorded as the vendor's address is asked there, however it was spelt.
    url = VENDOR if name == ANTHROPIC else environment["ANTHROPIC_BASE_URL"]
    _require_private(url, found, name)
    found = found or obtain_credentials(environment, url)
    if not found:
        raise NoCredentials("no key for the Anthropic API", remedy=f"set {KEYS}")
    return MessagesEndpoint(name, url, found, direct=is_local(url), more_headers=more)


def _require_private(url: str, credentials: Credentials, name: str) -> None:
    """Raise NoCredentials where the vendor's key would cross a network in clear text.

    It may lie in the environment for other work, and a server of one's own needs none.
    """
    key = credentials.key or ""
    if urlsplit(url).scheme == "https" or is_local(url) or not key.startswith(_VENDOR_KEY):
        return
    raise NoCredentials(
        "ANTHROPIC_API_KEY would be sent there in clear text, for anyone on the way to read",
        where=name,
        remedy="use https; or unset it and, if that server wants a token, set "
        "ANTHROPIC_AUTH_TOKEN to it",
    )
