"""`chaff gate`: the live gate's doors; the two that take plain numbers are here."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Final

from chaff.cli import (
    gate_answer,
    gate_init,
    gate_propose,
    gate_report,
    gate_rollback,
    gate_rubric,
    gate_run,
    gate_score,
    gate_selftest,
    gate_status,
    gate_verdict,
    gate_words,
)
from chaff.cli.plain import Subparsers, ascii_only, number, read_input, to_ascii, whole_number
from chaff.errors import UsageError

DESCRIPTION: Final = """\
The live gate: an edit of an instruction file is a deploy, and stays only if it earns its place.

init sets one up in a minute; run (or `doit gate`) is the daily job; status is one screen about it.
propose, approve, reject and rollback are for edits; verdict shows a card, selftest how often the
gate would fire on nothing. power and decide take plain numbers; words shows what a person said in
transcripts.
"""

POWER: Final = """\
What a window of so many scored days before and after an edit can detect with Welch's t-test.

Exact for independent, normal daily scores (noncentral t). Give the standard deviation of the daily
score and its mean, or --from-scores FILE to estimate both, and the autocorrelation, from a series.
"""

DECIDE: Final = """\
Decide an edit from a daily series: KEPT, REVERT or INCONCLUSIVE, with reasons and honest labels.

FILE is CSV with the columns day,score or JSON Lines with those fields (day as 2026-11-30; an empty
score or null is a day that was not scored; an optional field rubric names what scored it), or a
gate's own days.jsonl; - reads standard input. Compares 14 days before with 14 after, the edit day
left out, once the window is over. A verdict is printed, never carried out. The exit status is 0
whatever the verdict.
"""

_DAYS: Final = {"least": 2, "most": 366}


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand, with its doors, to the command line."""
    parser = subparsers.add_parser(
        "gate",
        help="the live gate: propose, judge and take back edits of a file in use",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    doors = parser.add_subparsers(title="doors", metavar="DOOR", required=True)
    gate_init.add_parser(doors)
    gate_run.add_parser(doors)
    gate_status.add_parser(doors)
    gate_verdict.add_parser(doors)
    _add_power(doors)
    _add_decide(doors)
    gate_words.add_parser(doors)
    gate_rubric.add_parser(doors)
    gate_score.add_parser(doors)
    gate_propose.add_parser(doors)
    gate_answer.add_parser(doors)
    gate_rollback.add_parser(doors)
    gate_report.add_parser(doors)
    gate_selftest.add_parser(doors)


def run_power(args: argparse.Namespace) -> int:
    """Print what a window can detect."""
    from chaff.cli import gate_text
    from chaff.gate.facts import power_facts

    estimated = _estimated(args)
    alpha = number(args.alpha, "--alpha", least=0.0001, most=0.5)
    facts = power_facts(
        whole_number(args.days, "--days", **_DAYS),
        _threshold(alpha, args.lift),
        sd=estimated["sd"],
        baseline=estimated["baseline"],
        autocorrelation=estimated["autocorrelation"],
        power=number(args.power, "--power", least=max(0.5, alpha), most=0.9999),
        cadence_days=_cadence(args),
        between_day_share=estimated["between_day_share"],
    )
    return _print(args, facts, gate_text.power_lines)


def run_decide(args: argparse.Namespace) -> int:
    """Print the verdict on an edit."""
    from chaff.cli import gate_text
    from chaff.gate.decide import Rule, decide
    from chaff.gate.facts import decision_facts
    from chaff.gate.inputs import days_in, is_days, series_of
    from chaff.gate.series import read_series

    window_days = whole_number(args.window_days, "--window-days", **_DAYS)
    rule = Rule(
        window_days=window_days,
        min_days=whole_number(args.min_days, "--min-days", least=2, most=window_days),
        alpha=number(args.alpha, "--alpha", least=0.0001, most=0.5),
        lift_percent=number(args.lift, "--lift", least=0.01, most=1000),
        scale=number(args.scale, "--scale", least=0.001, most=1_000_000),
    )
    edit_day = _day(args.edit_day, "--edit-day")
    today = _day(args.today, "--today") if args.today else datetime.now().astimezone().date()
    leave_out = {_day(text, "--leave-out") for text in args.leave_out}
    cadence_days = _cadence(args)
    given = read_input(args.scores)
    series = (
        series_of(days_in(given.data, where=given.name))
        if is_days(given.data)
        else read_series(given.data, where=given.name, scale=rule.scale)
    )
    decision = decide(series, edit_day, rule, today=today, leave_out=leave_out)
    facts = decision_facts(decision, cadence_days=cadence_days)
    return _print(args, facts, gate_text.decision_lines)


def _add_power(doors: Subparsers) -> None:
    parser = doors.add_parser(
        "power",
        help="what a window can detect",
        description=POWER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _option(parser, "--days", "14", "scored days before, and as many after")
    _option(parser, "--sd", None, "standard deviation of the daily score")
    _option(parser, "--baseline", None, "mean of the daily score before the edit")
    _option(parser, "--power", "0.8", "the chance that counts as usually catching")
    _option(parser, "--autocorrelation", None, "of neighbouring days, 0 to 0.95")
    _option(
        parser,
        "--between-day-share",
        None,
        "part of the daily variance that more conversations a day do not shrink, 0 to 1 "
        "(default: as a gate's own days.jsonl shows, else not known)",
    )
    _option(
        parser,
        "--from-scores",
        None,
        "estimate what is not given from this series, or from a gate's own days.jsonl",
        "FILE",
    )
    _common(parser)
    parser.set_defaults(handler=run_power)


def _add_decide(doors: Subparsers) -> None:
    parser = doors.add_parser(
        "decide",
        help="KEPT, REVERT or INCONCLUSIVE, from a daily series",
        description=DECIDE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scores", metavar="FILE", required=True, help="the daily series")
    parser.add_argument("--edit-day", metavar="DATE", required=True, help="the day of the edit")
    _option(parser, "--window-days", "14", "calendar days before, and as many after")
    _option(parser, "--min-days", "10", "scored days that a side must have")
    parser.add_argument(
        "--leave-out",
        metavar="DATE",
        action="append",
        default=[],
        help="a day whose friction triggered the edit; may be repeated",
    )
    _option(
        parser,
        "--today",
        None,
        "the day it is; a window that the series covers is over anyway",
        "DATE",
    )
    _common(parser)
    parser.set_defaults(handler=run_decide)


def _common(parser: argparse.ArgumentParser) -> None:
    _option(parser, "--alpha", "0.10", "two-sided significance level")
    _option(parser, "--lift", "5", "the least lift that counts, in per cent")
    _option(parser, "--scale", "10", "the highest score there is")
    _option(parser, "--cadence-days", "3", "days between edits, for false verdicts a year")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _option(
    parser: argparse.ArgumentParser, name: str, default: str | None, text: str, kind: str = "N"
) -> None:
    shown = f"{text} (default: {default})" if default else text
    parser.add_argument(name, metavar=kind, default=default, help=shown)


def _estimated(args: argparse.Namespace) -> dict[str, Any]:
    """Return SD, baseline and autocorrelation: as given, else as a series has them."""
    limits = {
        "sd": (1e-6, 1e6),
        "baseline": (1e-6, 1e6),
        "autocorrelation": (0, 0.95),
        "between_day_share": (0, 1),
    }
    found: dict[str, Any] = dict.fromkeys(limits)
    scale = number(args.scale, "--scale", least=0.001, most=1_000_000)
    if args.from_scores:
        found = _from_scores(args.from_scores, scale)
    for name, (least, most) in limits.items():
        if (text := getattr(args, name)) is not None:
            option = f"--{name.replace('_', '-')}"
            found[name] = number(text, option, least=least, most=most)
    for name in ("sd", "baseline"):
        if found[name] is None:
            raise UsageError(f"--{name} is missing", remedy="give it, or --from-scores FILE")
    if found["baseline"] > scale:
        remedy = "--scale says how far scores go"
        raise UsageError(f"--baseline {found['baseline']:g} is above {scale:g}", remedy=remedy)
    return found


def _from_scores(path: str, scale: float) -> dict[str, Any]:
    """Return what a series has of itself; a gate's own also tells conversations from days."""
    from chaff.gate.between import between_day_share
    from chaff.gate.inputs import days_in, is_days, series_of
    from chaff.gate.series import read_series
    from chaff.gate.summary import summarise

    given, share = read_input(path), None
    if is_days(given.data):
        days = days_in(given.data, where=given.name)
        series = series_of(days)
        share = between_day_share(days)
    else:
        series = read_series(given.data, where=given.name, scale=scale)
    summary = summarise(series, scale=scale, where=given.name)
    return {
        "sd": summary.sd,
        "baseline": summary.baseline,
        "autocorrelation": summary.autocorrelation,
        "between_day_share": share,
    }


def _threshold(alpha: float, lift: str) -> Any:
    from chaff.gate.power import Threshold

    return Threshold(alpha=alpha, lift_percent=number(lift, "--lift", least=0.01, most=1000))


def _cadence(args: argparse.Namespace) -> float:
    return number(args.cadence_days, "--cadence-days", least=0.1, most=365)


def _day(text: str, option: str) -> date:
    from chaff.gate.series import parse_day

    day = parse_day(text)
    if day is None:
        raise UsageError(f"{option} {text!r} is no date like 2026-11-30")
    return day


def _print(
    args: argparse.Namespace,
    facts: dict[str, Any],
    drawn: Callable[[dict[str, Any]], list[str]],
) -> int:
    if args.format == "json":
        print(json.dumps(facts, indent=2, allow_nan=False))
        return 0
    plain = ascii_only(sys.stdout)
    for line in drawn(facts):
        print(to_ascii(line) if plain else line)
    return 0
