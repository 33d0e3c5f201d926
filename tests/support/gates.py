"""A live gate in a temporary folder: settings, an instruction file, a ledger, days with scores."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path

import msgspec

from chaff.compile.gate import build_gate
from chaff.compile.jsonnet import evaluate
from chaff.gate.changes import Site, take_up
from chaff.gate.inputs import DAYS, days_bytes, situation_of
from chaff.gate.store import Clock, opened
from chaff.shapes.base import convert, to_json
from chaff.shapes.gate import CompiledGate, Gate
from chaff.shapes.gate_day import DayScore
from tests.support.project import REPOSITORY, write

START = date(2026, 1, 5)
"""A Monday."""
TEXT = b"""\
# Shop

Read this before you start.

## Commands

- Run `npm test` before you commit.
- Use tabs.

## Style

Prefer small functions.
"""
SPEC = """\
local chaff = import '../lib/chaff.libsonnet';

chaff.Gate {
  id: 'desk',
  title: 'The notes on my desk',
  target: 'CLAUDE.md',
  transcripts: ['sessions'],
  timezone: 'UTC',
  rubric: import '../lib/rubric.libsonnet',
}
"""


@lru_cache
def _base() -> Gate:
    """Return the settings that the vocabulary's defaults make."""
    with tempfile.TemporaryDirectory() as folder:
        root = gate_project(Path(folder))
        value = evaluate(root, "specs/gates/desk.jsonnet").value
    return convert(value, Gate, where="spec")


def make_gate(**changes) -> CompiledGate:
    """Return a compiled gate with some settings changed; nested ones as `thresholds__min_days`."""
    value = json.loads(json.dumps(to_json(_base())))
    for name, new in changes.items():
        place = value
        *above, last = name.split("__")
        for part in above:
            place = place[int(part) if part.isdigit() else part]
        place[last] = new
    return build_gate(convert(value, Gate, where="test"))


def clock_on(day: date, hour: int = 6) -> Clock:
    """Return a clock that stands in the morning of a day."""
    moment = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    return Clock(moment, UTC)


class Desk:
    """A gate over a file in a folder."""

    def __init__(self, folder: Path, compiled: CompiledGate | None = None) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.target = folder / "CLAUDE.md"
        self.compiled = compiled or make_gate()
        self.target.write_bytes(TEXT)
        self.written = START - timedelta(days=60)
        self.touch(self.written)
        self.days: list[DayScore] = []

    def touch(self, day: date) -> None:
        """Set the day on which the file was last written."""
        import os

        seconds = datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()
        os.utime(self.target, (seconds, seconds))

    def write(self, text: bytes, day: date) -> None:
        """Write the file as a person would."""
        self.target.write_bytes(text)
        self.touch(day)

    @contextmanager
    def site(self, day: date = START):
        """Open the gate on a day."""
        clock = clock_on(day)
        with opened(self.state, clock) as store:
            site = Site(store, self.target, self.compiled, clock)
            take_up(site, since=START - timedelta(days=60))
            yield site

    def situation(self, story):
        """Return what is known."""
        return situation_of(self.compiled, story, tuple(self.days))

    def score(self, first: date, scores, **fields) -> date:
        """Score days in a row from `first`; return the day after the last."""
        for offset, score in enumerate(scores):
            day = DayScore(
                day=first + timedelta(days=offset),
                score=score,
                rubric=self.compiled.rubric_hash,
                **fields,
            )
            self.days = [each for each in self.days if each.day != day.day] + [day]
        self.days.sort(key=lambda day: day.day)
        self.state.mkdir(exist_ok=True)
        (self.state / DAYS).write_bytes(days_bytes(self.days))
        return first + timedelta(days=len(scores))

    @property
    def ledger(self) -> list[dict]:
        """The ledger's lines as JSON values."""
        path = self.state / "ledger.jsonl"
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the ledger's lines."""
        return [line["kind"] for line in self.ledger]


def wobbling(mean: float, days: int = 14, spread: float = 0.2) -> list[float]:
    """Return daily scores around a mean, without a trend."""
    return [mean + spread * (1 if n % 2 else -1) * (1 + n % 3) / 2 for n in range(days)]


def changed(shape, **fields):
    """Return a shape with some fields changed."""
    return msgspec.structs.replace(shape, **fields)


def gate_project(root: Path, extra: str = "") -> Path:
    """Write a project with one gate below `root`, its spec extended by `extra`."""
    from shutil import copytree

    copytree(REPOSITORY / "specs" / "lib", root / "specs" / "lib")
    write(root, "specs/gates/desk.jsonnet", SPEC.rstrip() + extra + "\n")
    write(root, "CLAUDE.md", TEXT)
    return root
