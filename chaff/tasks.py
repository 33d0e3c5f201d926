"""The doit tasks of a rule library: `from chaff.tasks import *` is a whole dodo.py.

Task wiring only. doit's database decides nothing here: whether a compile is stale is read from
recorded digests, whether a run is due from the evidence, so a lost database costs nothing.
No creator is called `task_run`, since doit would take it for its own command.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doit.reporter import ExecutedOnlyReporter

from chaff.errors import ChaffError

if TYPE_CHECKING:
    from chaff.life.allowed import Step

__all__ = [
    "DOIT_CONFIG",
    "task_bury",
    "task_check",
    "task_compile",
    "task_count",
    "task_demote",
    "task_estimate",
    "task_gate",
    "task_measure",
    "task_power",
    "task_promote",
    "task_site",
]

ROOT = Path.cwd()
(ROOT / ".chaff").mkdir(exist_ok=True)


class Reporter(ExecutedOnlyReporter):  # type: ignore[misc] # doit has no types
    """Says which task is at work, but nothing of a gate's: cron mails every word."""

    def execute_task(self, task: Any) -> None:
        """Tell of a task unless it is to be quiet."""
        if not task.name.startswith("gate:"):
            super().execute_task(task)


DOIT_CONFIG = {
    "default_tasks": ["compile", "check"],
    "dep_file": ".chaff/doit.sqlite3",
    "backend": "sqlite3",
    "verbosity": 2,
    # What is up to date is not worth a line each.
    "reporter": Reporter,
}

_ENDPOINT = {
    "name": "endpoint",
    "long": "endpoint",
    "default": "anthropic",
    "help": "anthropic, embedded, or the URL of a server that speaks the Messages API",
}
_MODEL = {
    "name": "model",
    "long": "model",
    "default": "",
    "help": "one model of the program (default: primary, then confirmation if it admits)",
}
COUNT_PARAMS = [_ENDPOINT, _MODEL]
ESTIMATE_PARAMS = [
    {**_ENDPOINT, "default": "", "help": "count tokens there, for nothing (default: guess them)"},
    _MODEL,
]
POWER_PARAMS = [
    {
        "name": "item_model",
        "long": "item-model",
        "default": "even",
        "help": "what the items are like; `chaff power --help` lists the models",
    },
]
RUN_PARAMS: list[dict[str, Any]] = [
    _ENDPOINT,
    _MODEL,
    {
        "name": "pilot",
        "long": "pilot",
        "type": bool,
        "default": False,
        "help": "try it out: any config, kept in .chaff/pilots, never counts",
    },
    {
        "name": "yes",
        "long": "yes",
        "type": bool,
        "default": False,
        "help": "spend up to the caps without asking",
    },
    {
        "name": "concurrency",
        "long": "concurrency",
        "type": int,
        "default": None,
        "help": "calls in flight, never fewer (default: up to 8, fewer while the server refuses)",
    },
    {
        "name": "batch",
        "long": "batch",
        "type": bool,
        "default": False,
        "help": "ask through the Message Batches API: half the price, within a day",
    },
    {
        "name": "dry_run",
        "long": "dry-run",
        "type": bool,
        "default": False,
        "help": "show everything up to the first paid call, one full request per arm; ask nothing",
    },
    {
        "name": "quiet",
        "long": "quiet",
        "type": bool,
        "default": False,
        "help": "show the result only",
    },
]


def task_compile() -> Iterator[dict[str, Any]]:
    """Compile the specs into generated/ (hashed, committed)."""
    from chaff.compile import staleness

    yield {"basename": "compile", "name": None, "doc": "Compile the specs into generated/."}
    for name in [staleness.PROGRAM, *_rules(), *_gates()]:
        yield {
            "basename": "compile",
            "name": name,
            "actions": [(_guarded, [partial(_compile, name)])],
            # A plain bool: doit would inspect the signature of a callable, a thousand times.
            "uptodate": [not staleness.stale(ROOT, name)],
        }


