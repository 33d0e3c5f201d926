"""The requests of one start: what each owed turn asks, and how it is sent."""

from __future__ import annotations

from typing import Any

from chaff.battery.arm import View, view
from chaff.battery.prompt import body
from chaff.run.caching import NOTHING, Caching, Prefix, marked, prefix_of
from chaff.run.plan import Job
from chaff.shapes.config import ARMS, EvalConfig


class Requests:
    """Builds requests for a config on a model with its chosen control; safe for threads."""

    def __init__(
        self, config: EvalConfig, model: str, control: str, caching: Caching = NOTHING
    ) -> None:
        self._config = config
        self._model = model
        self._caching = caching
        self._views: dict[str, View] = {arm: view(config, arm, control) for arm in ARMS}

    def plain(self, job: Job) -> dict[str, Any]:
        """Return the request of a job's next turn, as its content is registered."""
        seen = self._views[job.cell.arm]
        return body(self._config, seen, job.item, self._model, job.responses)

    def sent(self, job: Job, plain: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the same request as it is sent: with a cache mark where its prefix is cached."""
        request = self.plain(job) if plain is None else plain
        lifetime = self._caching.lifetime
        if lifetime is None or self.prefix(job) is None:
            return request
        return marked(request, lifetime)

    def prefix(self, job: Job) -> Prefix | None:
        """Return the cached prefix that a job's request begins with; None where nothing is."""
        prefix = prefix_of(job.cell.arm, job.item)
        return prefix if self._caching.marks(prefix) else None
