"""Prints the digest of everything that the specs compile to: `python -m chaff.compile.digests`.

Run under several interpreters, it shows that they agree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from chaff.canonical import digest_bytes, parse
from chaff.compile.project import compile_name
from chaff.compile.staleness import PROGRAM, gate_names, rule_ids
from chaff.errors import ChaffError


def digests(root: Path) -> Iterator[str]:
    """Yield one line a compiled file: its digest and path; below a config, its hashes."""
    for name in [PROGRAM, *rule_ids(root), *gate_names(root)]:
        for path, data in sorted(compile_name(root, name).items()):
            yield f"{digest_bytes(data)}  {path}"
            if path.endswith("eval.config.json"):
                config = parse(data, where=path)
                yield f"  battery {config['battery_hash']}"
                yield f"  config  {config['config_hash']}"
                yield from (f"  {model} {name}" for model, name in config["request_hash"].items())


def main() -> int:
    """Print the digests of the project in the current folder."""
    try:
        for line in digests(Path.cwd()):
            print(line)
    except ChaffError as error:
        print(f"chaff: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