def task_measure() -> Iterator[dict[str, Any]]:
    """Ask the model every cell of a rule's experiment: the only task that can spend."""
    yield from _per_rule("run", "run:RULE measures a rule (can spend; asks).", _measure, RUN_PARAMS)


def task_estimate() -> Iterator[dict[str, Any]]:
    """Say what a rule's experiment would cost in each way (free, offline)."""
    doc = "estimate:RULE says what a run would cost (free, offline)."
    yield from _per_rule("estimate", doc, _estimate, ESTIMATE_PARAMS)


def task_count() -> Iterator[dict[str, Any]]:
    """Count arms and control candidates by the free endpoint."""
    doc = "count:RULE counts arms and control candidates (free)."
    yield from _per_rule("count", doc, _count, COUNT_PARAMS)


def _per_rule(
    name: str, doc: str, action: Callable[..., None], params: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield a group, and a task for each rule if the command line has to do with it.

    doit makes every task before it looks at one: a thousand rules would pay for each group.
    """
    from chaff.compile import staleness

    yield {"basename": name, "name": None, "doc": doc}
    if not any(word.split(":")[0].startswith(name) for word in sys.argv) and "list" not in sys.argv:
        return
    for rule in _rules():
        yield {
            "basename": name,
            "name": rule,
            "doc": f"{name} {rule}",
            "actions": [(action, [rule])],
            "params": params,
            "task_dep": [f"compile:{staleness.PROGRAM}", f"compile:{rule}"],
        }


def task_power() -> Iterator[dict[str, Any]]:
    """Say what a rule's own design can detect (free, offline)."""
    doc = "power:RULE says what a rule's own design can detect (free, offline)."
    yield from _per_rule("power", doc, _power, POWER_PARAMS)


def task_gate() -> Iterator[dict[str, Any]]:
    """Run the daily job of each live gate: score, decide what is due, carry it out."""
    yield {"basename": "gate", "name": None, "doc": "gate:NAME runs a live gate's daily job."}
    for name in _gates():
        gate = name.partition("/")[2]
        yield {
            "basename": "gate",
            "name": gate,
            "doc": f"score and decide {gate}; quiet when nothing happened",
            "actions": [(_gate, [name])],
            "teardown": [_end_of_gates],
        }


def task_promote() -> Iterator[dict[str, Any]]:
    """Prepare the pull request that enforces a rule."""
    doc = "promote:RULE enforces a rule, if its run and the guards allow it (second PR)."
    yield from _per_rule("promote", doc, partial(_live, "promote"), [])


def task_bury() -> Iterator[dict[str, Any]]:
    """Prepare the pull request that puts a rule into the graveyard."""
    doc = "bury:RULE puts a rule whose run failed into the graveyard (second PR)."
    yield from _per_rule("bury", doc, partial(_live, "bury"), [])


def task_demote() -> Iterator[dict[str, Any]]:
    """Prepare the pull request that makes a rule a heuristic again."""
    doc = "demote:RULE makes an enforced rule a heuristic again."
    yield from _per_rule("demote", doc, partial(_live, "demote"), [])


def task_check() -> dict[str, Any]:
    """Recompute every verdict from raw data (free, offline, the CI gate)."""
    return {"actions": [(_guarded, [_check])]}


def task_site() -> dict[str, Any]:
    """Write the pages for people into site/ (free, offline; only what changed)."""
    return {"actions": [(_guarded, [_site])], "task_dep": ["compile"]}


def _rules() -> list[str]:
    from chaff.compile import staleness

    rules: list[str] = []
    _guarded(lambda: rules.extend(staleness.rule_ids(ROOT)))
    return rules


def _gates() -> list[str]:
    from chaff.compile import staleness

    gates: list[str] = []
    _guarded(lambda: gates.extend(staleness.gate_names(ROOT)))
    return gates


def _compile(name: str) -> None:
    from chaff.compile import project

    project.compile_into(ROOT, name)
    if name.startswith("gates/"):
        from chaff.cli.gate_label import print_label

        print_label(ROOT / "generated" / name / "gate.config.json", sys.stdout)


_gate_statuses: list[int] = []
"""What each gate's job ended with, until the last has."""


def _gate(name: str) -> None:
    """Run a gate's job, compiled first if its spec is newer.

    One gate's trouble is not another's: the process ends when all have had their turn.
    """
    try:
        _guarded(partial(_gate_job, name))
    except SystemExit as end:
        _gate_statuses.append(end.code if isinstance(end.code, int) else 2)


def _gate_job(name: str) -> int:
    from chaff.cli.gate_run import run_named
    from chaff.compile import staleness

    if staleness.stale(ROOT, name):
        _compile(name)
    return run_named(ROOT, name.partition("/")[2], datetime.now(UTC), sys.stdout)


def _end_of_gates() -> None:
    """End with the status that matters most: 2, then 3, then 1."""
    worst = next((status for status in (130, 141, 2, 3, 1) if status in _gate_statuses), 0)
    if worst:
        raise SystemExit(worst)


def _check() -> int:
    from chaff.cli.check import report_on

    return report_on(ROOT, now=datetime.now(UTC), style="text", out=sys.stdout)


def _site() -> None:
    from chaff.site.build import build

    build(ROOT, now=datetime.now(UTC), out=sys.stdout)


def _measure(
    rule: str,
    endpoint: str,
    model: str,
    pilot: bool,  # noqa: FBT001 - doit passes a task's parameters by name
    yes: bool,  # noqa: FBT001
    concurrency: int | None,
    batch: bool,  # noqa: FBT001
    dry_run: bool,  # noqa: FBT001
    quiet: bool,  # noqa: FBT001
) -> None:
    from chaff.cli.control import counted_lines
    from chaff.cli.verdict_text import for_stream
    from chaff.run.command import run

    _guarded(
        partial(
            run,
            ROOT,
            rule,
            endpoint=endpoint,
            model=model or None,
            pilot=pilot,
            yes=yes and _said_yes(rule, sys.argv),
            concurrency=concurrency,
            batch=batch,
            dry_run=dry_run,
            quiet=quiet,
            propose=partial(counted_lines, ROOT, rule),
            describe=lambda verdict, guards: for_stream(verdict, guards, sys.stdout),
        )
    )


def _estimate(rule: str, endpoint: str, model: str) -> None:
    from chaff.run.preview import preview

    _guarded(partial(preview, ROOT, rule, endpoint=endpoint or None, model=model or None))


def _power(rule: str, item_model: str) -> None:
    from chaff.cli.power import print_design

    _guarded(partial(print_design, ROOT, rule, item_model, sys.stdout))


def _count(rule: str, endpoint: str, model: str) -> None:
    from chaff.cli.control import counted_lines
    from chaff.run.count import count

    propose = partial(counted_lines, ROOT, rule)
    _guarded(partial(count, ROOT, rule, endpoint=endpoint, model=model or None, propose=propose))


def _live(step: Step, rule: str) -> None:
    from chaff.cli.life import carry_out

    _guarded(partial(carry_out, step, ROOT, rule, now=datetime.now(UTC), out=sys.stdout))


_GROUPS = frozenset(
    ("run", "compile", "check", "estimate", "count", "power", "promote", "bury", "demote", "site")
)


def _said_yes(rule: str, words: Sequence[str]) -> bool:
    """Tell whether the command line itself says --yes behind this task's name.

    doit also takes a task's parameters from doit.cfg and pyproject.toml. A file is nobody's yes,
    and neither is the one that another task on the same line was given.
    """
    name = f"run:{rule}"
    behind = list(words[words.index(name) + 1 :]) if name in words else []
    own = takewhile(lambda word: word.split(":")[0] not in _GROUPS, behind)
    return "--yes" in own


def _guarded(action: Callable[[], int | None]) -> None:
    """Run an action; end the process with its status if that is not 0.

    doit knows only its own statuses and shows a traceback for every exception.
    """
    try:
        status = action() or 0
        sys.stdout.flush()
    except ChaffError as error:
        print(f"chaff: {error}", file=sys.stderr)
        status = error.exit_status
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        # The reader (head, less) has seen enough; doit must not fail on what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 141
    if status:
        raise SystemExit(status)
