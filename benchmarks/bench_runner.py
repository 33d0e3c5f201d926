"""What a run takes beside its ideal, and beside the plain SDK, against one loopback server.

`python benchmarks/bench_runner.py` measures 180 calls, latency 1 s, 20 at once: wall time over the
ideal (calls × latency / concurrency) from the first request on, the time to the first request, CPU
per call, peak memory; then the same under 8 % of 429 and 4 % of 529. The SDK asks the same bodies,
its synchronous client from a pool of 20 threads and its asynchronous one from 20 tasks, with its
own retries; what it gives up is counted. `--inspect PYTHON` names an interpreter that has
`inspect-ai`, which then asks the same prompts. Every client is a process of its own, so that
imports count; they take turns, round by round, so that a busy machine is busy for all.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

CALLS, LATENCY, AT_ONCE = 180, 1.0, 20
IDEAL = CALLS * LATENCY / AT_ONCE
ROUNDS = 3


class Measured(NamedTuple):
    """One client's round: seconds, seconds, milliseconds, megabytes, calls that were given up."""

    to_first: float
    wall: float
    cpu_ms: float
    peak_mb: float
    given_up: int


class Server:
    """A loopback server as small as can be, so that what is measured is the client."""

    def __init__(self, *, faults: bool, seed: int) -> None:
        self.times: list[float] = []
        self._faults = faults
        self._seed = seed
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"api": self})
        self._http = _Http(("127.0.0.1", 0), handler)
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def enter(self) -> int:
        with self._lock:
            self.times.append(time.time())
            return len(self.times)

    def status(self, number: int) -> int:
        """Return 429 for 8 calls of a hundred and 529 for 4, spread by a hash."""
        if not self._faults:
            return 200
        draw = int.from_bytes(hashlib.sha256(f"{self._seed} {number}".encode()).digest()[:4]) % 100
        return 429 if draw < 8 else 529 if draw < 12 else 200

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class _Handler(BaseHTTPRequestHandler):
    api: Server
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_) -> None:
        pass

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["content-length"]))
        if self.path.endswith("count_tokens"):
            from tests.support.prompt_cache import prompt_tokens

            self._send(200, {"input_tokens": prompt_tokens(json.loads(raw))})
            return
        number = self.api.enter()
        time.sleep(LATENCY)
        status = self.api.status(number)
        if status != 200:
            kind = "rate_limit_error" if status == 429 else "overloaded_error"
            self._send(status, {"type": "error", "error": {"type": kind, "message": kind}})
            return
        from tests.support.prompt_cache import prompt_tokens

        usage = {"input_tokens": prompt_tokens(json.loads(raw)), "output_tokens": 9}
        text = {"type": "text", "text": "pnpm add it"}
        self._send(
            200,
            {
                "id": f"msg_{id(self.api):x}_{number}",
                "type": "message",
                "role": "assistant",
                "model": "claude-haiku-4-5",
                "content": [text],
                "stop_reason": "end_turn",
                "stop_sequence": None,
                "usage": usage,
            },
        )

    def _send(self, status: int, value: dict) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def as_chaff(url: str, folder: str) -> int:
    """Run a pilot of three arms, 12 items, five repeats; return the calls that were given up."""
    from chaff.run.command import run
    from tests.support.configs import PRIMARY, RULE

    out = io.StringIO()
    run(
        Path(folder),
        RULE,
        endpoint=url,
        model=PRIMARY,
        pilot=True,
        yes=True,
        concurrency=AT_ONCE,
        out=out,
        environment={},
    )
    return 0


def as_sdk(url: str, folder: str) -> int:
    """Ask the same bodies from a pool of threads; the SDK retries as it does by default."""
    import anthropic

    client = anthropic.Anthropic(base_url=url, api_key="none", timeout=60)
    bodies = json.loads((Path(folder) / "bodies.json").read_text())

    def ask(body: dict) -> bool:
        try:
            client.messages.create(**body)
        except anthropic.APIStatusError:
            return False
        return True

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(ask, bodies)).count(False)


def as_async_sdk(url: str, folder: str) -> int:
    """Ask the same bodies from twenty tasks of the asynchronous client."""
    import asyncio

    import anthropic

    bodies = iter(json.loads((Path(folder) / "bodies.json").read_text()))

    async def work(client: anthropic.AsyncAnthropic) -> int:
        given_up = 0
        for body in bodies:
            try:
                await client.messages.create(**body)
            except anthropic.APIStatusError:
                given_up += 1
        return given_up

    async def ask() -> int:
        async with anthropic.AsyncAnthropic(base_url=url, api_key="none", timeout=60) as client:
            return sum(await asyncio.gather(*(work(client) for _ in range(AT_ONCE))))

    return asyncio.run(ask())


