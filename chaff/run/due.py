"""Tells what of an experiment is still to be measured, on which models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from chaff.history import History
from chaff.run.budget import require_begun
from chaff.run.closing import close_finished
from chaff.run.experiment import Experiment, load_experiment
from chaff.run.invocation import Invocation
from chaff.run.ledger import instant
from chaff.run.registration import find_registration
from chaff.run.report import judge_run
from chaff.run.starts import (
    Start,
    require_entered,
    require_same_way,
    standing_run,
    starts_of,
    unfinished_start,
)


class Known(NamedTuple):
    """An experiment and what was already started of it."""

    experiment: Experiment
    complete: Start | None
    unfinished: Start | None


def experiment_on(asked: Invocation, history: History, model: str) -> Experiment:
    """Return the experiment on a model, with its registration unless it is a pilot."""
    experiment = load_experiment(asked.root, asked.program, asked.rule, model, pilot=asked.pilot)
    if asked.pilot:
        return experiment
    registration = find_registration(history, experiment, now=asked.times.now)
    return msgspec.structs.replace(experiment, registration=registration)


def known_of(asked: Invocation, experiment: Experiment) -> Known:
    """Return an experiment with the run that stands, or else the start to carry on with."""
    starts = starts_of(asked.root, experiment)
    days, now = asked.program.program.max_age_days, asked.times.now()
    complete = None if experiment.pilot else standing_run(starts, now, days)
    unfinished = None
    if complete is None:
        unfinished = unfinished_start(asked.root, starts, experiment, asked.endpoint_name)
        require_same_way(unfinished, batch=asked.batch)
    return Known(experiment, complete, unfinished)


def still_due(asked: Invocation, known: Sequence[Known]) -> list[Known]:
    """Return what is still to be measured; say what is not."""
    for place, (experiment, complete, _) in enumerate(known):
        if complete is None:
            return list(known[place:])
        close_finished(asked.root, experiment, complete)
        asked.say(
            f"{experiment.name} is up to date: {complete.path} is complete "
            f"(started {complete.run.header.started_at}); nothing was asked"
        )
        if place + 1 < len(known) and not admits(asked, experiment, complete.path):
            break
    return []


def require_account(asked: Invocation, due: Sequence[Known]) -> None:
    """Refuse to spend what the caps could not see."""
    paid = [known for known in due if not known.experiment.is_free]
    for known in paid:
        begun = known.unfinished.run.header.started_at if known.unfinished else None
        require_begun(begun or instant(asked.times.now()), asked.caps)
    if paid:
        require_entered(asked.root, {known.unfinished.path for known in due if known.unfinished})


def admits(asked: Invocation, experiment: Experiment, path: str) -> bool:
    """Tell whether a run admits the rule, so that the next model is asked; say why if not."""
    judged = judge_run(asked.root, path, experiment.config, asked.times.now())
    if judged.verdict is not None and judged.verdict.admitted:
        return True
    why = "not admitted" if judged.verdict else "no sound run (see `doit check`)"
    asked.say(f"{why} on {experiment.model}, so the confirmation model is not asked")
    return False
