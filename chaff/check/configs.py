"""Finds the registered config that a run names, at the commit that it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from chaff.canonical import digest_bytes, parse
from chaff.check.faults import Fault, fault
from chaff.check.registration import config_path
from chaff.errors import BadInputError
from chaff.history import History
from chaff.shapes.base import convert
from chaff.shapes.config import EvalConfig
from chaff.shapes.record import Header


class Found(NamedTuple):
    """A config to verify a run against, and what is wrong with where it was found."""

    config: EvalConfig | None
    faults: tuple[Fault, ...] = ()


class Configs:
    """Reads configs from history, each content once.

    Where history cannot answer (no git, shallow, unknown commit: each reported as what it is), a
    current config of the same hash does as well: the hash names the content.
    """

    def __init__(
        self,
        history: History,
        current: Iterable[EvalConfig],
        by_content: Mapping[bytes, EvalConfig] | None = None,
    ) -> None:
        """Take the current configs; those known by their bytes need not be parsed again."""
        self._history = history
        self._current = {config.config_hash: config for config in current}
        self._parsed: dict[str, EvalConfig | str] = {
            digest_bytes(data): config for data, config in (by_content or {}).items()
        }

    def registered(self, header: Header, where: str) -> Found:
        """Return the config at the commit that a header names."""
        commit, path = header.commit, config_path(header)
        if commit is None or not self._history.knows(commit):
            return Found(self._current.get(header.config_hash))
        data = self._history.blob(commit, path)
        if data is None:
            message = f"{commit} holds no {path}"
            return Found(None, (fault("config-not-at-commit", where, message, 1),))
        config = self._parse(data, path)
        if isinstance(config, str):
            return Found(None, (fault("config-unsound", where, f"at {commit}: {config}", 1),))
        return Found(config)

    def _parse(self, data: bytes, path: str) -> EvalConfig | str:
        key = digest_bytes(data)
        if key not in self._parsed:
            self._parsed[key] = _parsed(data, path)
        return self._parsed[key]


def read_config(data: bytes, *, where: str) -> EvalConfig:
    """Return an eval config, or raise BadInputError."""
    return convert(parse(data, where=where), EvalConfig, where=where)


def _parsed(data: bytes, path: str) -> EvalConfig | str:
    try:
        return read_config(data, where=path)
    except BadInputError as error:
        return str(error)
