"""How long the prompts of an experiment are: every cell's first one, and every shared prefix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from chaff.run.caching import Prefix, only_prefix, prefix_of
from chaff.run.plan import Cell, Job
from chaff.run.requests import Requests
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS, Arm, EvalConfig

Count = Callable[[dict[str, Any]], int]


class Place(NamedTuple):
    """An item in an arm: all its repeats begin with the same prompt."""

    arm: Arm
    item: str


class Sizes(Shape, frozen=True, kw_only=True):
    """Tokens of first prompts and of the prefixes that they share."""

    prompts: dict[Place, int]
    prefixes: dict[Prefix, int]

    def total(self, arm: Arm) -> int:
        """Return the tokens of an arm's first prompts, each item once."""
        return sum(tokens for place, tokens in self.prompts.items() if place.arm == arm)


def measure_sizes(config: EvalConfig, requests: Requests, count: Count, *, workers: int) -> Sizes:
    """Return the sizes by `count`, which is called from several threads at once.

    Raises what `count` raises.
    """
    first = {
        Place(arm, item.id): Job(cell=Cell(arm=arm, item=item.id, repeat=1), item=item)
        for item in config.battery.items
        for arm in ARMS
    }
    shared = {prefix_of(job.cell.arm, job.item): job for job in first.values()}
    prompts = [requests.plain(job) for job in first.values()]
    prefixes = [only_prefix(requests.plain(job)) for job in shared.values()]
    counted = count_all([*prompts, *prefixes], count, workers=workers)
    return Sizes(
        prompts=dict(zip(first, counted, strict=False)),
        prefixes=dict(zip(shared, counted[len(prompts) :], strict=True)),
    )


def count_all(requests: Sequence[dict[str, Any]], count: Count, *, workers: int) -> list[int]:
    """Return the tokens of each request, in order; after a failure no more are begun."""
    pool = ThreadPoolExecutor(max_workers=max(1, min(workers, len(requests))))
    try:
        return list(pool.map(count, requests))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
