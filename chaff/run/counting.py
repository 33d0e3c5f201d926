"""Counts every model that is due before the first paid call, and says all that is wrong at once."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.errors import NoControl
from chaff.run.control import Counter
from chaff.run.due import Known
from chaff.run.endpoint import Endpoint
from chaff.run.invocation import Invocation
from chaff.run.offline import Guesser
from chaff.run.prepare import Prepared, prepare, prepare_with_first
from chaff.run.proposals import text_counter


def count_due(
    asked: Invocation, due: Sequence[Known], counter: Counter, endpoint: Endpoint
) -> list[Prepared]:
    """Return what is counted of each model; raises NoControl after saying all that is wrong.

    No half experiment is paid for when the second model turns out to have no fitting control.
    """
    counted: list[Prepared] = []
    problems: list[NoControl] = []
    for known in due:
        try:
            counted.append(_count(asked, known, counter, endpoint))
        except NoControl as problem:
            problems.append(problem)
    if problems:
        asked.say(*(str(problem) for problem in problems[1:]))
        _propose(asked, due, counter)
        raise problems[0]
    return counted


def _count(asked: Invocation, known: Known, counter: Counter, endpoint: Endpoint) -> Prepared:
    minimum = asked.min_cacheable(known.experiment)
    if isinstance(endpoint, Guesser):
        return prepare_with_first(
            known.experiment,
            counter,
            asked.times.sleep,
            batch=asked.batch,
            min_cacheable=minimum,
        )
    return prepare(
        known.experiment,
        known.unfinished,
        counter,
        asked.times.sleep,
        batch=asked.batch,
        min_cacheable=minimum,
        workers=asked.concurrency or endpoint.concurrency,
    )


def _propose(asked: Invocation, due: Sequence[Known], counter: Counter) -> None:
    if asked.propose is None:
        return
    experiments = [known.experiment for known in due]
    count = text_counter(experiments, counter, asked.times.sleep)
    asked.say(*asked.propose(experiments[0].config.practice, count))
