"""What scoring a year of transcripts costs, from nothing, and then a day's increment.

`python benchmarks/bench_scores.py [MEGABYTES]` writes that much (default 200; a busy year has 2000)
of invented sessions to a temporary folder, scores them by the default rubric on all cores, and
prints time, peak memory and the size of what is kept; then adds a session and scores again.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench_reader import CONVERSATION_BYTES, fill, peak_mb, session, timed

from chaff.compile.build import spec_as
from chaff.compile.jsonnet import evaluate
from chaff.gate.loaded import Target
from chaff.gate.scores import Scoring, score
from chaff.shapes.gate import Rubric

ROOT = Path(__file__).resolve().parent.parent


def spent() -> float:
    """Return the processor seconds that this process and its children have taken."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def shown(label: str, work: Callable[[], object]) -> str:
    """Return how long some work takes, on the clock and on the processors."""
    before = spent()
    seconds = timed(work)
    return f"{label:<24} {seconds:6.2f} s  {spent() - before:6.2f} s of processor"


def main() -> None:
    """Print the figures."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = evaluate(ROOT, "specs/lib/rubric.libsonnet")
    rubric = spec_as(found.value, Rubric, where="rubric")
    scoring = Scoring(
        rubric=rubric,
        rubric_hash="sha256:" + 64 * "0",
        target=Target(path="/home/user/project/CLAUDE.md"),
        today=date(2028, 1, 1),
    )
    with tempfile.TemporaryDirectory() as name:
        folder, state = Path(name) / "transcripts", Path(name) / "state"
        folder.mkdir()
        paths = fill(folder, max(2, megabytes * 1_000_000 // CONVERSATION_BYTES))
        megabytes = sum(path.stat().st_size for path in paths) // 1_000_000

        def run() -> None:
            result = score(state, paths, scoring, UTC)
            turns = sum(day.turns for day in result.days)
            print(f"{len(result.days)} days, {turns} turns, {len(result.remarks)} scored again")

        print(shown(f"from nothing, {megabytes} MB", run))
        print(f"{'peak':<24} {peak_mb():6.0f} MB")
        kept = sum(path.stat().st_size for path in state.iterdir())
        print(f"{'kept':<24} {kept / 1e6:6.1f} MB")
        with paths[0].open("ab") as file:
            file.writelines(session(len(paths)))
        print(shown("a day's increment", run))
        print(shown("nothing new", run))


if __name__ == "__main__":
    main()
