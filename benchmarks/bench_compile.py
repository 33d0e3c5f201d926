"""What `doit compile` costs when there is nothing to do, and when one of many specs changed.

Prints ratios against a floor measured beside them: doit itself, over as many tasks that are up to
date. One rule is compiled for real; the others are the same rule under other names, with records
as the compile writes them (`--cold` compiles every one: minutes).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))

from chaff.canonical import digest_bytes, readable_bytes  # noqa: E402
from chaff.compile.project import compile_into  # noqa: E402
from chaff.compile.staleness import PROGRAM, rule_ids, stale  # noqa: E402

FLOOR = """
DOIT_CONFIG = {"backend": "sqlite3", "dep_file": "floor.sqlite3", "verbosity": 2}

def fresh():
    return True

def task_compile():
    yield {"basename": "compile", "name": None}
    for number in range(%d):
        yield {"basename": "compile", "name": f"r{number}", "actions": ["x"], "uptodate": [fresh]}
"""
ASK = """
import sys
from pathlib import Path
from chaff.compile.staleness import PROGRAM, rule_ids, stale
root = Path(sys.argv[1])
sys.exit(any(stale(root, name) for name in [PROGRAM, *rule_ids(root)]))
"""


def make_library(root: Path, n_rules: int, *, cold: bool) -> None:
    shutil.copytree(REPOSITORY / "specs" / "lib", root / "specs" / "lib")
    shutil.copytree(REPOSITORY / "tests" / "compile" / "good", root / "specs" / "good")
    for spec in ("program.jsonnet", "pricing.jsonnet"):
        shutil.copyfile(REPOSITORY / "specs" / spec, root / "specs" / spec)
    (root / "specs/rules").mkdir()
    (root / "dodo.py").write_text('"""Tasks."""\n\nfrom chaff.tasks import *\n')
    for number in range(n_rules):
        text = f"(import '../good/rule.libsonnet') {{ id: 'rule-{number}' }}\n"
        (root / f"specs/rules/rule-{number}.jsonnet").write_text(text)
    compile_into(root, PROGRAM)
    compile_into(root, "rule-0")
    for number in range(1, n_rules):
        if cold:
            compile_into(root, f"rule-{number}")
        else:
            rename(root, "rule-0", f"rule-{number}")


def rename(root: Path, old: str, new: str) -> None:
    """Write what compiling `new` would, from what compiling `old` did."""
    outputs = {}
    for path in sorted((root / "generated" / old).rglob("*.json")):
        target = f"generated/{new}/{path.relative_to(root / 'generated' / old).as_posix()}"
        value = json.loads(path.read_bytes().replace(old.encode(), new.encode()))
        outputs[target] = value
    record = outputs[f"generated/{new}/sources.json"]
    spec = f"specs/rules/{new}.jsonnet"
    record["sources"][spec] = digest_bytes((root / spec).read_bytes())
    for path in record["outputs"]:
        record["outputs"][path] = digest_bytes(readable_bytes(outputs[path]))
    for path, value in outputs.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(readable_bytes(value))


def seconds(command: list[str], folder: Path, times: int = 5) -> float:
    """Return the median wall time of a command that must succeed, its first run left out."""
    taken = []
    for _ in range(times + 1):
        start = time.perf_counter()
        subprocess.run(
            command,
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"},
        )
        taken.append(time.perf_counter() - start)
    return median(taken[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=int, default=1000)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        root.mkdir()
        start = time.perf_counter()
        make_library(root, options.rules, cold=options.cold)
        made = time.perf_counter() - start
        floor = Path(folder) / "floor"
        floor.mkdir()
        (floor / "dodo.py").write_text(FLOOR % options.rules)

        doit = [sys.executable, "-m", "doit", "compile"]
        bare = seconds(doit, floor)
        asked = seconds([sys.executable, "-c", ASK, str(root)], root)
        ours = seconds(doit, root)
        print(f"{options.rules} rules, nothing to do (library made in {made:.1f} s)")
        print(f"  doit alone                     {bare:.3f} s   1.00")
        print(f"  asking whether all are fresh   {asked:.3f} s   {asked / bare:.2f}")
        print(f"  doit compile                   {ours:.3f} s   {ours / bare:.2f}")

        (root / "specs/rules/rule-7.jsonnet").write_text(
            "(import '../good/rule.libsonnet') { id: 'rule-7', title: 'Other words' }\n"
        )
        due = [name for name in rule_ids(root) if stale(root, name)]
        start = time.perf_counter()
        subprocess.run(
            doit,
            cwd=root,
            check=True,
            stdout=subprocess.DEVNULL,
            env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"},
        )
        taken = time.perf_counter() - start
        print(f"one spec of {options.rules} changed: {len(due)} due, compiled in {taken:.2f} s")


if __name__ == "__main__":
    main()
