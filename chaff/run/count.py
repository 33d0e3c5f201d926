"""The command behind `doit count:RULE`: which control edit fits on each model, for nothing."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from chaff.errors import NoControl
from chaff.run.cells import Times
from chaff.run.control import Counter, arm_counter, fits
from chaff.run.endpoint import open_endpoint
from chaff.run.experiment import Experiment, load_experiment, load_program, models_of
from chaff.run.prepare import prepare
from chaff.run.proposals import Propose, text_counter
from chaff.shapes.record import TokenCounts


def count(
    root: Path,
    rule: str,
    *,
    endpoint: str = "anthropic",
    model: str | None = None,
    propose: Propose | None = None,
    out: TextIO | None = None,
    environment: Mapping[str, str] | None = None,
    times: Times | None = None,
) -> int:
    """Print the tokens of every arm and control candidate on every model of a rule.

    Raises NoControl, with proposals printed before, if a model has no candidate that matches.
    """
    shown = sys.stdout if out is None else out
    clocks = times or Times(lambda: datetime.now(UTC), time.monotonic, time.sleep)
    program = load_program(root)
    experiments = [
        load_experiment(root, program, rule, name, pilot=True)
        for name in models_of(program, endpoint, model)
    ]
    problems: list[NoControl] = []
    opened = open_endpoint(endpoint, os.environ if environment is None else environment, slots=None)
    try:
        counter = Counter(opened, clocks.now)
        for experiment in experiments:
            print(*candidate_lines(experiment, counter, clocks), sep="\n", file=shown, flush=True)
            try:
                prepare(
                    experiment,
                    None,
                    counter,
                    clocks.sleep,
                    batch=False,
                    min_cacheable=None,
                    workers=opened.concurrency,
                )
            except NoControl as problem:
                problems.append(problem)
                continue
            n_items = len(experiment.config.battery.items)
            print(f"  matches over all {n_items} prompts", file=shown, flush=True)
        if problems and propose is not None:
            practice = experiments[0].config.practice
            lines = propose(practice, text_counter(experiments, counter, clocks.sleep))
            print(*lines, sep="\n", file=shown)
    finally:
        opened.close()
    if problems:
        raise problems[0]
    return 0


def candidate_lines(experiment: Experiment, counter: Counter, times: Times) -> Iterator[str]:
    """Yield the counts of one model: the arms, then every candidate, the chosen one marked."""
    config = experiment.config
    measure = arm_counter(config, experiment.model, counter, times.sleep)
    first = config.arms.controls[0].id
    present, removed = measure("present", first), measure("removed", first)
    counts = TokenCounts(
        item=config.battery.items[0].id, present=present, removed=removed, controls=()
    )
    yield f"{experiment.name}: present {present:,}, removed {removed:,} ({removed - present:+d})"
    chosen = False
    for candidate in config.arms.controls:
        tokens = measure("control", candidate.id)
        fitting = fits(counts, tokens, config.admission)
        mark = "fits" if chosen else "fits: the control"
        yield f"  {candidate.id:<28} {tokens - present:+5d}  {mark if fitting else ''}".rstrip()
        chosen = chosen or fitting
