"""Which MCP servers the configuration files of a repository name, whichever agent reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

from chaff.lazy import lazy
from chaff.lint.repository.place import Repository
from chaff.lint.repository.pyprojects import load_toml
from chaff.shapes.base import Shape

_CONFIGURES: Final = lazy(
    r"(?:^|/)(?:\.?mcp\.json|\.(?:cursor|vscode|roo|kilocode|amazonq|kiro/settings|windsurf|junie/mcp"
    r"|factory|trae|idea)/mcp\.json|\.claude/settings[\w.-]*\.json|\.gemini/settings\.json"
    r"|\.qwen/settings\.json|\.codex/config\.toml|\.zed/settings\.json|\.?opencode\.jsonc?"
    r"|\.copilot/mcp-config\.json|\.devcontainer/devcontainer\.json|\.claude-plugin/\w+\.json"
    r"|gemini-extension\.json|\.claude\.json|\.crush\.json|crush\.json)$"
)
_TELLS: Final = lazy(r"mcp[^/]*\.(?:jsonc?|toml|ya?ml)$", re.IGNORECASE)
"""Files of unknown shape that may configure servers: all their words count."""
_WORD: Final = lazy(r"[\w-]+")
_AGENT: Final = lazy(r"(?:^|/)(?:\.claude|\.agents|\.github|\.opencode|\.gemini|\.cursor)/.*\.md$")
_SERVER_TABLES: Final = ("mcpServers", "servers", "mcp_servers", "mcp", "context_servers")
_SERVER_LISTS: Final = (
    "enabledMcpjsonServers",
    "disabledMcpjsonServers",
    "allowedMcpServers",
    "allowMCPServers",
)
_NAMED: Final = lazy(r"mcp__(?P<server>[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)")
_FRONT_MATTER: Final = lazy(r"\A---\r?\n(?P<yaml>.*?)\r?\n---", re.DOTALL)
_YAML_KEY: Final = lazy(r"^ +(?:- *)?([\w-]+):? *$", re.MULTILINE)
_START: Final = lazy(r'"|//|/\*|,')
_STRING: Final = lazy(r'(?:[^"\\]|\\.)*"', re.DOTALL)
_CLOSED: Final = lazy(r"\s*[}\]]")
_DEEPEST: Final = 4


class Toolset(Shape, frozen=True, kw_only=True):
    """What is configured."""

    servers: frozenset[str]
    """Names, folded."""
    shown: tuple[str, ...]
    """The servers that have a table of their own, as they are written."""
    unreadable: bool
    """A configuration could not be parsed."""

    @property
    def configured(self) -> bool:
        """Tell whether there is a configuration of any server at all."""
        return bool(self.shown)

    def may_have(self, server: str) -> bool:
        """Tell whether a server of this name is configured, or may be for all that can be told."""
        return self.unreadable or folded(server) in self.servers


def folded(name: str) -> str:
    """Return a server's name as tools carry it, whatever its case."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def load_jsonc(text: str | None) -> dict[str, Any] | None:
    """Return an object in JSON that may hold comments and trailing commas; None if it is not."""
    try:
        value = json.loads(_plain((text or "").removeprefix("\ufeff")))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _plain(text: str) -> str:
    """Return JSON without comments, then without commas before a closing bracket."""
    return _kept(_kept(text, commas=False), commas=True)


def _kept(text: str, *, commas: bool) -> str:
    parts, at = [], 0
    while found := _START.search(text, at):
        parts.append(text[at : found.start()])
        at = found.end()
        match found[0]:
            case '"':
                string = _STRING.match(text, at)
                if string is None:
                    raise ValueError("unclosed string")
                parts.append(text[found.start() : string.end()])
                at = string.end()
            case "//":
                newline = text.find("\n", at)
                at = newline if newline >= 0 else len(text)
            case "/*":
                at = text.index("*/", at) + 2
            case _:
                parts.append("" if commas and _CLOSED.match(text, at) else ",")
    return "".join([*parts, text[at:]])


def toolset_of(repository: Repository) -> Toolset:
    """Return the MCP servers that a repository configures, or allows or forbids the use of."""
    found: Toolset = _toolset(cast("Any", repository))
    return found


@lru_cache(maxsize=8)
def _toolset(repository: Any) -> Toolset:
    tables: set[str] = set()
    named: set[str] = set(_agents(repository))
    unreadable = False
    for path in sorted(repository.paths()):
        if not _CONFIGURES.search(path):
            if _TELLS.search(path):
                named.update(_WORD.findall(repository.read(path) or ""))
            continue
        text = repository.read(path)
        value = _load(path, text)
        if text is None or value is None:
            unreadable = True
            continue
        tables.update(_tables(value, 0))
        named.update(_listed(value), _mentioned(text))
    return Toolset(
        servers=frozenset(map(folded, tables | named)),
        shown=tuple(sorted(tables)),
        unreadable=unreadable,
    )


def _load(path: str, text: str | None) -> dict[str, Any] | None:
    return load_toml(text) if path.endswith(".toml") else load_jsonc(text)


def _tables(value: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield the names of servers, however deep their table lies."""
    for key, held in value.items():
        if not isinstance(held, dict):
            continue
        if key in _SERVER_TABLES:
            yield from (name for name, one in held.items() if isinstance(one, dict))
        if depth < _DEEPEST:
            yield from _tables(held, depth + 1)


def _listed(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield servers that are enabled or disabled by name, and plugins that may bring one."""
    for key in _SERVER_LISTS:
        listed = value.get(key)
        if isinstance(listed, list):
            yield from (name for name in listed if isinstance(name, str))
    plugins = value.get("enabledPlugins")
    if isinstance(plugins, dict):
        yield from (name.partition("@")[0] for name in plugins)


def _mentioned(text: str) -> Iterator[str]:
    """Yield the servers whose tools a text names, as permissions do."""
    yield from (found["server"] for found in _NAMED.finditer(text))


def _agents(repository: Repository) -> Iterator[str]:
    """Yield the servers that agents and commands name in their front matter."""
    for path in sorted(repository.paths()):
        found = _FRONT_MATTER.match(repository.read(path) or "") if _AGENT.search(path) else None
        if found:
            yield from _mentioned(found["yaml"])
            if "mcpServers" in found["yaml"]:
                yield from _YAML_KEY.findall(found["yaml"])