def as_inspect(url: str, folder: str) -> int:
    """Let inspect-ai ask the same prompts and score them by a text that they hold."""
    import inspect_ai
    from inspect_ai.dataset import Sample
    from inspect_ai.scorer import includes

    bodies = json.loads((Path(folder) / "bodies.json").read_text())
    prompts = [json.dumps(body["messages"]) for body in bodies]
    samples = [Sample(input=prompt, target="pnpm") for prompt in prompts]
    logs = inspect_ai.eval(
        inspect_ai.Task(dataset=samples, scorer=includes()),
        model="anthropic/claude-haiku-4-5",
        model_base_url=url,
        model_args={"api_key": "none", "streaming": False},
        max_tokens=bodies[0]["max_tokens"],
        max_connections=AT_ONCE,
        max_samples=AT_ONCE,
        log_dir=str(Path(folder) / "logs"),
        display="none",
        fail_on_error=False,
    )
    scored = logs[0].results.completed_samples if logs[0].results else 0
    return CALLS - scored


CLIENTS = {"chaff": as_chaff, "sdk": as_sdk, "sdk async": as_async_sdk, "inspect": as_inspect}


def prepare(folder: Path) -> None:
    """Write a compiled project, and the bodies of its 180 calls."""
    from chaff.run.plan import owed_jobs
    from chaff.run.requests import Requests
    from tests.support.configs import PRIMARY, tiny_config
    from tests.support.run_project import make_project

    config = tiny_config(repeats=5)
    make_project(folder, config, commit=False)
    requests = Requests(config, PRIMARY, config.arms.controls[0].id)
    bodies = [requests.plain(job) for job in owed_jobs(config, (), where="bench")]
    (folder / "bodies.json").write_text(json.dumps(bodies))


def one_round(client: str, python: str, *, faults: bool, seed: int) -> Measured:
    """Run a client in a child process against a new server; a seed spoils the same numbers."""
    server = Server(faults=faults, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        begun = time.time()
        child = subprocess.run(
            (python, __file__, "--client", client, server.url, folder),
            capture_output=True,
            text=True,
            check=False,
        )
    server.close()
    if child.returncode:
        raise SystemExit(child.stderr)
    cpu, peak, ended, given_up = json.loads(child.stdout.splitlines()[-1])
    first = server.times[0]
    return Measured(first - begun, ended - first, 1000 * cpu / CALLS, peak / 1024, int(given_up))


def be_client(client: str, url: str, folder: str) -> None:
    """Ask everything as one client, and print what that took."""
    given_up = CLIENTS[client](url, folder)
    runs = [path.stat().st_mtime for path in Path(folder).glob(".chaff/pilots/*/*/*.jsonl")]
    # A run is complete once its footer is on the disk; what follows is its report.
    ended = max(runs, default=time.time())
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, ended, given_up]))


def row(client: str, rounds: list[Measured]) -> str:
    """Return a line: wall and total are medians, given up a sum, the rest the best of the rounds.

    Wall is from the first request on, total from the start of the process.
    """
    wall = median(measured.wall for measured in rounds)
    total = median(measured.to_first + measured.wall for measured in rounds)
    first = min(measured.to_first for measured in rounds)
    cpu = min(measured.cpu_ms for measured in rounds)
    peak = max(measured.peak_mb for measured in rounds)
    given_up = sum(measured.given_up for measured in rounds)
    return (
        f"{client:<10}{first:7.2f}{wall:9.2f}{wall / IDEAL:8.2f}{total:9.2f}{cpu:13.1f}{peak:9.0f}"
        f"{given_up:10}"
    )


def main() -> None:
    """Print the tables, one for a sound server and one for one that refuses."""
    if sys.argv[1:2] == ["--client"]:
        be_client(*sys.argv[2:])
        return
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--inspect", metavar="PYTHON", help="an interpreter with inspect-ai")
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--clients", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    given = options.parse_args()
    pythons = dict.fromkeys(CLIENTS, sys.executable) | {"inspect": given.inspect}
    clients = [client for client in given.clients if pythons[client]]
    print(f"ideal {IDEAL:.1f} s: {CALLS} calls × {LATENCY:.0f} s / {AT_ONCE}")
    for faults in (False, True):
        print(f"\n{'8 % of 429, 4 % of 529' if faults else 'a sound server'}")
        print("client    first s  wall s  /ideal  total s  cpu ms/call  peak MB  given up")
        rounds: dict[str, list[Measured]] = {client: [] for client in clients}
        for seed in range(given.rounds):
            for client, measured in rounds.items():
                measured.append(one_round(client, pythons[client], faults=faults, seed=seed))
        for client, measured in rounds.items():
            print(row(client, measured), flush=True)


if __name__ == "__main__":
    main()
