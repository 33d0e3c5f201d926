"""What reading a thousand rules' history costs, against its floor: one bare `git log`.

`python benchmarks/bench_history.py` prints one line a size; read the ratio, not the times.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.timing import best_ms
from chaff.history import History

SIZES = (100, 1000)
_START = 1_796_000_000


def fill(repository: Path, n_rules: int) -> None:
    """Commit to `main`, for each rule, its config and then its run."""
    stream = []
    for number in range(2 * n_rules):
        path = (_config, _run)[number % 2](number // 2)
        stream.append(
            f"commit refs/heads/main\ncommitter A <a@example.org> {_START + number} +0000\n"
            f"data 1\nx\nM 100644 inline {path}\ndata {len(path)}\n{path}\n"
        )
    subprocess.run(
        ("git", "fast-import", "--quiet"),
        cwd=repository,
        input="".join(stream),
        text=True,
        check=True,
    )


def ask_everything(history: History, n_rules: int) -> int:
    """Ask what a check asks of each rule's config and run; return how many are registered."""
    registered = 0
    for rule in range(n_rules):
        added, config = history.added_in(_run(rule)), history.added_in(_config(rule))
        if added is None or config is None or history.blob(config, _config(rule)) is None:
            continue
        is_before = history.is_strict_ancestor(config, added)
        registered += is_before and history.on_main(config) and bool(history.versions(_run(rule)))
    return registered


def main() -> None:
    """Print the table."""
    print("rules  git log ms  history ms  ratio")
    for n_rules in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            floor, full = measure(Path(folder), n_rules)
        print(f"{n_rules:5}  {floor:10.1f}  {full:10.1f}  {full / floor:5.1f}")


def measure(root: Path, n_rules: int) -> tuple[float, float]:
    """Return the milliseconds of `git log` and of all answers, in a new repository."""
    subprocess.run(("git", "init", "--quiet", "--initial-branch=main"), cwd=root, check=True)
    fill(root, n_rules)

    def log() -> None:
        command = ("git", "log", "--raw", "main")
        subprocess.run(command, cwd=root, check=True, capture_output=True)

    return (
        best_ms(log, rounds=5),
        best_ms(lambda: ask_everything(History.open(root, "main"), n_rules), rounds=5),
    )


def _config(rule: int) -> str:
    return f"generated/r{rule}/eval.config.json"


def _run(rule: int) -> str:
    return f"runs/r{rule}/m/1.jsonl"


if __name__ == "__main__":
    main()
