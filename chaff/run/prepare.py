"""Counts an experiment before anything is paid: which control fits, how long its prompts are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chaff.run.caching import Caching, plan_caching
from chaff.run.control import Counter, arm_counter, choose_control, require_match
from chaff.run.experiment import Experiment
from chaff.run.requests import Requests
from chaff.run.sizes import Sizes, measure_sizes
from chaff.run.starts import Start
from chaff.shapes.base import Shape
from chaff.shapes.record import CandidateCount, TokenCounts, Transport

_FEW: Final = 8
"""Counts at a time, where nobody said how many."""


class Prepared(Shape, frozen=True, kw_only=True):
    """What was counted of an experiment, and how it is going to be asked."""

    counts: TokenCounts
    """Those that chose the control: the last one listed."""
    sizes: Sizes
    caching: Caching
    batch: bool

    @property
    def control(self) -> str:
        """The id of the control candidate."""
        return self.counts.controls[-1].id

    @property
    def transport(self) -> Transport:
        """How requests are carried, as the header records it."""
        return Transport(cache=self.caching.lifetime, batch=self.batch)


def prepare(
    experiment: Experiment,
    start: Start | None,
    counter: Counter,
    sleep: Callable[[float], None],
    *,
    batch: bool,
    min_cacheable: int | None,
    workers: int,
) -> Prepared:
    """Count an experiment; a start that is carried on keeps its control and its transport.

    Raises NoControl if no control edit matches the fix, EndpointError if nothing can be counted.
    """
    config, model = experiment.config, experiment.model
    counts = start.run.header.counts if start else choose_control(config, model, counter, sleep)
    control = counts.controls[-1].id
    sizes = measure_sizes(
        config,
        Requests(config, model, control),
        lambda request: counter.insist(request, sleep),
        workers=workers,
    )
    if start is None:
        require_match(config, model, control, sizes)
        wanted = Transport(cache="1h" if batch else "5m", batch=batch)
    else:
        wanted = start.run.header.transport or Transport(cache=None, batch=False)
    return Prepared(
        counts=counts,
        sizes=sizes,
        caching=plan_caching(sizes.prefixes, min_cacheable, wanted.cache),
        batch=wanted.batch,
    )


def prepare_with_first(
    experiment: Experiment,
    counter: Counter,
    sleep: Callable[[float], None],
    *,
    batch: bool,
    min_cacheable: int | None,
) -> Prepared:
    """Count with the first candidate as control, fitting or not: good enough for an estimate."""
    config, model = experiment.config, experiment.model
    count = arm_counter(config, model, counter, sleep)
    first = config.arms.controls[0].id
    counts = TokenCounts(
        item=config.battery.items[0].id,
        present=count("present", first),
        removed=count("removed", first),
        controls=(CandidateCount(id=first, tokens=count("control", first)),),
    )
    sizes = measure_sizes(
        config,
        Requests(config, model, first),
        lambda request: counter.insist(request, sleep),
        workers=_FEW,
    )
    caching = plan_caching(sizes.prefixes, min_cacheable, "1h" if batch else "5m")
    return Prepared(counts=counts, sizes=sizes, caching=caching, batch=batch)
