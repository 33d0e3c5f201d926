"""What `chaff lint` costs: over a folder of real files, for one small file, and by size.

    python benchmarks/bench_lint.py FOLDER [--peers BIN]

FOLDER holds instruction files (those of a folder called `wild` in particular: names flattened as
`.github_copilot-instructions.md` are put back where an agent looks for them). BIN is the `bin`
folder of an environment of its own in which peers are installed: `pip install agnix skillsaw
harness-eval`. Every tool lints the same copy, in turns, in the same minute; the best of some rounds
counts, and beside it the median of the ratios within a round, which load on the machine moves less.
CPU seconds are those of all processes together. Prints seconds only beside the ratio they make.
"""

import argparse
import compileall
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[1]
SCRIPT = Path(sys.executable).with_name("chaff")
CHAFF = [str(SCRIPT), "lint"] if SCRIPT.exists() else [sys.executable, "-m", "chaff", "lint"]
"""As it is called: the program that pip puts beside Python."""
FLOOR = [sys.executable, "-c", "import json, re"]
PEERS = {
    "agnix": ["agnix", "{}"],
    "skillsaw": ["skillsaw", "lint", "{}"],
    "harness-eval": ["harness-eval", "harness-lint", "{}"],
}
SMALL = "# Service\n\n- Run `make test` before a commit.\n- Write clean code.\n"


def lay_out(source: Path, target: Path) -> int:
    """Copy real files to where agents look for them; return how many."""
    count = 0
    for path in sorted(source.glob("*/**/*")):
        if not path.is_file():
            continue
        name = path.name.replace(".github_copilot", ".github/copilot")
        copy = target / path.parent.relative_to(source) / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        count += 1
    return count


class Taken(NamedTuple):
    """What a command took, in seconds."""

    wall: float
    cpu: float


def seconds(command: list[str], cwd: Path) -> Taken:
    """Return what a command takes; its findings and exit status do not matter."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "NO_COLOR": "1"}
    used, start = _cpu_of_children(), time.perf_counter()
    subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False)
    return Taken(time.perf_counter() - start, _cpu_of_children() - used)


def _cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def in_turns(commands: dict[str, list[str]], cwd: Path, rounds: int) -> dict[str, list[Taken]]:
    """Return what each command took in each round; the commands take turns."""
    times: dict[str, list[Taken]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command, cwd))
    return times


def best(taken: list[Taken]) -> Taken:
    """Return the shortest times."""
    return Taken(min(one.wall for one in taken), min(one.cpu for one in taken))


def ratio(taken: list[Taken], to: list[Taken]) -> float:
    """Return the median, over the rounds, of one wall time to another."""
    return statistics.median(a.wall / b.wall for a, b in zip(taken, to, strict=True))


def peak_mb(command: list[str], cwd: Path) -> float:
    """Return the largest resident size of a command's process, measured by a process around it."""
    probe = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], capture_output=True, check=False)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", probe, *command],
        cwd=cwd, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    unit = 1 if sys.platform == "darwin" else 1024
    return int(done.stdout) * unit / 1e6


def many(folder: Path, peers: Path | None, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as work:
        count = lay_out(folder, Path(work))
        commands = {"chaff": [*CHAFF, "."]}
        for name, command in PEERS.items():
            program = peers / command[0] if peers else None
            if program and program.exists():
                rest = [part.replace("{}", ".") for part in command[1:]]
                commands[name] = [str(program), *rest]
        times = in_turns(commands, Path(work), rounds)
        own = best(times["chaff"])
        print(f"{count} real files            wall         (by round)      CPU")
        for name, taken in times.items():
            least = best(taken)
            print(
                f"  {name:14} {least.wall:7.2f} s {least.wall / own.wall:6.2f} x"
                f" ({ratio(taken, times['chaff']):.2f} x)"
                f" {least.cpu:7.2f} s {least.cpu / own.cpu:6.2f} x"
            )
        print(f"  chaff's memory {peak_mb(commands['chaff'], Path(work)):6.0f} MB")


def one_small(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "CLAUDE.md").write_text(SMALL)
        commands = {"floor": FLOOR, "chaff": [*CHAFF, "CLAUDE.md"]}
        times = in_turns(commands, Path(work), rounds * 5)
        own, floor = best(times["chaff"]), best(times["floor"])
        print("one small file, cold, against `python -c 'import json, re'`")
        print(
            f"  {1000 * own.wall:.0f} ms, {own.wall / floor.wall:.2f} x"
            f" ({ratio(times['chaff'], times['floor']):.2f} x);"
            f" CPU {1000 * own.cpu:.0f} ms, {own.cpu / floor.cpu:.2f} x"
        )


def by_size(folder: Path, rounds: int) -> None:
    """Time per byte for all real files as one, and for eight times as much."""
    texts = [path.read_bytes() for path in sorted(folder.glob("*/**/*.md"))]
    once = b"\n\n".join(texts)[: 1 << 20]
    with tempfile.TemporaryDirectory() as work:
        per_byte = {}
        for times_size in (1, 2, 4, 8):
            (Path(work) / "CLAUDE.md").write_bytes(once[: len(once) * times_size // 8])
            taken = in_turns({"chaff": [*CHAFF, "CLAUDE.md"]}, Path(work), rounds)["chaff"]
            per_byte[times_size] = best(taken).cpu / (len(once) * times_size / 8)
        print("CPU per byte, against that of the smallest (1.0 or less is linear)")
        for times_size, cost in per_byte.items():
            print(f"  {times_size} x: {cost / per_byte[1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=REPOSITORY / "tests" / "planted")
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    # As an installed package is; where Python is told to write none, each start would compile it.
    compileall.compile_dir(str(REPOSITORY / "chaff"), quiet=1)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    many(args.folder, args.peers, args.rounds)
    one_small(args.rounds)
    by_size(args.folder, args.rounds)


if __name__ == "__main__":
    main()
