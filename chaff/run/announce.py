"""Says what is about to be asked, and afterwards what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.money import format_usd
from chaff.run.costs import room_lines, settlement_lines
from chaff.run.due import Known
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.forecast import Forecast
from chaff.run.invocation import Invocation
from chaff.run.prepare import Prepared
from chaff.run.report import comparison_lines, estimate_lines, judge_run, result_lines
from chaff.run.session import Finished


def announce(
    asked: Invocation,
    due: Sequence[Known],
    counted: Sequence[Prepared],
    forecasts: Sequence[Forecast],
    endpoint: Endpoint,
) -> None:
    """Print what each model would be asked, what that may cost, and what is left to spend."""
    if asked.quiet:
        return
    for known, prepared, forecast in zip(due, counted, forecasts, strict=True):
        asked.say(*_lines(asked, known, prepared, forecast, endpoint))
    if not all(known.experiment.is_free for known in due):
        most = sum(forecast.most_nano_usd for forecast in forecasts)
        asked.say(*room_lines(asked.rooms(due[0].experiment), most))
    if len(due) > 1:
        first, second = (known.experiment.model for known in due[:2])
        asked.say(f"{second} is only asked if {first} admits")


def price_of(due: Sequence[Known], forecasts: Sequence[Forecast]) -> str:
    """Return what a yes is about, over all models that may be asked."""
    if all(known.experiment.is_free for known in due):
        return "nothing"
    expected = sum(forecast.expected_nano_usd for forecast in forecasts)
    most = sum(forecast.most_nano_usd for forecast in forecasts)
    return f"about {format_usd(expected)} (at most {format_usd(most)})"


def tell_result(
    asked: Invocation,
    experiment: Experiment,
    finished: Finished,
    prepared: Prepared,
    forecast: Forecast,
) -> None:
    """Print what a complete run says and what it cost; `check` decides what stands."""
    now, path = asked.times.now(), finished.path
    judged = judge_run(asked.root, path, experiment.config, now)
    bill = []
    if not experiment.is_free:
        bill = settlement_lines(forecast.figures, forecast.at, finished.turns, prepared.transport)
    asked.say(
        *result_lines(
            asked.root, experiment, path, judged, asked.program, asked.describe, bill=bill
        )
    )
    if not experiment.pilot:
        asked.say("Advisory: `doit check` decides. Commit the run and its ledger entry.")
    elif judged.verdict is not None:
        asked.say(*comparison_lines(asked.root, experiment, judged.verdict, asked.program, now))


def _lines(
    asked: Invocation, known: Known, prepared: Prepared, forecast: Forecast, endpoint: Endpoint
) -> list[str]:
    experiment, unfinished = known.experiment, known.unfinished
    lines = estimate_lines(
        experiment, prepared, forecast.figures, forecast.expected, endpoint=endpoint.name
    )
    if unfinished:
        lines.append(f"  resumes   {unfinished.path}")
    if _counts_nothing(asked, experiment, endpoint):
        lines.append(f"  note      a run on {endpoint.name} moves no tier (specs/program.jsonnet)")
    return lines


def _counts_nothing(asked: Invocation, experiment: Experiment, endpoint: Endpoint) -> bool:
    return (
        not experiment.pilot
        and not experiment.config.practice
        and endpoint.name not in asked.program.program.counting_endpoints
    )
