"""The command behind `doit run:RULE`: from a compiled config to a complete run, or a clear stop."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import msgspec

from chaff.errors import NoControl, NoCredentials, UsageError
from chaff.history import History
from chaff.run.address import EMBEDDED, recorded_name
from chaff.run.batch_api import require_batches
from chaff.run.budget import Caps, Room, require_begun, rooms
from chaff.run.cells import Times
from chaff.run.closing import close_finished
from chaff.run.consent import Ask, require_consent, terminal_ask
from chaff.run.control import Counter
from chaff.run.costs import room_lines, settlement_lines
from chaff.run.embedded import require_known_weights
from chaff.run.endpoint import Endpoint, open_endpoint
from chaff.run.experiment import Experiment, load_experiment, load_program, models_of
from chaff.run.forecast import Forecast
from chaff.run.interrupt import INTERRUPTED
from chaff.run.ledger import instant, read_entries
from chaff.run.locks import running
from chaff.run.offline import CAVEAT, Guesser
from chaff.run.prepare import Prepared, prepare, prepare_with_first
from chaff.run.preview import request_lines
from chaff.run.proposals import Propose, text_counter
from chaff.run.registration import find_registration
from chaff.run.report import (
    Describe,
    comparison_lines,
    estimate_lines,
    judge_run,
    plain_verdict,
    result_lines,
)
from chaff.run.session import Finished, Surroundings, perform
from chaff.run.starts import (
    Start,
    require_entered,
    require_same_way,
    standing_run,
    starts_of,
    unfinished_start,
)

MAX_CONCURRENCY: Final = 64


class Known(NamedTuple):
    """An experiment and what was already started of it."""

    experiment: Experiment
    complete: Start | None
    unfinished: Start | None


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
    command = Command(
        root.resolve(),
        rule,
        endpoint=endpoint,
        yes=yes,
        ask=ask or terminal_ask(shown),
        out=shown,
        times=times or Times(_utc_now, time.monotonic, time.sleep),
        environment=os.environ if environment is None else environment,
        concurrency=concurrency,
        batch=batch,
        dry_run=dry_run,
        quiet=quiet,
        propose=propose,
        describe=describe,
    )
    try:
        return command.execute(model, pilot=pilot)
    except KeyboardInterrupt:
        print("interrupted; the same command carries on", file=shown)
        return INTERRUPTED


class Command:
    """One invocation: what it was asked to do, and what it was given to do it with."""

    def __init__(
        self,
        root: Path,
        rule: str,
        *,
        endpoint: str,
        yes: bool,
        ask: Ask | None,
        out: TextIO,
        times: Times,
        environment: Mapping[str, str],
        concurrency: int | None,
        batch: bool,
        dry_run: bool,
        quiet: bool,
        propose: Propose | None,
        describe: Describe,
    ) -> None:
        self._root = root
        self._rule = rule
        self._endpoint = endpoint
        self._yes = yes
        self._ask = ask
        self._out = out
        self._times = times
        self._environment = environment
        self._concurrency = concurrency
        self._batch = batch
        self._dry_run = dry_run
        self._quiet = quiet
        self._propose = propose
        self._describe = describe
        self._program = load_program(root)
        self._history = History.open(root, self._program.program.main_branch)
        self._name = recorded_name(endpoint, environment)

    def execute(self, model: str | None, *, pilot: bool) -> int:
        """Return the exit status: 0 if the matrix of every model that is due is complete."""
        models = models_of(self._program, self._endpoint, model)
        with ExitStack() as stack:
            experiments = [self._experiment(name, pilot=pilot) for name in models]
            if not pilot:
                for experiment in experiments:
                    # Held from the look at what exists until the end: two starts at once would
                    # both find nothing and both pay.
                    stack.enter_context(running(self._root, experiment.name))
            known = [self._known(experiment) for experiment in experiments]
            due = self._due(known)
            if not due:
                return 0
            self._require_account(due)
            endpoint = self._opened()
            stack.callback(endpoint.close)
            require_known_weights(endpoint.software, pilot=pilot)
            return self._measure(due, endpoint)

    def _opened(self) -> Endpoint:
        """Return the endpoint; for a dry run without a key, one that guesses."""
        try:
            return open_endpoint(self._endpoint, self._environment, slots=self._concurrency)
        except NoCredentials:
            if not self._dry_run:
                raise
            self._print(f"no key, so nothing is counted: {CAVEAT}")
            return Guesser()

    def _experiment(self, model: str, *, pilot: bool) -> Experiment:
        experiment = load_experiment(self._root, self._program, self._rule, model, pilot=pilot)
        if pilot:
            return experiment
        registration = find_registration(self._history, experiment, now=self._times.now)
        return msgspec.structs.replace(experiment, registration=registration)

    def _known(self, experiment: Experiment) -> Known:
        starts = starts_of(self._root, experiment)
        days, now = self._program.program.max_age_days, self._times.now()
        complete = None if experiment.pilot else standing_run(starts, now, days)
        unfinished = None
        if complete is None:
            unfinished = unfinished_start(self._root, starts, experiment, self._name)
            require_same_way(unfinished, batch=self._batch)
        return Known(experiment, complete, unfinished)

    def _due(self, known: Sequence[Known]) -> list[Known]:
        """Return what is still to be measured; say what is not."""
        for place, (experiment, complete, _) in enumerate(known):
            if complete is None:
                return list(known[place:])
            header = complete.run.header
            close_finished(self._root, experiment, complete)
            self._print(
                f"{experiment.name} is up to date: {complete.path} is complete "
                f"(started {header.started_at}); nothing was asked"
            )
            if place + 1 < len(known) and not self._admits(experiment, complete.path):
                break
        return []

    def _require_account(self, due: Sequence[Known]) -> None:
        """Refuse to spend what the caps could not see."""
        paid = [known for known in due if not known.experiment.is_free]
        for known in paid:
            begun = known.unfinished.run.header.started_at if known.unfinished else None
            require_begun(begun or instant(self._times.now()), self._caps())
        if paid:
            resumed = {known.unfinished.path for known in due if known.unfinished}
            require_entered(self._root, resumed)

    def _measure(self, due: Sequence[Known], endpoint: Endpoint) -> int:
        # Every model is counted before the first paid call, so that no half experiment is paid
        # for when the second model turns out to have no fitting control.
        if self._batch and not isinstance(endpoint, Guesser):
            require_batches(endpoint, self._times, model=due[0].experiment.model)
        counter = Counter(endpoint, self._times.now)
        counted = self._counted(due, counter, endpoint)
        forecasts = [
            Forecast(self._root, known.experiment, known.unfinished, prepared, self._minimum(known))
            for known, prepared in zip(due, counted, strict=True)
        ]
        self._announce(due, counted, forecasts, endpoint)
        if self._dry_run:
            for known, prepared in zip(due, counted, strict=True):
                self._print(*request_lines(known.experiment, prepared, endpoint.name))
            self._print("", "Nothing was asked and nothing written: this was a dry run.")
            return 0
        require_consent(yes=self._yes, ask=self._ask)
        for place, (known, prepared) in enumerate(zip(due, counted, strict=True)):
            finished = perform(
                known.experiment,
                known.unfinished,
                prepared,
                endpoint,
                counter,
                self._surroundings(endpoint),
            )
            if finished.interrupted:
                self._print(f"incomplete: {finished.path}; the same command carries on")
                return INTERRUPTED
            self._tell_result(known.experiment, finished, prepared, forecasts[place])
            if place + 1 < len(due) and not self._admits(known.experiment, finished.path):
                break
        return 0

    def _counted(
        self, due: Sequence[Known], counter: Counter, endpoint: Endpoint
    ) -> list[Prepared]:
        """Return what is counted of each model; raises NoControl after saying all that is wrong."""
        counted: list[Prepared] = []
        problems: list[NoControl] = []
        for known in due:
            if isinstance(endpoint, Guesser):
                counted.append(self._guessed(known, counter))
                continue
            try:
                counted.append(
                    prepare(
                        known.experiment,
                        known.unfinished,
                        counter,
                        self._times.sleep,
                        batch=self._batch,
                        min_cacheable=self._minimum(known),
                        workers=self._concurrency or endpoint.concurrency,
                    )
                )
            except NoControl as problem:
                problems.append(problem)
        if problems:
            self._print(*(str(problem) for problem in problems[1:]))
            if self._propose is not None:
                experiments = [known.experiment for known in due]
                self._print(
                    *self._propose(
                        experiments[0].config.practice,
                        text_counter(experiments, counter, self._times.sleep),
                    )
                )
            raise problems[0]
        return counted

    def _guessed(self, known: Known, counter: Counter) -> Prepared:
        return prepare_with_first(
            known.experiment,
            counter,
            self._times.sleep,
            batch=self._batch,
            min_cacheable=self._minimum(known),
        )

    def _announce(
        self,
        due: Sequence[Known],
        counted: Sequence[Prepared],
        forecasts: Sequence[Forecast],
        endpoint: Endpoint,
    ) -> None:
        if self._quiet:
            return
        for known, prepared, forecast in zip(due, counted, forecasts, strict=True):
            self._print(*self._estimate_lines(known, prepared, forecast, endpoint))
        if not all(known.experiment.is_free for known in due):
            most = sum(forecast.most_nano_usd for forecast in forecasts)
            self._print(*room_lines(self._rooms(due[0].experiment), most))
        if len(due) > 1:
            self._print(
                f"{due[1].experiment.model} is only asked if {due[0].experiment.model} admits"
            )

    def _minimum(self, known: Known) -> int | None:
        return self._program.min_cacheable_tokens.get(known.experiment.model)

    def _admits(self, experiment: Experiment, path: str) -> bool:
        judged = judge_run(self._root, path, experiment.config, self._times.now())
        if judged.verdict is not None and judged.verdict.admitted:
            return True
        why = "not admitted" if judged.verdict else "no sound run (see `doit check`)"
        self._print(f"{why} on {experiment.model}, so the confirmation model is not asked")
        return False

    def _estimate_lines(
        self, known: Known, prepared: Prepared, forecast: Forecast, endpoint: Endpoint
    ) -> list[str]:
        experiment, unfinished = known.experiment, known.unfinished
        lines = estimate_lines(
            experiment, prepared, forecast.figures, forecast.expected, endpoint=endpoint.name
        )
        if unfinished:
            lines.append(f"  resumes   {unfinished.path}")
        if self._counts_nothing(experiment, endpoint):
            lines.append(
                f"  note      a run on {endpoint.name} moves no tier (specs/program.jsonnet)"
            )
        return lines

    def _counts_nothing(self, experiment: Experiment, endpoint: Endpoint) -> bool:
        return (
            not experiment.pilot
            and not experiment.config.practice
            and endpoint.name not in self._program.program.counting_endpoints
        )

    def _tell_result(
        self, experiment: Experiment, finished: Finished, prepared: Prepared, forecast: Forecast
    ) -> None:
        now, path = self._times.now(), finished.path
        judged = judge_run(self._root, path, experiment.config, now)
        bill = []
        if not experiment.is_free:
            bill = settlement_lines(
                forecast.figures, forecast.at, finished.turns, prepared.transport
            )
        self._print(
            *result_lines(
                self._root, experiment, path, judged, self._program, self._describe, bill=bill
            )
        )
        if experiment.pilot and judged.verdict is not None:
            self._print(
                *comparison_lines(self._root, experiment, judged.verdict, self._program, now)
            )
        elif not experiment.pilot:
            self._print("Advisory: `doit check` decides. Commit the run and its ledger entry.")

    def _rooms(self, experiment: Experiment) -> tuple[Room, Room]:
        return rooms(read_entries(self._root), self._caps(), experiment.config.config_hash)

    def _caps(self) -> Caps:
        return Caps(
            rule_nano_usd=self._program.rule_cap_nano_usd,
            program_nano_usd=self._program.program_cap_nano_usd,
            budget_from=self._program.program.caps.budget_from,
        )

    def _surroundings(self, endpoint: Endpoint) -> Surroundings:
        return Surroundings(
            root=self._root,
            caps=self._caps(),
            times=self._times,
            out=self._out,
            concurrency=self._concurrency or endpoint.concurrency,
            fixed=self._concurrency is not None,
            quiet=self._quiet,
            ask=self._ask,
        )

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._out, flush=True)


def _utc_now() -> datetime:
    return datetime.now(UTC)
