"""Runs of the command in real child processes, forked from one that has everything loaded.

A child can be killed at any instant, a few milliseconds after its birth as well as in the middle.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

_PARENT = """
import json, os, sys, time, traceback
from datetime import timedelta
from pathlib import Path
import filelock, httpx2, msgspec
import chaff.run.endpoint, chaff.run.report
from chaff.errors import ChaffError
from chaff.run.cells import Times
from chaff.run.command import run
from tests.support.run_project import START, ticking

def child(order):
    out = open(order["out"], "w", buffering=1)
    os.dup2(out.fileno(), 1), os.dup2(out.fileno(), 2)
    times = Times(ticking(START + timedelta(seconds=order["seconds"])), time.monotonic, time.sleep)
    try:
        return run(Path(order["root"]), order["rule"], times=times, out=out, environment={},
                   yes=True, **order["how"])
    except ChaffError as error:
        print(f"{type(error).__name__}: {error}", file=out)
        return error.exit_status

for line in sys.stdin:
    order = json.loads(line)
    if "wait" in order:
        print(os.waitstatus_to_exitcode(os.waitpid(order["wait"], 0)[1]), flush=True)
        continue
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            status = child(order)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    print(pid, flush=True)
"""


class Child:
    """One run of the command in its own process."""

    def __init__(self, parent: Children, pid: int, out: Path) -> None:
        self._parent = parent
        self._pid = pid
        self._out = out
        self._status: int | None = None

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.signal(signal.SIGKILL)
        self.wait()

    def signal(self, number: int) -> None:
        if self._status is None:
            os.kill(self._pid, number)

    def wait(self) -> int:
        """Return its exit status once it has ended; below 0 for a signal."""
        if self._status is None:
            self._status = int(self._parent.order({"wait": self._pid}))
        return self._status

    @property
    def printed(self) -> str:
        return self._out.read_text() if self._out.exists() else ""


class Children:
    """The process that forks them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._n = 0
        self._process = subprocess.Popen(
            (sys.executable, "-W", "error", "-c", _PARENT),
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, order: dict[str, Any]) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def run(self, root: Path, rule: str, *, seconds: int = 0, **how: Any) -> Child:
        """Start the command `seconds` after the tests' usual instant."""
        self._n += 1
        out = self._folder / f"out-{self._n}.txt"
        order = {"root": str(root), "rule": rule, "seconds": seconds, "out": str(out), "how": how}
        return Child(self, int(self.order(order)), out)

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@contextmanager
def children(folder: Path) -> Iterator[Children]:
    made = Children(folder)
    try:
        yield made
    finally:
        made.close()
