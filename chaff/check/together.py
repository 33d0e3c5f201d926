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
from pathlib import Path
from typing import Final, NamedTuple

from chaff.canonical import readable_bytes
from chaff.check.assess import Judged, judge
from chaff.check.configs import Configs, read_config
from chaff.check.lines import header_of
from chaff.check.tree import LARGEST_RUN, read_file
from chaff.errors import BadInputError
from chaff.shapes.base import to_json
from chaff.shapes.config import EvalConfig

ENOUGH: Final = 64
"""Fewer runs are judged sooner by one process."""
_MOST_CHILDREN: Final = 8
_FIRST_LINE: Final = 1 << 20
_CHILD: Final = (
    "import sys; sys.path[:] = sys.argv[1].split(chr(10)); "
    "from chaff.check.together import serve; serve()"
)


class Work(NamedTuple):
    """What one child is to do: run files, each with the place of its config."""

    root: Path
    now: datetime
    configs: tuple[bytes, ...]
    """As JSON; empty for a config that could not be found."""
    runs: tuple[tuple[str, int], ...]


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
    tasks = [(path, config) for path in paths for config in _config_of(root, path, configs)]
    size = -(-len(tasks) // n_children)
    blocks = [tasks[start : start + size] for start in range(0, len(tasks), size)]
    started = [_start(_work(root, now, block)) for block in blocks]
    judged: dict[str, Judged] = {}
    for child in started:
        judged |= _answer(child)
    return judged


def serve() -> None:
    """Do the work that comes in on standard input; the result goes out on standard output."""
    # Nothing here makes cycles, and nothing lives long.
    gc.disable()
    work: Work = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own parent writes it
    configs = [read_config(data, where="") if data else None for data in work.configs]
    judged: dict[str, Judged] = {}
    for path, place in work.runs:
        try:
            data = read_file(work.root, path, largest=LARGEST_RUN)
        except BadInputError:
            continue
        if data is not None:
            judged[path] = judge(data, configs[place], where=path, now=work.now)
    pickle.dump(judged, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _config_of(root: Path, path: str, configs: Configs) -> list[EvalConfig | None]:
    """Return the config that a run names, as the only item; nothing for what is no run."""
    try:
        if read_file(root, path, largest=LARGEST_RUN) is None:
            return []
        with (root / path).open("rb") as file:
            header = header_of(file.readline(_FIRST_LINE))
    except (BadInputError, OSError):
        return []
    return [] if header is None or header.pilot else [configs.registered(header, path).config]


def _work(root: Path, now: datetime, block: Sequence[tuple[str, EvalConfig | None]]) -> Work:
    places: dict[int, int] = {}
    configs: list[bytes] = []
    runs = []
    for path, config in block:
        if id(config) not in places:
            places[id(config)] = len(configs)
            # Not the object: a pickled shape no longer knows which fields were left out.
            configs.append(b"" if config is None else readable_bytes(to_json(config)))
        runs.append((path, places[id(config)]))
    return Work(root=root, now=now, configs=tuple(configs), runs=tuple(runs))


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
