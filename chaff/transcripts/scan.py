"""Reads many transcripts, on several cores where that pays, and leaves copies out."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from chaff.transcripts.copies import Seen
from chaff.transcripts.events import Event, Interrupt, Turn
from chaff.transcripts.files import Reading, Tally, path_key
from chaff.transcripts.index import EMPTY, VERSION, FileState, Index

_PAYS_FROM: Final = 64_000_000
"""Bytes below which starting processes takes longer than it saves."""

_PORTION: Final = 16_000_000
"""Bytes that a process reads before it hands over what it found."""


class Found(msgspec.Struct, frozen=True, gc=False):
    """An event, and the file it stands in."""

    path: Path
    event: Event


_Result: TypeAlias = tuple[Path, list[Event], FileState | None, Tally]


class Scan:
    """Transcripts being read; iterate it once, then ask for the new index and the tally."""

    def __init__(
        self,
        paths: Sequence[Path],
        index: Index = EMPTY,
        *,
        n_processes: int | None = None,
        convert: Callable[[Event], Event] | None = None,
    ) -> None:
        """`index` is what an earlier scan left; `n_processes` defaults to the cores there are.

        `convert` is applied to each event where it is read, so that words need not leave that
        process; it must keep the keys, and be something that can be sent to a process.
        """
        self._convert = convert
        self.tally = Tally()
        self._paths = paths
        self._files = dict(index.files)
        self._seen = Seen(set(index.names))
        self._n_processes = n_processes or _n_cores()

    @property
    def index(self) -> Index:
        """What the next scan has to start from."""
        return Index(version=VERSION, files=self._files, names=sorted(self._seen.names))

    def __iter__(self) -> Iterator[Found]:
        """Yield what the files say that was not told before, file by file, row by row."""
        changed = [path for path in self._paths if self._has_changed(path)]
        n_bytes = sum(_size(path) for path in changed)
        if self._n_processes > 1 and len(changed) > 1 and n_bytes >= _PAYS_FROM:
            yield from self._in_processes(changed)
            return
        for path in changed:
            reading = Reading(path, self._files.get(path_key(path)))
            yield from self._new(path, map(self._convert, reading) if self._convert else reading)
            self._remember(path, reading.state, reading.tally)

    def _new(self, path: Path, events: Iterable[Event]) -> Iterator[Found]:
        for event in events:
            if isinstance(event, (Turn, Interrupt)) and not self._seen.is_new(event):
                self.tally.n_copies += isinstance(event, Turn)
            else:
                yield Found(path, event)

    def _remember(self, path: Path, state: FileState | None, tally: Tally) -> None:
        self.tally.add(tally)
        if state is not None:
            self._files[path_key(path)] = state

    def _has_changed(self, path: Path) -> bool:
        before = self._files.get(path_key(path))
        if before is None:
            return True
        try:
            status = path.stat()
        except OSError:
            return True
        return (before.size, before.mtime_ns) != (status.st_size, status.st_mtime_ns)

    def _in_processes(self, paths: list[Path]) -> Iterator[Found]:
        portions = deque(_portions(paths))
        running: deque[Future[list[_Result]]] = deque()
        with ProcessPoolExecutor(self._n_processes) as pool:
            while portions or running:
                while portions and len(running) <= self._n_processes:
                    portion = portions.popleft()
                    states = [self._files.get(path_key(path)) for path in portion]
                    running.append(pool.submit(_read, portion, states, self._convert))
                for path, events, state, tally in running.popleft().result():
                    yield from self._new(path, events)
                    self._remember(path, state, tally)


def _n_cores() -> int:
    """Return how many cores this process may use; not every system can tell those it may not."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def transcripts_in(path: Path) -> list[Path]:
    """Return a file as it is, or the session files in a folder and below, in order."""
    if not path.is_dir():
        return [path]
    return sorted(each for each in path.rglob("*.jsonl") if each.is_file())


def _read(
    paths: list[Path],
    states: list[FileState | None],
    convert: Callable[[Event], Event] | None,
) -> list[_Result]:
    found = []
    for path, state in zip(paths, states, strict=True):
        reading = Reading(path, state)
        events = list(map(convert, reading) if convert else reading)
        found.append((path, events, reading.state, reading.tally))
    return found


def _portions(paths: list[Path]) -> Iterator[list[Path]]:
    portion: list[Path] = []
    n_bytes = 0
    for path in paths:
        portion.append(path)
        n_bytes += _size(path)
        if n_bytes >= _PORTION:
            yield portion
            portion, n_bytes = [], 0
    if portion:
        yield portion


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
