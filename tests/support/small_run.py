"""A run too small for a verdict, of nine calls: from the first count to the footer, or a stop."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO
from unittest.mock import Mock, patch

import chaff.run.session
from chaff.run.budget import Caps
from chaff.run.cells import Times
from chaff.run.closing import close_finished
from chaff.run.control import Counter
from chaff.run.endpoint import open_endpoint
from chaff.run.experiment import Experiment
from chaff.run.ledger import read_entries
from chaff.run.prepare import prepare
from chaff.run.session import Surroundings, perform
from chaff.run.starts import starts_of, unfinished_start
from chaff.shapes.ledger import SpendEntry
from chaff.shapes.record import RunFile, read_run
from tests.support.configs import PRIMARY, tiny_config, tiny_program
from tests.support.messages_server import MessagesServer
from tests.support.run_project import START, quick_times

CONFIG = tiny_config(1)
N_CALLS = 9
PRICES = tiny_program().prices
EXPERIMENT = Experiment(config=CONFIG, model=PRIMARY, prices=PRICES[PRIMARY], pilot=True)


def measure(
    root: Path,
    server: MessagesServer,
    *,
    start: datetime = START,
    times: Times | None = None,
    concurrency: int = 1,
    rule_usd: float = 1,
    out: TextIO | None = None,
    environment: dict[str, str] | None = None,
) -> bool:
    """Begin a run or carry it on, and return whether it is complete; raises what stops it."""
    times = times or quick_times(start)
    starts = starts_of(root, EXPERIMENT)
    if starts and starts[0].is_complete:
        close_finished(root, EXPERIMENT, starts[0])
        return True
    begun = unfinished_start(root, starts, EXPERIMENT, server.url)
    endpoint = open_endpoint(server.url, environment or {}, slots=None)
    around = Surroundings(
        root=root,
        caps=Caps(
            rule_nano_usd=round(rule_usd * 10**9),
            program_nano_usd=10**10,
            budget_from="2026-12-01",
        ),
        times=times,
        out=out or io.StringIO(),
        concurrency=concurrency,
        fixed=True,
    )
    try:
        counter = Counter(endpoint, times.now)
        prepared = prepare(
            EXPERIMENT, begun, counter, times.sleep, batch=False, min_cacheable=None, workers=1
        )
        with patch.multiple(
            chaff.run.session, tally=Mock(), admit=Mock(), facts=lambda _verdict: {"small": True}
        ):
            return not perform(EXPERIMENT, begun, prepared, endpoint, counter, around).interrupted
    finally:
        endpoint.close()


def run_of(root: Path) -> RunFile | None:
    """Return the one run file, or None if nothing was begun."""
    paths = list((root / EXPERIMENT.folder).glob("*.jsonl"))
    assert len(paths) <= 1, "a start is carried on, not begun anew"
    return read_run(paths[0].read_bytes(), where="run") if paths else None


def entry_of(root: Path) -> SpendEntry:
    """Return the one ledger entry."""
    (entry,) = read_entries(root).values()
    return entry


def totals(run: RunFile | None) -> tuple[Any, ...]:
    assert run is not None
    assert run.footer is not None
    return run.footer.cells, run.footer.calls, run.footer.cost_nano_usd, run.footer.verdict
