"""Says of each run file whether it is in its place, and whether it counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from chaff.check.evidence import Examined
from chaff.check.faults import Fault, fault
from chaff.check.lines import read_instant
from chaff.check.registration import Registration
from chaff.shapes.base import Shape
from chaff.shapes.record import Header
from chaff.stats.admission import Verdict

RUN_PATH: Final = re.compile(r"runs/(?!spend/|gates/)[^/]+/[^/]+/[^/]+\.jsonl")
_HEADER: Final = 1
_DAY: Final = 24 * 60 * 60


class Assessed(Shape, frozen=True, kw_only=True):
    """A run file with all that is known of it by itself."""

    path: str
    examined: Examined
    registration: Registration
    placement: tuple[Fault, ...] = ()
    """What is wrong with where it lies, or where its config does."""
    verdict: Verdict | None = None
    """Recomputed from raw responses; None unless complete."""

    @property
    def header(self) -> Header | None:
        """The header, if the file can be read."""
        return self.examined.header

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything wrong with this file."""
        return (*self.examined.faults, *self.registration.faults, *self.placement)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with this file."""
        return not self.faults


class Experiment(NamedTuple):
    """What may be measured once in `max_age_days`."""

    config_hash: str
    request_hash: str
    model: str


def experiment_of(header: Header) -> Experiment:
    """Return what a run measures."""
    return Experiment(header.config_hash, header.request_hash, header.model)


def expected_path(header: Header) -> str:
    """Return where a run belongs."""
    return run_path(header.rule, header.model, header.started_at, pilot=header.pilot)


def run_path(rule: str, model: str, started_at: str, *, pilot: bool) -> str:
    """Return where the run of a start belongs."""
    folder = ".chaff/pilots" if pilot else "runs"
    return f"{folder}/{rule}/{model}/{stamp(started_at)}.jsonl"


def stamp(started_at: str) -> str:
    """Return an instant as file names hold it."""
    return f"{read_instant(started_at):%Y%m%dT%H%M%SZ}"


def placement_faults(path: str, header: Header | None) -> Iterator[Fault]:
    """Yield if a run file is not where its header puts it."""
    if header is None:
        return
    if header.pilot:
        yield fault("pilot-in-runs", path, "the header says that this is a pilot", _HEADER)
    elif path != expected_path(header):
        message = f"its header puts it at {expected_path(header)}"
        yield fault("misplaced-run", path, message, _HEADER)


def second_runs(
    runs: Iterable[Assessed], max_age_days: int, *, came_before: Callable[[str, str], bool]
) -> dict[str, str]:
    """Return, for each complete run that may not count, the path of the one that counts instead.

    The first complete run of an experiment counts; another only once that one is too old. First is
    what git had first (`came_before`): a start is a claim, and can be backdated.
    """
    rivals: dict[Experiment, list[Assessed]] = {}
    for run in sorted(runs, key=_by_start):
        if run.header is not None and run.examined.complete and run.is_sound:
            rivals.setdefault(experiment_of(run.header), []).append(run)
    seconds: dict[str, str] = {}
    for waiting in rivals.values():
        first = _take_first(waiting, came_before)
        while waiting:
            run = _take_first(waiting, came_before)
            if _within(first, run, max_age_days):
                seconds[run.path] = first.path
            else:
                first = run
    return seconds


def second_run_faults(seconds: dict[str, str]) -> Iterator[Fault]:
    """Yield each second complete run."""
    for path, first in seconds.items():
        yield fault("second-run", path, f"{first} is complete already", _HEADER)


def copied_answers(runs: Iterable[Assessed]) -> Iterator[Fault]:
    """Yield the answers of one run file that stand in another."""
    seen: dict[str, str] = {}
    for run in runs:
        for number, name in enumerate(run.examined.response_ids, start=2):
            other = seen.setdefault(name, run.path)
            if other != run.path:
                message = f"response {name!r} stands in {other} too"
                yield fault("duplicate-response", run.path, message, number)
                break


def _take_first(waiting: list[Assessed], came_before: Callable[[str, str], bool]) -> Assessed:
    """Take out the run that started first among those that no other came before."""
    first = next(
        run for run in waiting if not any(came_before(other.path, run.path) for other in waiting)
    )
    waiting.remove(first)
    return first


def _by_start(run: Assessed) -> tuple[str, str]:
    return (run.header.started_at if run.header else "", run.path)


def _within(first: Assessed, later: Assessed, days: int) -> bool:
    if first.header is None or later.header is None:
        return False
    apart = read_instant(later.header.started_at) - read_instant(first.header.started_at)
    return apart.total_seconds() <= days * _DAY
