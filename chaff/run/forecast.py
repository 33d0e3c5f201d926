"""Estimates one experiment: what is owed, how long its prompts are, how long answers will be."""

from __future__ import annotations

from pathlib import Path

from chaff.run.estimate import Estimate, estimate
from chaff.run.expectation import Expected, expected_output
from chaff.run.experiment import Experiment
from chaff.run.plan import owed_jobs
from chaff.run.prepare import Prepared
from chaff.run.starts import Start


class Forecast:
    """The estimate of an experiment, and the same for other lengths of answers."""

    def __init__(
        self,
        root: Path,
        experiment: Experiment,
        start: Start | None,
        prepared: Prepared,
        min_cacheable: int | None,
    ) -> None:
        turns, where = (start.run.turns, start.path) if start else ((), "")
        self._jobs = owed_jobs(experiment.config, turns, where=where)
        self._experiment = experiment
        self._prepared = prepared
        self._min_cacheable = min_cacheable
        self.expected: Expected = expected_output(root, experiment)
        self.figures: Estimate = self.at(self.expected.tokens)

    def at(self, output_each: int) -> Estimate:
        """Return the estimate if each call has so many tokens of output."""
        return estimate(
            self._jobs,
            self._prepared.sizes,
            self._experiment.prices,
            max_tokens=self._experiment.max_tokens,
            output_each=output_each,
            min_cacheable=self._min_cacheable,
        )

    @property
    def most_nano_usd(self) -> int:
        """What the way that is asked costs if every call uses all the output it may."""
        return self._way(self.at(self._experiment.max_tokens))

    @property
    def expected_nano_usd(self) -> int:
        """What the way that is asked costs if answers are as long as expected."""
        return self._way(self.figures)

    def _way(self, figures: Estimate) -> int:
        transport = self._prepared.transport
        return figures.way(cached=transport.cache is not None, batch=transport.batch)
