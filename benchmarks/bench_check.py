"""What verifying a library costs: rules with a complete run on each of two models.

`python benchmarks/bench_check.py [RULES]` prints a line a size: seconds by the clock, those of all
processors together, microseconds of them a scored response, and the peak of memory of all
processes. The specs are taken as compiled: compiling them is bench_compile.py, on top of it in CI.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chaff.canonical import readable_bytes
from chaff.check.check import check
from chaff.check.compiled import Compiled
from chaff.check.report import Report
from chaff.shapes.base import to_json
from chaff.shapes.record import read_run
from tests.support.checked import entry_path, ledger_entry, rule_json, run_path
from tests.support.configs import CONFIRMATION, PRIMARY, tiny_config, tiny_program
from tests.support.evidence import honest_run, seal

SIZES = (100, 300, 1000)
NOW = datetime(2027, 3, 1, tzinfo=UTC)
_REGISTERED, _COMMITTED = 1_796_000_000, 1_798_000_000
_ROUTINE = "A <a@example.org>"


def fill(root: Path, n_rules: int) -> Compiled:
    """Commit configs, then runs with their ledger entries; return what the specs compile to."""
    subprocess.run(("git", "init", "--quiet", "-b", "main"), cwd=root, check=True)
    names = tuple(f"rule-{number:04}" for number in range(n_rules))
    program = tiny_program(rule_usd=1000, program_usd=1_000_000)
    outputs = {"generated/program.json": readable_bytes(to_json(program))}
    configs = {name: tiny_config(12, 5, rule=name) for name in names}
    for name, config in configs.items():
        outputs[f"generated/{name}/eval.config.json"] = readable_bytes(to_json(config))
        outputs[f"generated/{name}/rule.json"] = readable_bytes(rule_json(config))
    commit = _import(root, {"specs/x": b"", **outputs}.items(), _REGISTERED)

    def runs() -> Iterator[tuple[str, bytes]]:
        for config in configs.values():
            for model in (PRIMARY, CONFIRMATION):
                lines = honest_run(config, commit=commit, model=model)
                for line in lines[1:-1]:
                    _tell_apart(line, config.rule)
                yield run_path(lines), _as_written(seal(lines))
                entry = ledger_entry(lines)
                yield entry_path(entry), readable_bytes(entry)

    _import(root, runs(), _COMMITTED, parent=commit)
    subprocess.run(("git", "reset", "--quiet", "--hard", "main"), cwd=root, check=True)
    return Compiled(outputs=outputs, rules=names, refused={})


def _tell_apart(line: dict[str, Any], rule: str) -> None:
    """Give a turn an id and an answer that no other has: nothing is to be gained by remembering."""
    line["response_id"] = line["response"]["id"] = f"{line['response_id']}_{rule}"
    line["response"]["content"][0]["input"]["command"] += f" # {line['response_id']}"


def _as_written(data: bytes) -> bytes:
    """Return a run file with its fields in the runner's order, none left out."""
    run = read_run(data, where="run")
    return seal([to_json(numbered.line) for numbered in run.lines])


def _import(root: Path, files: Iterator[tuple[str, bytes]], at: int, *, parent: str = "") -> str:
    """Make one commit of some files; return it."""
    done = subprocess.Popen(("git", "fast-import", "--quiet"), cwd=root, stdin=subprocess.PIPE)
    assert done.stdin is not None
    write = done.stdin.write
    write(f"commit refs/heads/main\ncommitter {_ROUTINE} {at} +0000\ndata 1\nx\n".encode())
    if parent:
        write(f"from {parent}\n".encode())
    for path, data in files:
        write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
    done.communicate()
    assert done.returncode == 0
    head = subprocess.check_output(("git", "rev-parse", "main"), cwd=root, text=True)
    return head.strip()


def measure(root: Path, compiled: Compiled) -> tuple[Report, float, float, float]:
    """Return a report, seconds by the clock and of processors, and the peak of memory in MB."""
    peak, done = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.1):
            peak = max(peak, sum(map(_resident, _family(os.getpid()))))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    start, before = time.perf_counter(), os.times()
    report = check(root, now=NOW, compiler=lambda _: compiled)
    seconds, after = time.perf_counter() - start, os.times()
    busy = sum(after[:4]) - sum(before[:4])
    done.set()
    watcher.join()
    return report, seconds, busy, peak / 2**20


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def main(sizes: tuple[int, ...]) -> None:
    """Print a line a size, each measured in a process of its own."""
    if len(sizes) > 1:
        for size in sizes:
            subprocess.run((sys.executable, __file__, str(size)), check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        compiled = fill(root, sizes[0])
        report, seconds, busy, memory = measure(root, compiled)
        assert report.ok, report.faults[:3]
        each = 1e6 * busy / report.n_responses
        print(
            f"{sizes[0]:5} rules, {report.n_responses:7,} responses: {seconds:6.2f} s, "
            f"{busy:6.2f} s of processors, {each:5.1f} us a response, {memory:4.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
