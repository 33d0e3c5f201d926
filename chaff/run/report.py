"""What a person reads before and after a run: the estimate, then what the checker makes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from chaff.check.configs import Configs
from chaff.check.evidence import Examined, examine
from chaff.check.ledger import Starts
from chaff.history import History
from chaff.money import format_usd
from chaff.run.costs import cost_rows
from chaff.run.detectable import detectable
from chaff.run.estimate import Estimate
from chaff.run.expectation import Expected
from chaff.run.experiment import Experiment
from chaff.run.files import read_whole
from chaff.run.ledger import read_entries
from chaff.run.prepare import Prepared
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS, EvalConfig
from chaff.shapes.program import CompiledProgram
from chaff.shapes.record import RunFile, read_run
from chaff.stats.admission import Verdict, admit
from chaff.stats.guards import GuardResult, apply_guards

Describe = Callable[[Verdict, GuardResult | None], Sequence[str]]


class Judged(Shape, frozen=True, kw_only=True):
    """A complete run with the verdict that the checker's own code reaches."""

    examined: Examined
    verdict: Verdict | None
    """None if the run has faults: nothing may be built on it."""


def judge_run(root: Path, path: str, config: EvalConfig, now: datetime) -> Judged:
    """Return what the checker makes of a run file."""
    examined = examine(read_whole(root / path, path), config, where=path, now=now)
    sound = examined.matrix is not None and not examined.faults
    verdict = admit(examined.matrix, config.admission) if sound and examined.matrix else None
    return Judged(examined=examined, verdict=verdict)


