"""Lets one call warm each cache entry before the rest may use it.

An entry can be read only once the call that writes it is answered: calls sent together would all
write it, and a write costs more than a plain prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chaff.run.caching import Lifetime, Prefix
from chaff.run.plan import Cell, Job

SAFE_SECONDS: Final[dict[Lifetime, float]] = {"5m": 270.0, "1h": 3300.0}
"""How long after its last use an entry is taken to be there: a little less than it lives."""


class Warmth:
    """Which prefixes are in the cache, as far as one process knows; used by one thread."""

    def __init__(
        self,
        prefix_of: Callable[[Job], Prefix | None],
        lifetime: Lifetime | None,
        clock: Callable[[], float],
    ) -> None:
        self._prefix_of = prefix_of
        self._seconds = SAFE_SECONDS[lifetime] if lifetime else 0.0
        self._clock = clock
        self._used: dict[Prefix, float] = {}
        self._warming: dict[Prefix, Cell] = {}

    def may_send(self, job: Job) -> bool:
        """Tell whether a job need not wait for another one to warm its prefix."""
        prefix = self._prefix_of(job)
        return prefix is None or self._is_warm(prefix) or prefix not in self._warming

    def sent(self, job: Job) -> None:
        """Note that a job is on its way; if its prefix is cold, the others wait for it."""
        prefix = self._prefix_of(job)
        if prefix is not None and not self._is_warm(prefix):
            self._warming.setdefault(prefix, job.cell)

    def ended(self, job: Job, *, answered: bool) -> None:
        """Note how a job ended: an answer warms its prefix, a failure lets another one try."""
        prefix = self._prefix_of(job)
        if prefix is None:
            return
        if answered:
            self._used[prefix] = self._clock()
        if answered or self._warming.get(prefix) == job.cell:
            self._warming.pop(prefix, None)

    def warmers(self, jobs: Sequence[Job]) -> list[Job]:
        """Return the first job of each cold prefix that others share; none if all is warm."""
        by_prefix: dict[Prefix, list[Job]] = {}
        for job in jobs:
            prefix = self._prefix_of(job)
            if prefix is not None and not self._is_warm(prefix):
                by_prefix.setdefault(prefix, []).append(job)
        return [group[0] for group in by_prefix.values() if len(group) > 1]

    def _is_warm(self, prefix: Prefix) -> bool:
        used = self._used.get(prefix)
        return used is not None and self._clock() - used <= self._seconds
