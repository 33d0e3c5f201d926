"""Judges many run files on all cores, in children that import and execute nothing of theirs.

A child gets paths and configs from us and gives back what `judge` found; git is asked here alone.
A child that dies costs time, never an answer: what it owed is judged by whoever asks for it.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from chaff.check.assess import Judged, judge
from chaff.check.configs import Configs
from chaff.check.lines import header_of
from chaff.check.tree import LARGEST_RUN, read_file, read_start
from chaff.errors import BadInputError
from chaff.shapes.config import EvalConfig

ENOUGH: Final = 64
"""Fewer runs are judged sooner by one process."""
_MOST_CHILDREN: Final = 8
_CHILD: Final = (
    "import sys; sys.path[:] = sys.argv[1].split(chr(10)); "
    "from chaff.check.together import serve; serve()"
)


class Task(NamedTuple):
    """A run file to judge, with its config as JSON: nothing if that could not be found."""

    path: str
    config: bytes


class Work(NamedTuple):
    """What one child is to do."""

    root: Path
    now: datetime
    tasks: Sequence[Task]


def judge_together(
    root: Path,
    paths: Sequence[str],
    configs: Configs,
    now: datetime,
    *,
    children: int | None = None,
) -> dict[str, Judged]:
    """Return what could be judged of some runs, by path; nothing where they are few."""
    n_children = children or min(len(os.sched_getaffinity(0)), _MOST_CHILDREN)
    if len(paths) < ENOUGH or n_children < 2:
        return {}
    encoded = _Encoded()
    tasks = [task for path in paths for task in _tasks_of(root, path, configs, encoded)]
    size = -(-len(tasks) // n_children)
    blocks = [tasks[start : start + size] for start in range(0, len(tasks), size)]
    started = [_start(Work(root, now, block)) for block in blocks]
    judged: dict[str, Judged] = {}
    for child in started:
        judged |= _answer(child)
    return judged


def serve() -> None:
    """Do the work that comes in on standard input; the result goes out on standard output."""
    # Nothing here makes cycles, and nothing lives long.
    gc.disable()
    work: Work = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own parent writes it
    config_of = lru_cache(maxsize=4)(_decoded)
    judged: dict[str, Judged] = {}
    for path, config in work.tasks:
        try:
            data = read_file(work.root, path, largest=LARGEST_RUN)
        except BadInputError:
            continue
        if data is not None:
            judged[path] = judge(data, config_of(config), where=path, now=work.now)
    pickle.dump(judged, sys.stdout.buffer)
    sys.stdout.buffer.flush()


class _Encoded:
    """Configs as JSON, each made once: runs of one experiment share it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[EvalConfig, bytes | None]] = {}

    def of(self, config: EvalConfig | None) -> bytes | None:
        """Return what a child reads as the same config; None if there is no such text."""
        if config is None:
            return b""
        if id(config) not in self._known:
            self._known[id(config)] = config, _encoded(config)
        return self._known[id(config)][1]


def _encoded(config: EvalConfig) -> bytes | None:
    # Not the object: a pickled shape no longer knows which fields were left out.
    try:
        data = msgspec.json.encode(config)
        return data if _decoded(data) == config else None
    except (msgspec.MsgspecError, ArithmeticError, ValueError, RecursionError):
        return None


def _decoded(data: bytes) -> EvalConfig | None:
    return msgspec.json.decode(data, type=EvalConfig) if data else None


def _tasks_of(root: Path, path: str, configs: Configs, encoded: _Encoded) -> list[Task]:
    """Return the work that a run file makes, if a child can do it as we would."""
    try:
        header = header_of(read_start(root, path, largest=LARGEST_RUN) or b"")
    except BadInputError:
        return []
    if header is None or header.pilot:
        return []
    config = encoded.of(configs.registered(header, path).config)
    return [] if config is None else [Task(path, config)]


def _start(work: Work) -> subprocess.Popen[bytes]:
    # What we import from is where it imports from: `-I` keeps this folder and the environment out.
    command = (sys.executable, "-I", "-c", _CHILD, "\n".join(sys.path))
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert child.stdin is not None  # noqa: S101 - it was asked for
    try:
        pickle.dump(work, child.stdin)
        child.stdin.close()
    except BrokenPipeError:
        child.kill()
    return child


def _answer(child: subprocess.Popen[bytes]) -> Mapping[str, Judged]:
    assert child.stdout is not None  # noqa: S101 - it was asked for
    with child.stdout:
        data = child.stdout.read()
    if child.wait() != 0:
        return {}
    answer: dict[str, Judged] = pickle.loads(data)  # noqa: S301 - our own child wrote it
    return answer
