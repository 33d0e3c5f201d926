"""Marks the part of a request that calls share, so that the API keeps it in its prompt cache.

A mark is transport: the model reads the same words with it and without. So no hash covers it, and
what was sent is recorded in the header beside the request settings.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from chaff.shapes.base import Shape
from chaff.shapes.config import Arm, ConfigItem

Lifetime = Literal["5m", "1h"]


class Prefix(NamedTuple):
    """What calls must have in common to share a cache entry: the file's text, and the tools."""

    arm: Arm
    tools: tuple[str, ...]


def prefix_of(arm: Arm, item: ConfigItem) -> Prefix:
    """Return the prefix of an item's requests in an arm."""
    return Prefix(arm, item.tools)


class Caching(Shape, frozen=True, kw_only=True):
    """Which prefixes are cached, and for how long."""

    lifetime: Lifetime | None
    """None: nothing is cached."""
    cached: frozenset[Prefix] = frozenset()

    def marks(self, prefix: Prefix) -> bool:
        """Tell whether requests with this prefix carry a mark."""
        return self.lifetime is not None and prefix in self.cached


NOTHING = Caching(lifetime=None)


def plan_caching(
    prefixes: dict[Prefix, int], min_cacheable: int | None, lifetime: Lifetime | None
) -> Caching:
    """Return what to cache: the prefixes (given with their tokens) that are long enough.

    The API caches nothing shorter, and says nothing.
    """
    if min_cacheable is None or lifetime is None:
        return NOTHING
    long = frozenset(one for one, tokens in prefixes.items() if tokens >= min_cacheable)
    return Caching(lifetime=lifetime, cached=long) if long else NOTHING


def marked(body: dict[str, Any], lifetime: Lifetime) -> dict[str, Any]:
    """Return a request with a mark at the end of its instruction file: tools come before it.

    The body itself stays as it is.
    """
    mark = {"type": "ephemeral"} if lifetime == "5m" else {"type": "ephemeral", "ttl": lifetime}
    if "system" in body:
        block = {"type": "text", "text": body["system"], "cache_control": mark}
        return {**body, "system": [block]}
    first, *rest = body["messages"]
    file, *content = first["content"]
    message = {**first, "content": [{**file, "cache_control": mark}, *content]}
    return {**body, "messages": [message, *rest]}


def only_prefix(body: dict[str, Any]) -> dict[str, Any]:
    """Return a request that ends where the mark would stand, to be counted and never sent."""
    if "system" in body:
        return {**body, "messages": [{"role": "user", "content": "."}]}
    first = body["messages"][0]
    return {**body, "messages": [{**first, "content": first["content"][:1]}]}