def estimate_lines(
    experiment: Experiment,
    prepared: Prepared,
    figures: Estimate,
    expected: Expected,
    *,
    endpoint: str,
) -> list[str]:
    """Return what is about to be asked, and what it would cost in each way."""
    kind = "pilot, never counts" if experiment.pilot else f"registered in {experiment.commit}"
    config, counts = experiment.config, prepared.counts
    fix, chosen = counts.removed - counts.present, counts.controls[-1]
    cells = len(ARMS) * len(config.battery.items) * config.repeats
    asked = f"{figures.owed} of {cells} cells owed" if figures.owed != cells else f"{cells} cells"
    arm = len(config.battery.items) * config.repeats
    needed = -(-config.admission.effect_percent * arm // 100)
    shape = f"{len(ARMS)} arms × {len(config.battery.items)} items × {config.repeats} repeats"
    place = f"candidate {len(counts.controls)} of {len(config.arms.controls)}"
    rows = {
        "cells": f"{asked}: {shape}",
        "control": f"{chosen.id}: {chosen.tokens - counts.present:+d} tokens, the fix {fix:+d} "
        f"({place})",
        "calls": f"at most {figures.calls}: about {figures.prompt_tokens:,} tokens in, "
        f"{figures.output_each} out each ({expected.source})",
        **cost_rows(figures, experiment.max_tokens, free=experiment.is_free),
        "admitted": f"if removed passes at least {needed} of {arm} more than control "
        f"(+{config.admission.effect_percent} points), with an interval above 0",
        "detects": detectable(len(config.battery.items), config.repeats, config.admission),
    }
    if not experiment.is_free:
        way = "in batches" if prepared.batch else "call by call"
        cached = f"cached for {_LIVES[prepared.caching.lifetime]}"
        rows["asked"] = f"{way}, {cached if prepared.caching.lifetime else 'not cached'}"
    listed = [f"  {name:<9} {text}" for name, text in rows.items()]
    return [f"{experiment.name}, endpoint {endpoint} ({kind})", *listed]


_LIVES = {"5m": "five minutes", "1h": "an hour", None: ""}


def result_lines(
    root: Path,
    experiment: Experiment,
    path: str,
    judged: Judged,
    program: CompiledProgram,
    describe: Describe,
    *,
    bill: Sequence[str] = (),
) -> list[str]:
    """Return what a complete run says: advisory, since only `check` decides what stands."""
    cost, name = format_usd(judged.examined.cost_nano_usd), experiment.name
    lines = ["", f"{name}: complete, {cost} billed", f"  {path}", *bill, ""]
    if judged.verdict is None:
        found = [f"  {f.file}:{f.line or 1}: {f.code}: {f.message}" for f in judged.examined.faults]
        return [*lines, "The checker finds fault with it, so there is no verdict:", *found]
    guards = _guards(root, experiment, judged.verdict, program)
    return [*lines, *describe(judged.verdict, guards)]


def comparison_lines(
    root: Path, experiment: Experiment, verdict: Verdict, program: CompiledProgram, now: datetime
) -> list[str]:
    """Return how a pilot compares with the newest complete run that is committed."""
    newest = _newest_run(root, experiment)
    if newest is None:
        return ["", f"No complete run of {experiment.name} is there to compare with."]
    path, run = newest
    history = History.open(root, program.program.main_branch)
    found = Configs(history, (experiment.config,)).registered(run.header, path)
    if found.config is None:
        return ["", f"{path} cannot be compared: its config is not in the history at hand."]
    committed = judge_run(root, path, found.config, now).verdict
    if committed is None:
        return ["", f"{path} cannot be compared: `doit check` says what is wrong with it."]
    same = run.header.config_hash == experiment.config.config_hash
    rows = [("this pilot", verdict), ("committed", committed)]
    return [
        "",
        f"Beside the committed run {path} ({'the same' if same else 'another'} config):",
        *(f"  {name:<11} {summary(one)}" for name, one in rows),
        "Both are samples of one experiment; the committed one counts." if same else "",
    ]


def summary(verdict: Verdict) -> str:
    """Return a verdict in one line: arms, effect, interval."""
    cells = verdict.matrix.cells
    arms = ", ".join(f"{arm} {verdict.passes(arm)}/{cells}" for arm in ARMS)
    return (
        f"{arms}; effect {100 * verdict.effect:+.1f} points "
        f"[{100 * verdict.lower:+.1f}, {100 * verdict.upper:+.1f}]: "
        f"{'admitted' if verdict.admitted else 'not admitted'}"
    )


def plain_verdict(verdict: Verdict, guards: GuardResult | None) -> list[str]:
    """Return a verdict as plain lines: arms, interval, conditions, guards, reading."""
    conditions = verdict.conditions
    named = {
        "effect": conditions.effect,
        "interval": conditions.interval,
        "sign": conditions.sign,
        "direction": conditions.direction,
    }
    lines = [summary(verdict)]
    lines.extend(f"  {name:<10} {'holds' if holds else 'fails'}" for name, holds in named.items())
    if guards is not None:
        held = "hold" if guards.hold else "do not hold"
        lines.append(f"  guards {held} at attempt {guards.attempts} ({guards.mode})")
    return [*lines, verdict.reading]


def _guards(
    root: Path, experiment: Experiment, verdict: Verdict, program: CompiledProgram
) -> GuardResult | None:
    """Return the guards of a run that can count; a pilot is no attempt, so it has none."""
    if experiment.pilot:
        return None
    entries = {path.as_posix(): entry for path, entry in read_entries(root).items()}
    starts = Starts(entries, {experiment.rule: (experiment.config.config_hash,)})
    attempts = len(
        starts.of(experiment.rule, experiment.model, practice=experiment.config.practice)
    )
    return apply_guards(verdict, program.program.guards, attempts=max(1, attempts))


def _newest_run(root: Path, experiment: Experiment) -> tuple[str, RunFile] | None:
    folder = root / "runs" / experiment.rule / experiment.model
    for path in sorted(folder.glob("*.jsonl"), reverse=True):
        where = path.relative_to(root).as_posix()
        run = read_run(read_whole(path, where), where=where)
        if run.footer is not None and run.header.practice == experiment.config.practice:
            return where, run
    return None
