"""What reading transcripts costs, against its floor: only parsing the same lines.

`python benchmarks/bench_reader.py [MEGABYTES]` writes that much (default 200) of invented sessions
to a temporary folder. It prints, from one run: parsing alone, with the fastest JSON package that is
installed, on one core; the reader on one core; the ratio; the reader on all cores, and its peak
memory; a day's increment. What is compared is processor time, the best of three, since other work
on the machine disturbs a clock. Read the ratio, not the times.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chaff.transcripts.events import Turn
from chaff.transcripts.lines import lines
from chaff.transcripts.scan import Scan

CONVERSATION_BYTES = 400_000
_START = datetime(2026, 1, 1, 8, tzinfo=UTC)
_TEXT = "the build fails when tests run on main because path import cache is stale fix it"
_WORDS = _TEXT.split()


def session(number: int, seed: int = 0) -> Iterator[bytes]:
    """Yield the lines of an invented session of about CONVERSATION_BYTES."""
    draw = random.Random(f"{seed} {number}")  # noqa: S311 (invented text, no secret)
    at = _START + timedelta(hours=number * 24 * 365 / 5000)
    written = turn = 0
    while written < CONVERSATION_BYTES:
        turn += 1
        for row in _turn(draw, f"{number}-{turn}"):
            at += timedelta(milliseconds=draw.randrange(100, 9000))
            line = _line(row, number, at)
            written += len(line)
            yield line


def fill(folder: Path, n_sessions: int) -> list[Path]:
    """Write sessions into the folder and return their paths."""
    paths = []
    for number in range(n_sessions):
        path = folder / f"{number:05}.jsonl"
        path.write_bytes(b"".join(session(number)))
        paths.append(path)
    return paths


def _turn(draw: random.Random, name: str) -> Iterator[dict[str, object]]:
    yield {
        "type": "user",
        "uuid": f"u-{name}",
        "message": {"role": "user", "content": _text(draw, 5, 60)},
        "permissionMode": "default",
        "origin": {"kind": "human"},
        "promptSource": "typed",
        "turnOrigin": "human",
    }
    reminder = f"<system-reminder>\n{_text(draw, 20, 80)}\n</system-reminder>"
    attached = {"type": "total_tokens_reminder", "text": "left"}
    yield {"type": "attachment", "attachment": attached, "rendered": [{"content": reminder}]}
    for step in range(draw.randrange(3, 9)):
        call = f"toolu_{name}_{step}"
        for block in (
            {"type": "text", "text": _text(draw, 10, 120)},
            {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "make test"}},
        ):
            yield _answer(f"{name}-{step}", block)
        output = "\n".join(_text(draw, 8, 16) for _ in range(draw.randrange(5, 120)))
        result = {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": False}
        yield {
            "type": "user",
            "uuid": f"r-{name}-{step}",
            "message": {"role": "user", "content": [result]},
            "toolUseResult": {"stdout": output, "stderr": "", "interrupted": False},
        }
    yield _answer(f"{name}-end", {"type": "text", "text": _text(draw, 50, 300)})


def _answer(name: str, block: dict[str, object]) -> dict[str, object]:
    message = {
        "id": f"msg_{name}",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-4-5",
        "content": [block],
        "usage": {"input_tokens": 1234, "cache_read_input_tokens": 0, "output_tokens": 17},
    }
    return {"type": "assistant", "uuid": f"a-{name}", "message": message}


def _line(row: dict[str, object], number: int, at: datetime) -> bytes:
    common = {
        "parentUuid": None,
        "isSidechain": False,
        **row,
        "timestamp": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "userType": "external",
        "entrypoint": "cli",
        "cwd": "/home/user/project",
        "sessionId": f"session-{number}",
        "version": "2.1.332",
        "gitBranch": "main",
    }
    return json.dumps(common, separators=(",", ":")).encode() + b"\n"


def _text(draw: random.Random, least: int, most: int) -> str:
    return " ".join(draw.choices(_WORDS, k=draw.randrange(least, most)))


def parsers() -> dict[str, Callable[[bytes], object]]:
    """Return the JSON packages that are installed."""
    found: dict[str, Callable[[bytes], object]] = {"msgspec": msgspec.json.Decoder().decode}
    try:
        import orjson
    except ModuleNotFoundError:
        return found
    return {**found, "orjson": orjson.loads}


def parse_all(paths: list[Path], parse: Callable[[bytes], object]) -> int:
    """Parse every line and return how many there are."""
    n_rows = 0
    for path in paths:
        with path.open("rb", buffering=0) as file:
            for line in lines(file.read):
                parse(line.data or b"")
                n_rows += 1
    return n_rows


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def worked(work: Callable[[], object]) -> float:
    """Return how many seconds of this processor some work takes, the best of three."""
    found = []
    for _ in range(3):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def n_turns(scan: Scan) -> int:
    """Return how many turns a scan finds."""
    return sum(isinstance(found.event, Turn) for found in scan)


def peak_mb() -> float:
    """Return the most memory that this process and the largest of its children held."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (own + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024


def main() -> None:
    """Print the figures."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        paths = fill(Path(folder), max(2, megabytes * 1_000_000 // CONVERSATION_BYTES))
        megabytes = sum(path.stat().st_size for path in paths) // 1_000_000
        all_cores = Scan(paths)
        several_s = timed(lambda: print(f"{n_turns(all_cores)} turns in {megabytes} MB"))
        print(f"reader, all cores  {several_s:6.2f} s  peak {peak_mb():.0f} MB")
        parsed = {name: worked(lambda p=p: parse_all(paths, p)) for name, p in parsers().items()}
        floor_s = min(parsed.values())
        one_s = worked(lambda: n_turns(Scan(paths, n_processes=1)))
        for name, seconds in parsed.items():
            print(f"parsing, {name:8}  {seconds:6.2f} s  {megabytes / seconds:6.0f} MB/s")
        print(f"reader, one core   {one_s:6.2f} s  {megabytes / one_s:6.0f} MB/s")
        print(f"ratio              {one_s / floor_s:6.2f}")
        with paths[0].open("ab") as file:
            file.writelines(session(len(paths)))
        again_s = timed(lambda: print(f"{n_turns(Scan(paths, all_cores.index))} turns added"))
        print(f"increment          {again_s:6.2f} s")


if __name__ == "__main__":
    main()
