"""What `chaff lint` costs: over a folder of real files, for one small file, and by size.

    python benchmarks/bench_lint.py FOLDER [--peers BIN]

FOLDER holds instruction files (those of a folder called `wild` in particular: names flattened as
`.github_copilot-instructions.md` are put back where an agent looks for them). BIN is the `bin`
folder of an environment of its own in which peers are installed: `pip install agnix skillsaw
harness-eval`. Every tool lints the same copy, in turns, in the same minute; the best of some rounds
counts. Prints seconds only beside the ratio that they make.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
CHAFF = [sys.executable, "-m", "chaff", "lint"]
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


def seconds(command: list[str], cwd: Path) -> float:
    """Return how long a command takes; its findings and exit status do not matter."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "NO_COLOR": "1"}
    start = time.perf_counter()
    subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False)
    return time.perf_counter() - start


def best(commands: dict[str, list[str]], cwd: Path, rounds: int) -> dict[str, float]:
    """Return the shortest time of each command; the commands take turns."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command, cwd))
    return {name: min(taken) for name, taken in times.items()}


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
        times = best(commands, Path(work), rounds)
        print(f"{count} real files")
        for name, taken in times.items():
            print(f"  {name:14} {taken:7.2f} s   {taken / times['chaff']:6.2f} x chaff")
        print(f"  chaff's memory {peak_mb(commands['chaff'], Path(work)):6.0f} MB")


def one_small(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "CLAUDE.md").write_text(SMALL)
        commands = {"floor": FLOOR, "chaff": [*CHAFF, "CLAUDE.md"]}
        times = best(commands, Path(work), rounds * 5)
        ratio = times["chaff"] / times["floor"]
        print("one small file, cold")
        print(f"  {1000 * times['chaff']:.0f} ms, {ratio:.2f} x `python -c 'import json, re'`")


def by_size(folder: Path, rounds: int) -> None:
    """Time per byte for all real files as one, and for eight times as much."""
    texts = [path.read_bytes() for path in sorted(folder.glob("*/**/*.md"))]
    once = b"\n\n".join(texts)[: 1 << 20]
    with tempfile.TemporaryDirectory() as work:
        per_byte = {}
        for times_size in (1, 2, 4, 8):
            (Path(work) / "CLAUDE.md").write_bytes(once[: len(once) * times_size // 8])
            taken = best({"chaff": [*CHAFF, "CLAUDE.md"]}, Path(work), rounds)["chaff"]
            per_byte[times_size] = taken / (len(once) * times_size / 8)
        print("cost per byte, against that of the smallest (1.0 or less is linear)")
        for times_size, cost in per_byte.items():
            print(f"  {times_size} x: {cost / per_byte[1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=REPOSITORY / "tests" / "planted")
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    many(args.folder, args.peers, args.rounds)
    one_small(args.rounds)
    by_size(args.folder, args.rounds)


if __name__ == "__main__":
    main()
