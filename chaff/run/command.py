"""The command behind `doit run:RULE`: from a compiled config to a complete run, or a clear stop."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from chaff.errors import NoCredentials, UsageError
from chaff.history import History
from chaff.run.address import EMBEDDED, recorded_name
from chaff.run.announce import announce, price_of, tell_result
from chaff.run.batch_api import require_batches
from chaff.run.cells import Times
from chaff.run.consent import Ask, require_consent, terminal_ask
from chaff.run.control import Counter
from chaff.run.counting import count_due
from chaff.run.due import Known, admits, experiment_on, known_of, require_account, still_due
from chaff.run.embedded import require_known_weights
from chaff.run.endpoint import Endpoint, open_endpoint
from chaff.run.experiment import load_program, models_of
from chaff.run.forecast import Forecast
from chaff.run.interrupt import INTERRUPTED
from chaff.run.invocation import Invocation
from chaff.run.locks import running
from chaff.run.offline import CAVEAT, Guesser
from chaff.run.prepare import Prepared
from chaff.run.preview import request_lines
from chaff.run.proposals import Propose
from chaff.run.report import Describe, plain_verdict
from chaff.run.session import perform

MAX_CONCURRENCY: Final = 64


def run(
    root: Path,
    rule: str,
    *,
    endpoint: str = "anthropic",
    model: str | None = None,
    pilot: bool = False,
    yes: bool = False,
    concurrency: int | None = None,
    batch: bool = False,
    dry_run: bool = False,
    quiet: bool = False,
    propose: Propose | None = None,
    times: Times | None = None,
    ask: Ask | None = None,
    out: TextIO | None = None,
    environment: Mapping[str, str] | None = None,
    describe: Describe = plain_verdict,
) -> int:
    """Measure a rule on a model, and return 0 once the matrix is complete, whatever the verdict.

    Returns 130 after Ctrl-C. Raises a RunStopped (status 3) where the matrix stays incomplete, and
    other ChaffErrors (status 2) for bad use or input. Whatever it spends, somebody has said yes to:
    `yes` here, or a typed yes. With `dry_run` it ends before that, having shown everything up to
    the first paid call. `propose` makes control edits that fit, for where no candidate does.
    """
    if concurrency is not None and not 1 <= concurrency <= MAX_CONCURRENCY:
        problem = f"{concurrency} calls in flight; from 1 to {MAX_CONCURRENCY} are possible"
        raise UsageError(problem, where="--concurrency")
    if batch and endpoint == EMBEDDED:
        raise UsageError("the embedded endpoint has no batches", where="--batch")
    shown = sys.stdout if out is None else out
    given = os.environ if environment is None else environment
    root = root.resolve()
    asked = Invocation(
        root=root,
        program=load_program(root),
        rule=rule,
        endpoint=endpoint,
        endpoint_name=recorded_name(endpoint, given),
        pilot=pilot,
        yes=yes,
        batch=batch,
        dry_run=dry_run,
        quiet=quiet,
        concurrency=concurrency,
        ask=ask or terminal_ask(shown),
        out=shown,
        times=times or Times(_utc_now, time.monotonic, time.sleep),
        environment=given,
        propose=propose,
        describe=describe,
    )
    try:
        return _execute(asked, model)
    except KeyboardInterrupt:
        print("interrupted; the same command carries on", file=shown)
        return INTERRUPTED


def _execute(asked: Invocation, model: str | None) -> int:
    """Return the exit status: 0 if the matrix of every model that is due is complete."""
    history = History.open(asked.root, asked.program.program.main_branch)
    models = models_of(asked.program, asked.endpoint, model)
    with ExitStack() as stack:
        experiments = [experiment_on(asked, history, name) for name in models]
        if not asked.pilot:
            for experiment in experiments:
                # Held from the look at what exists until the end: two starts at once would
                # both find nothing and both pay.
                stack.enter_context(running(asked.root, experiment.name))
        due = still_due(asked, [known_of(asked, experiment) for experiment in experiments])
        if not due:
            return 0
        require_account(asked, due)
        endpoint = _opened(asked)
        stack.callback(endpoint.close)
        require_known_weights(endpoint.software, pilot=asked.pilot)
        return _measure(asked, due, endpoint)


def _opened(asked: Invocation) -> Endpoint:
    """Return the endpoint; for a dry run without a key, one that guesses."""
    try:
        return open_endpoint(asked.endpoint, asked.environment, slots=asked.concurrency)
    except NoCredentials:
        if not asked.dry_run:
            raise
        asked.say(f"no key, so nothing is counted: {CAVEAT}")
        return Guesser()


def _measure(asked: Invocation, due: Sequence[Known], endpoint: Endpoint) -> int:
    """Count, announce, ask for consent, and only then ask the models."""
    if asked.batch and not isinstance(endpoint, Guesser):
        require_batches(endpoint, asked.times, model=due[0].experiment.model)
    counter = Counter(endpoint, asked.times.now)
    counted = count_due(asked, due, counter, endpoint)
    forecasts = [
        Forecast(
            asked.root,
            known.experiment,
            known.unfinished,
            prepared,
            asked.min_cacheable(known.experiment),
        )
        for known, prepared in zip(due, counted, strict=True)
    ]
    announce(asked, due, counted, forecasts, endpoint)
    if asked.dry_run:
        for known, prepared in zip(due, counted, strict=True):
            asked.say(*request_lines(known.experiment, prepared, endpoint.name))
        asked.say("", "Nothing was asked and nothing written: this was a dry run.")
        return 0
    if not asked.pilot:
        counter.require_clock()
    require_consent(price_of(due, forecasts), yes=asked.yes, ask=asked.ask)
    return _ask(asked, due, counted, forecasts, endpoint, counter)


def _ask(
    asked: Invocation,
    due: Sequence[Known],
    counted: Sequence[Prepared],
    forecasts: Sequence[Forecast],
    endpoint: Endpoint,
    counter: Counter,
) -> int:
    """Ask one model after the other, as long as each admits the rule."""
    around = asked.surroundings(endpoint)
    for place, (known, prepared, forecast) in enumerate(
        zip(due, counted, forecasts, strict=True), start=1
    ):
        experiment = known.experiment
        finished = perform(experiment, known.unfinished, prepared, endpoint, counter, around)
        if finished.interrupted:
            asked.say(f"incomplete: {finished.path}; the same command carries on")
            return INTERRUPTED
        tell_result(asked, experiment, finished, prepared, forecast)
        if place < len(due) and not admits(asked, experiment, finished.path):
            break
    return 0


def _utc_now() -> datetime:
    return datetime.now(UTC)
