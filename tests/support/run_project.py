"""A compiled project in a folder: program, config, and (where wanted) a registering commit."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from chaff.canonical import readable_bytes
from chaff.run.cells import Times
from chaff.shapes.base import to_json
from chaff.shapes.config import EvalConfig
from chaff.shapes.program import CompiledProgram
from tests.support.configs import tiny_program
from tests.support.repos import Repo

START = datetime(2026, 12, 2, 12, 0, 0, tzinfo=UTC)


def project_files(config: EvalConfig, program: CompiledProgram | None = None) -> dict[str, bytes]:
    practice = "practice/" if config.practice else ""
    return {
        "generated/program.json": readable_bytes(to_json(program or tiny_program())),
        f"generated/{config.rule}/{practice}eval.config.json": readable_bytes(to_json(config)),
        ".gitignore": b".chaff/\n",
    }


def make_project(
    root: Path, config: EvalConfig, program: CompiledProgram | None = None, *, commit: bool = True
) -> Path:
    """Write a project; with `commit`, its config is registered on the branch main."""
    files = project_files(config, program)
    if commit:
        Repo(root).commit(dict(files))
    else:
        for name, data in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
    return root


def ticking(start: datetime = START, *, speed: float = 1.0) -> Callable[[], datetime]:
    """Return a clock that shows `start` now and runs on."""
    began = time.monotonic()
    return lambda: start + timedelta(seconds=(time.monotonic() - began) * speed)


def quick_times(start: datetime = START) -> Times:
    """Return clocks on which waiting takes no time, but is seen by both."""
    slept = [0.0]
    began = time.monotonic()

    def clock() -> float:
        return time.monotonic() - began + slept[0]

    def sleep(seconds: float) -> None:
        slept[0] += seconds

    return Times(lambda: start + timedelta(seconds=clock()), clock, sleep)
