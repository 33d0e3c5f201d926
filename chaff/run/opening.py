"""Makes the header of a new start: where it comes from, and a second that is its own."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Final

from chaff import __version__
from chaff.errors import RunStopped
from chaff.run.cells import Times
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.ledger import FOLDER, instant, stamp
from chaff.run.locks import is_running
from chaff.shapes.config import ARMS
from chaff.shapes.record import Header, TokenCounts, Transport, order_seed

_TRIES: Final = 3


def new_header(
    experiment: Experiment,
    counts: TokenCounts,
    endpoint: Endpoint,
    *,
    started_at: str,
    transport: Transport,
) -> Header:
    """Return the header of a new start; the last candidate counted is the control."""
    config, model = experiment.config, experiment.model
    control = counts.controls[-1].id
    chosen = next(state for state in config.arms.controls if state.id == control)
    digests = (config.arms.present.digest, config.arms.removed.digest, chosen.digest)
    return Header(
        schema="chaff.run/1",
        prev=None,
        rule=config.rule,
        practice=config.practice,
        pilot=experiment.pilot,
        config_hash=config.config_hash,
        battery_hash=config.battery_hash,
        request_hash=config.request_hash[model],
        commit=experiment.commit,
        model=model,
        request=config.requests[model],
        endpoint=endpoint.name,
        prices=experiment.prices,
        arms=dict(zip(ARMS, digests, strict=True)),
        control=control,
        counts=counts,
        order_seed=order_seed(config.config_hash),
        software={
            "chaff": __version__,
            "python": platform.python_version(),
            **endpoint.software,
        },
        started_at=started_at,
        transport=transport,
    )


def free_instant(root: Path, experiment: Experiment, times: Times) -> str:
    """Return the start: later than the registration, and a second that no other start has."""
    for _ in range(_TRIES):
        recorded = instant(times.now())
        name = stamp(recorded)
        run = f"{experiment.folder}/{name}.jsonl"
        taken = (
            (root / run).exists()
            or any((root / FOLDER).glob(f"{name}-{experiment.rule}-*.json"))
            or is_running(root, run)
        )
        if recorded > experiment.registered_at and not taken:
            return recorded
        times.sleep(1.0)
    raise RunStopped(
        f"no second is free to start in: it is {recorded}",
        where=experiment.name,
        remedy="run the command again in a moment",
    )
