"""Sends one request to a server that speaks the Messages API, and returns what came back."""

from __future__ import annotations

import importlib.metadata
import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol
from urllib.parse import urlsplit, urlunsplit

from chaff.errors import EndpointError, NoCredentials, UsageError
from chaff.run.answers import KEY_REMEDY, Received
from chaff.run.failures import Failed
from chaff.run.secrecy import Secrets

if TYPE_CHECKING:
    import anthropic

ANTHROPIC: Final = "anthropic"
EMBEDDED: Final = "embedded"
_VENDOR: Final = "https://api.anthropic.com"

Method = Literal["GET", "POST"]

_COUNTED: Final = frozenset(
    ("messages", "model", "output_config", "system", "thinking", "tool_choice", "tools")
)
"""Fields that decide the size of a prompt: the counting endpoint refuses all others."""


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
    """The Messages API through the `anthropic` package, which retries nothing here.

    Responses are taken as text and parsed by us, so that they are recorded exactly as they came.
    """

    concurrency = 8

    def __init__(
        self, name: str, base_url: str, *, key: str | None, token: str | None, direct: bool
    ) -> None:
        self.name = name
        self._sdk = _import_sdk()
        self._raw = _raw_response()
        self._secrets = Secrets((key, token, urlsplit(base_url).password))
        self.software = {"anthropic": importlib.metadata.version("anthropic")}
        self._client = self._sdk.Anthropic(
            base_url=base_url,
            api_key=key,
            auth_token=token,
            max_retries=0,
            http_client=self._http_client(direct=direct),
        )

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
        """Send one request through the SDK, past its typed methods.

        Their signatures refuse sampling fields, which practice models need, and follow an address
        that the server names, which the key must not.
        """
        try:
            if method == "GET":
                raw = self._client.get(path, cast_to=self._raw)
            else:
                raw = self._client.post(path, body=body, cast_to=self._raw)
        except self._sdk.APIStatusError as error:
            raw = error.response
        except self._sdk.APIConnectionError as error:
            return self._unreachable(error)
        return self._received(raw.status_code, raw.headers, raw.text)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _http_client(self, *, direct: bool) -> Any:
        try:
            return self._sdk.DefaultHttpxClient(
                # A proxy named in the environment must not come between us and this machine.
                trust_env=not direct,
                # An answer from where a redirect points is not one of the recorded endpoint.
                follow_redirects=False,
            )
        except (ImportError, ValueError) as error:
            raise EndpointError(
                f"the proxy that the environment names cannot be used: {_first_line(error)}",
                where=self.name,
                remedy="correct or unset HTTP_PROXY, HTTPS_PROXY and ALL_PROXY",
            ) from None

    def _received(self, status: int, headers: Mapping[str, str], text: str) -> Received | Failed:
        if self._secrets.appear_in(text) or self._secrets.appear_in(repr(dict(headers))):
            # Nothing that holds the key may reach a file, a log or the screen.
            problem = f"{self.name}: status {status}, and the response repeats the API key"
            remedy = "take the proxy that echoes requests out of the way, and replace the key"
            return Failed(kind="stop", problem=problem, remedy=remedy, maybe_billed=status == 200)
        lower = {name.lower(): value for name, value in headers.items()}
        return Received(status=status, headers=lower, text=text)

    def _unreachable(self, error: anthropic.APIConnectionError) -> Failed:
        cause = error.__cause__ or error
        kind = type(cause).__name__
        # Only where no connection came about is it certain that nothing was asked.
        asked = kind not in {"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol"}
        said = "" if isinstance(cause, self._sdk.APIConnectionError) else f": {_first_line(cause)}"
        if self._secrets.appear_in(said):
            said = ": (the reason holds the key)"
        return Failed(kind="again", problem=f"{self.name}: {kind}{said}", maybe_billed=asked)


def open_endpoint(spec: str, environment: Mapping[str, str], *, slots: int | None) -> Endpoint:
    """Return the endpoint that `anthropic`, `embedded` or a URL names.

    Raises NoCredentials for the Anthropic API without a key, UsageError for what is no endpoint.
    """
    if spec == EMBEDDED:
        from chaff.run.embedded import EmbeddedEndpoint

        return EmbeddedEndpoint.start(environment, slots=slots)
    key = _secret(environment, "ANTHROPIC_API_KEY")
    # The SDK takes one of the two; the key goes first, as in the vendor's own tools.
    token = None if key else _secret(environment, "ANTHROPIC_AUTH_TOKEN")
    name = recorded_name(spec, environment)
    if spec != ANTHROPIC:
        without = "none" if not (key or token) else key
        return MessagesEndpoint(name, spec, key=without, token=token, direct=_is_local(spec))
    if not (key or token):
        raise NoCredentials("no key for the Anthropic API", remedy=f"set one: {KEY_REMEDY}")
    # What is recorded as the vendor's address is asked there, however it was spelt.
    url = _VENDOR if name == ANTHROPIC else environment["ANTHROPIC_BASE_URL"]
    return MessagesEndpoint(name, url, key=key, token=token, direct=_is_local(url))


def recorded_name(spec: str, environment: Mapping[str, str]) -> str:
    """Return the endpoint as it is recorded, without connecting to it.

    Only the vendor's own address is `anthropic`: what answers elsewhere is named by its URL.
    """
    if spec == EMBEDDED:
        return EMBEDDED
    if spec != ANTHROPIC:
        return without_credentials(spec)
    url = environment.get("ANTHROPIC_BASE_URL", "")
    if not url or without_credentials(url) == _VENDOR:
        return ANTHROPIC
    return without_credentials(url)


def without_credentials(url: str) -> str:
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
            where="--endpoint",
            remedy="name anthropic, embedded, or the http(s) URL of a server with /v1/messages",
        )
    bracketed = f"[{host}]" if ":" in host else host
    place = bracketed if port is None else f"{bracketed}:{port}"
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), "", ""))


def _is_local(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _secret(environment: Mapping[str, str], name: str) -> str | None:
    """Return a key without the line end it may have been read with; None where there is none."""
    secret = environment.get(name, "").strip()
    if not (secret.isascii() and secret.isprintable()):
        # An HTTP library would print the whole header in its complaint.
        raise NoCredentials("holds what no key holds", where=name, remedy="set it again")
    return secret or None


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else "no reason given"


def _raw_response() -> Any:
    """Return the type that makes the SDK hand out responses as they came."""
    import httpx2

    return httpx2.Response


def _import_sdk() -> Any:
    try:
        import anthropic
    except ImportError:
        raise EndpointError(
            "the package `anthropic` is not installed",
            remedy="python -m pip install 'chaff-lint[run]'",
        ) from None
    return anthropic
