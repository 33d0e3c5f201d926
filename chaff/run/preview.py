"""The command behind `doit estimate:RULE`: what a run would cost, before and without spending."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

from chaff.errors import NoControl
from chaff.money import format_usd
from chaff.run.address import ANTHROPIC
from chaff.run.budget import Caps, rooms
from chaff.run.cells import Times
from chaff.run.control import Counter
from chaff.run.costs import cache_text, room_lines
from chaff.run.detectable import detectable
from chaff.run.endpoint import Endpoint, open_endpoint
from chaff.run.experiment import Experiment, load_experiment, load_program, models_of
from chaff.run.forecast import Forecast
from chaff.run.ledger import read_entries
from chaff.run.offline import CAVEAT, Guesser
from chaff.run.plan import Cell, Job
from chaff.run.prepare import Prepared, prepare, prepare_with_first
from chaff.run.requests import Requests
from chaff.shapes.config import ARMS
from chaff.shapes.program import CompiledProgram

_WORKERS: Final = 8
_WAYS: Final = {
    "plain": (False, False),
    "cached": (True, False),
    "batch": (False, True),
    "both": (True, True),
}


def preview(
    root: Path,
    rule: str,
    *,
    endpoint: str | None = None,
    model: str | None = None,
    out: TextIO | None = None,
    environment: Mapping[str, str] | None = None,
    times: Times | None = None,
) -> int:
    """Print what a rule's experiment would cost in each way, per model; nothing is spent.

    Without an endpoint nothing is asked at all: tokens are guessed.
    """
    shown = sys.stdout if out is None else out
    program = load_program(root)
    given = os.environ if environment is None else environment
    clocks = times or Times(lambda: datetime.now(UTC), time.monotonic, time.sleep)
    with ExitStack() as stack:
        counting: Endpoint | Guesser = Guesser()
        if endpoint is not None:
            opened = open_endpoint(endpoint, given, slots=None)
            stack.callback(opened.close)
            counting = opened
        counter = Counter(counting, clocks.now)
        experiments = [
            load_experiment(root, program, rule, name, pilot=True)
            for name in models_of(program, endpoint or ANTHROPIC, model)
        ]
        forecasts, notes = [], []
        for experiment in experiments:
            prepared, note = _prepared(experiment, counter, program, clocks, guessed=not endpoint)
            minimum = program.min_cacheable_tokens.get(experiment.model)
            forecasts.append(Forecast(root, experiment, None, prepared, minimum))
            notes += [note] if note and note not in notes else []
    lines = [
        *table(experiments, forecasts),
        *notes,
        _detects(experiments[0]),
        *_room(root, program, experiments, forecasts),
    ]
    print("\n".join(lines), file=shown)
    return 0


def table(experiments: Sequence[Experiment], forecasts: Sequence[Forecast]) -> list[str]:
    """Return the four figures of each model, their sum, and what they assume."""
    width = max(len(experiment.model) for experiment in experiments)
    rows = [f"  {'':<{width}}  {''.join(f'{way:>11}' for way in (*_WAYS, 'at most'))}"]
    sums = dict.fromkeys((*_WAYS, "at most"), 0)
    notes = []
    for experiment, forecast in zip(experiments, forecasts, strict=True):
        figures = forecast.figures
        costs = {
            way: figures.way(cached=cached, batch=batch) for way, (cached, batch) in _WAYS.items()
        }
        costs["at most"] = figures.most_nano_usd
        for way, cost in costs.items():
            sums[way] += cost
        rows.append(f"  {experiment.model:<{width}}  {_row(costs)}")
        notes.append(
            f"  {experiment.model}: {figures.owed} cells, at most {figures.calls} calls, about "
            f"{figures.prompt_tokens:,} tokens in, {figures.output_each} out each "
            f"({forecast.expected.source}); cache: {cache_text(figures)}"
        )
    if len(experiments) > 1:
        rows.append(f"  {'all':<{width}}  {_row(sums)}")
    return [f"{experiments[0].rule}: what one run would cost", *rows, *notes]


def request_lines(experiment: Experiment, prepared: Prepared, endpoint: str) -> list[str]:
    """Return one full request per arm, as it would be sent: the first item's first turn."""
    requests = Requests(experiment.config, experiment.model, prepared.control, prepared.caching)
    item = experiment.config.battery.items[0]
    path = "/v1/messages/batches, as `params` of one request" if prepared.batch else "/v1/messages"
    lines = []
    for arm in ARMS:
        job = Job(cell=Cell(arm=arm, item=item.id, repeat=1), item=item)
        sent: dict[str, Any] = requests.sent(job)
        lines += [
            "",
            f"{job.cell} on {experiment.model}: POST {path} on {endpoint}",
            json.dumps(sent, indent=2, ensure_ascii=False),
        ]
    return lines


def _detects(experiment: Experiment) -> str:
    config = experiment.config
    found = detectable(len(config.battery.items), config.repeats, config.admission)
    return f"  what it can detect: {found}"


def _prepared(
    experiment: Experiment,
    counter: Counter,
    program: CompiledProgram,
    times: Times,
    *,
    guessed: bool,
) -> tuple[Prepared, str]:
    """Return counts good enough for an estimate, and what is to be said of them."""
    minimum = program.min_cacheable_tokens.get(experiment.model)
    note = f"note: {CAVEAT}"
    if not guessed:
        try:
            return prepare(
                experiment,
                None,
                counter,
                times.sleep,
                batch=False,
                min_cacheable=minimum,
                workers=_WORKERS,
            ), ""
        except NoControl as problem:
            note = f"note: {problem}"
    first = prepare_with_first(experiment, counter, times.sleep, batch=False, min_cacheable=minimum)
    return first, note


def _room(
    root: Path,
    program: CompiledProgram,
    experiments: Sequence[Experiment],
    forecasts: Sequence[Forecast],
) -> list[str]:
    if all(experiment.is_free for experiment in experiments):
        return []
    caps = Caps(
        rule_nano_usd=program.rule_cap_nano_usd,
        program_nano_usd=program.program_cap_nano_usd,
        budget_from=program.program.caps.budget_from,
    )
    held = rooms(read_entries(root), caps, experiments[0].config.config_hash)
    return room_lines(held, sum(forecast.figures.most_nano_usd for forecast in forecasts))


def _row(costs: Mapping[str, int]) -> str:
    return "".join(f"{format_usd(cost):>11}" for cost in costs.values())
