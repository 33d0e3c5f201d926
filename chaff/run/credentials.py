"""Finds what a user identifies with: a key, a token, or what the `anthropic` package can obtain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from chaff.errors import NoCredentials
from chaff.run.answers import KEY_REMEDY
from chaff.shapes.base import Shape

_OBTAINED: Final = ("ANTHROPIC_PROFILE", "ANTHROPIC_CONFIG_DIR", "ANTHROPIC_FEDERATION_RULE_ID")
"""Each says that a profile or a federated identity is meant, where no key or token is set."""
_IDENTIFY: Final = frozenset(("authorization", "anthropic-beta", "anthropic-workspace-id"))


class Credentials(Shape, frozen=True, kw_only=True):
    """A key or a token; or, with neither, a way to get headers that hold a token of the hour."""

    key: str | None = None
    token: str | None = None
    fresh: Callable[[], dict[str, str]] | None = None
    """Returns the headers that identify now; safe for threads, raises NoCredentials."""

    def __bool__(self) -> bool:
        """Tell whether there is anything to identify with."""
        return bool(self.key or self.token or self.fresh)

    def __repr__(self) -> str:
        """Return no secret, wherever this may be printed."""
        return "<credentials>" if self else "<no credentials>"


NONE: Final = Credentials()


def find_credentials(environment: Mapping[str, str]) -> Credentials:
    """Return the key or, where none is set, the token of an environment."""
    key = secret_in(environment, "ANTHROPIC_API_KEY")
    # One of the two: the key goes first, as in the vendor's own tools.
    token = None if key else secret_in(environment, "ANTHROPIC_AUTH_TOKEN")
    return Credentials(key=key, token=token)


def obtain_credentials(environment: Mapping[str, str], base_url: str) -> Credentials:
    """Return what the `anthropic` package makes of a profile or a federated identity that is named.

    Importing it takes longer than all else before the first call, so this comes last.
    """
    if not any(environment.get(name) for name in _OBTAINED):
        return NONE
    try:
        import anthropic
        import httpx2
    except ImportError:
        raise NoCredentials(
            "the package `anthropic` is not installed, and a profile or a federated identity "
            "needs it",
            remedy="python -m pip install 'chaff-lint[run]'",
        ) from None
    try:
        client = anthropic.Anthropic(base_url=base_url)
    except anthropic.AnthropicError as error:
        raise _unusable(error) from None
    flow, given = client.custom_auth, client.default_headers
    if flow is None:
        return NONE

    def fresh() -> dict[str, str]:
        # The package writes on a request, which is then read and thrown away.
        blank = httpx2.Request("POST", base_url)
        try:
            next(flow.sync_auth_flow(blank))
        except anthropic.AnthropicError as error:
            raise _unusable(error) from None
        written = {**given, **blank.headers}
        return {name: str(value) for name, value in written.items() if name.lower() in _IDENTIFY}

    return Credentials(fresh=fresh)


def custom_headers(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that ANTHROPIC_CUSTOM_HEADERS adds to each request, one a line."""
    lines = environment.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
    pairs = (line.partition(":") for line in lines if ":" in line)
    headers = {name.strip(): value.strip() for name, _, value in pairs}
    for name, value in headers.items():
        if not (name and _sendable(name) and _sendable(value)):
            # The value may be a secret, so the name has to do.
            raise NoCredentials(
                f"the header {name!r} cannot be sent",
                where="ANTHROPIC_CUSTOM_HEADERS",
                remedy="write one `Name: value` a line",
            )
    return headers


def secret_in(environment: Mapping[str, str], name: str) -> str | None:
    """Return a key without the line end it may have been read with; None where there is none."""
    secret = environment.get(name, "").strip()
    if not _sendable(secret):
        # An HTTP library would print the whole header in its complaint.
        raise NoCredentials("holds what no key holds", where=name, remedy="set it again")
    return secret or None


def _sendable(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _unusable(error: Exception) -> NoCredentials:
    """Return the stop for a profile or identity; what the package says of it may hold a token."""
    problem = f"the profile or federated identity cannot be used: {type(error).__name__}"
    return NoCredentials(problem, remedy=KEY_REMEDY)
