"""What the pages of 200 rules cost: reading, making, writing; and again with nothing changed.

    python benchmarks/bench_site.py [RULES]

The library is this one with its rules multiplied, in a git repository of its own; each rule gets
two made-up runs, so that every page has all of its pictures. The floor is writing the same bytes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from chaff.canonical import digest_bytes, readable_bytes  # noqa: E402
from chaff.site.gather import Source, gather  # noqa: E402
from chaff.site.pages import site_pages  # noqa: E402
from chaff.site.write import write_site  # noqa: E402
from tests.support.site import run_row  # noqa: E402

LIMIT_SECONDS = 20.0


def multiply(root: Path, n_rules: int) -> None:
    """Write a library of `n_rules` rules, copies of ours under other names, and commit it."""
    for name in ("specs", "generated", "docs"):
        shutil.copytree(ROOT / name, root / name)
    ours = sorted(path.parent.name for path in (ROOT / "generated").glob("*/rule.json"))
    for number in range(n_rules - len(ours)):
        clone(root, ours[number % len(ours)], f"{ours[number % len(ours)]}-{number}")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "library"]):
        who = ["-c", "user.name=b", "-c", "user.email=b@example.org"]
        subprocess.run(["git", *who, *words], cwd=root, check=True)


def clone(root: Path, rule: str, name: str) -> None:
    spec = root / f"specs/rules/{name}.jsonnet"
    shutil.copy(root / f"specs/rules/{rule}.jsonnet", spec)
    folder = root / "generated" / name
    shutil.copytree(root / "generated" / rule, folder)
    outputs = {}
    for path in sorted(folder.rglob("*.json")):
        value = json.loads(path.read_bytes())
        value.update({key: name for key in ("id", "rule") if key in value})
        path.write_bytes(readable_bytes(value))
        outputs[path.relative_to(root).as_posix()] = digest_bytes(path.read_bytes())
    record = json.loads((folder / "sources.json").read_bytes())
    outputs.pop(f"generated/{name}/sources.json")
    record["outputs"] = outputs
    record["sources"] = {f"specs/rules/{name}.jsonnet": digest_bytes(spec.read_bytes())}
    (folder / "sources.json").write_bytes(readable_bytes(record))


def measured(source: Source) -> Source:
    """Return the library with two runs of every rule."""
    runs = []
    for number, rule in enumerate(source.rules):
        differences = tuple((number + item) % 5 - 1 for item in range(12))
        runs += [run_row(rule.id, differences), run_row(rule.id, differences[::-1], practice=True)]
    report = msgspec.structs.replace(source.report, runs=tuple(runs))
    return msgspec.structs.replace(source, report=report)


def timed(work):
    """Return a value and the processor's seconds that it took: other work here costs nothing."""
    start = time.process_time()
    value = work()
    return value, time.process_time() - start


def main() -> int:
    n_rules = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    now = datetime(2027, 3, 1, tzinfo=UTC)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        multiply(root, n_rules)
        source, reading = timed(lambda: gather(root, now=now))
        full = measured(source)
        pages, making = timed(lambda: site_pages(full))
        _, writing = timed(lambda: write_site(root / "site", pages))
        again, nothing = timed(lambda: write_site(root / "site", pages))
        _, floor = timed(
            lambda: [root.joinpath(f"f{n}").write_bytes(d) for n, d in enumerate(pages.values())]
        )
    total = reading + making + writing
    largest = max(pages.values(), key=len)
    print(f"{len(source.rules)} rules, {len(pages)} pages, largest {len(largest) / 1000:.0f} kB")
    print(f"CPU: read and check {reading:.1f} s, make {making:.1f} s, write {writing:.1f} s")
    print(f"again, nothing changed: {nothing:.2f} s, {len(again.changed)} written")
    print(f"ratio to the limit of {LIMIT_SECONDS:g} s: {total / LIMIT_SECONDS:.2f}")
    print(f"ratio to writing the bytes alone: {total / max(floor, 0.001):.0f}")
    return 0 if total < LIMIT_SECONDS and not again.changed and len(largest) < 200_000 else 1


if __name__ == "__main__":
    raise SystemExit(main())
