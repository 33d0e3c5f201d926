"""A year of somebody's work with an agent, day by day: transcripts, edits, the daily job.

What an edit does to the work is chosen here: `quality` is the chance that a turn is friction.
Every turn carries a marker, which no stored file may hold.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from chaff.gate.backfill import Backfill, backfill
from chaff.gate.changes import Site
from chaff.gate.home import Home
from chaff.gate.job import Job, run_job
from chaff.gate.proposals import new_edit
from chaff.gate.store import opened
from chaff.shapes.gate_ledger import Approval
from tests.support.claude_session import jsonl, typed
from tests.support.gates import TEXT, make_gate

FIRST = date(2026, 1, 5)
MARKER = "zanzibar"
FRICTION = ("redo it", "that's wrong", "no, that's not what I asked", "still broken")
PRAISE = "perfect, thanks"
PLAIN = ("please add a test", "rename the module", "now the docs")
DAY = timedelta(days=1)


class Year:
    """A gate, the transcripts of the days so far, and what day it is."""

    def __init__(self, folder: Path, *, friction: float = 0.35, **settings: object) -> None:
        self.folder = folder
        self.friction = friction
        self.now = datetime(FIRST.year, FIRST.month, FIRST.day, 6, tzinfo=UTC)
        self._random = random.Random(7)  # noqa: S311 - invented turns
        folder.mkdir(exist_ok=True)
        (folder / "sessions").mkdir(exist_ok=True)
        self.home = Home(
            compiled=make_gate(**settings),
            target=folder / "CLAUDE.md",
            transcripts=(folder / "sessions",),
            state=folder / "state",
        )
        if not self.home.target.exists():
            self.write(TEXT)
            os.utime(self.home.target, (0, 0))

    @property
    def day(self) -> date:
        """The day it is."""
        return self.now.date()

    def live(self) -> None:
        """Work for a day; then it is the morning after."""
        rows = []
        for session in range(5):
            for turn in range(6):
                stamp = f"{self.day}T{9 + session:02}:{turn:02}:00.000Z"
                name = f"{self.day}-{session}"
                text = f"{self._turn()}. {MARKER}"
                rows.append(typed(text, cwd=str(self.folder), timestamp=stamp, sessionId=name))
        (self.folder / "sessions" / f"{self.day}.jsonl").write_bytes(jsonl(*rows))
        self.rest()

    def rest(self) -> None:
        """Take a day off."""
        self.now += DAY

    def job(self) -> Job:
        """Run the daily job."""
        return run_job(self.home, self.now)

    def start(self) -> Backfill:
        """Set the gate up, as `chaff gate init` does."""
        return backfill(self.home, self.now)

    def write(self, text: bytes) -> None:
        """Write the instruction file as a person would."""
        self.home.target.write_bytes(text)
        seconds = self.now.timestamp()
        os.utime(self.home.target, (seconds, seconds))

    def propose(self, text: bytes) -> str:
        """Propose an edit; return its id."""
        with self._site() as site:
            return site.store.add(new_edit(site, text, why="", trigger_days=())).id

    def approve_id(self, name: str) -> None:
        """Say yes to a proposal."""
        with self._site() as site:
            site.store.add(Approval(of=name, **site.stamps))

    def approve(self, text: bytes) -> Job:
        """Propose an edit, say yes, and have the job make it."""
        self.approve_id(self.propose(text))
        return self.job()

    def copy(self, name: str) -> Year:
        """Return the same year once more, in another folder of state."""
        other = Year.__new__(Year)
        other.__dict__.update(self.__dict__)
        state = self.folder / name
        shutil.copytree(self.home.state, state)
        target = self.folder / f"{name}.md"
        shutil.copy2(self.home.target, target)
        other.home = Home(
            compiled=self.home.compiled,
            target=target,
            transcripts=self.home.transcripts,
            state=state,
        )
        return other

    def files(self) -> dict[str, bytes]:
        """Return every file of the state, and the instruction file."""
        paths = [path for path in self.home.state.rglob("*") if path.is_file()]
        return {str(path): path.read_bytes() for path in [*paths, self.home.target]}

    def marker_in_state(self) -> list[str]:
        """Return the stored files that hold a person's words."""
        return [name for name, data in self.files().items() if MARKER.encode() in data]

    @contextmanager
    def _site(self) -> Iterator[Site]:
        clock = self.home.clock(self.now)
        with opened(self.home.state, clock) as store:
            yield Site(store, self.home.target, self.home.compiled, clock)

    def _turn(self) -> str:
        chance = self._random.random()
        if chance < self.friction:
            return self._random.choice(FRICTION)
        return PRAISE if chance > 0.9 else self._random.choice(PLAIN)
