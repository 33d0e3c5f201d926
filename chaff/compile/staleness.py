"""Tells whether what is in generated/ was made from the specs as they are, and by this chaff.

Only recorded digests decide: no clock, no mtime, no database. It imports nothing heavy, since
`doit` asks it about every rule before it does anything.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from pathlib import Path
from typing import Final, TypedDict

from chaff import __version__
from chaff.errors import SpecError

PROGRAM: Final = "program"
"""The name under which program and prices are compiled; no rule may take it."""

GENERATED: Final = "generated"
_RULE_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SUFFIX: Final = ".jsonnet"
GATES: Final = "gates"
"""The folder of gates in specs/ and generated/: the gate `x` is compiled under `gates/x`."""

_TAKEN: Final = (PROGRAM, GATES, "spend")
"""Names that stand for something else in generated/ or in runs/."""

_digests: dict[tuple[str, int, int, int, int], str] = {}
"""Digest by path, inode, size, mtime and ctime: shared files are read once a process."""


class Record(TypedDict):
    """A `sources.json`, read without the shapes (chaff.shapes.compiled has them)."""

    schema: str
    chaff: str
    sources: dict[str, str]
    outputs: dict[str, str]


def rule_ids(root: Path) -> list[str]:
    """Return the ids of all rules, from the names of files in specs/rules, in order.

    Raises SpecError for a name that cannot be an id.
    """
    return _ids(root, "rules", "rule")


def gate_names(root: Path) -> list[str]:
    """Return the names of all gates, `gates/<id>`, from the names of files in specs/gates.

    Raises SpecError for a name that cannot be an id.
    """
    return [f"{GATES}/{gate}" for gate in _ids(root, GATES, "gate")]


def _ids(root: Path, kind: str, what: str) -> list[str]:
    folder = root / "specs" / kind
    if not folder.is_dir():
        return []
    names = sorted(name for name in os.listdir(folder) if name.endswith(_SUFFIX))  # noqa: PTH208
    ids = [name.removesuffix(_SUFFIX) for name in names]
    for one in ids:
        if not _RULE_NAME.fullmatch(one) or one in _TAKEN:
            raise SpecError(
                f"is no name for a {what}",
                where=f"specs/{kind}/{one}{_SUFFIX}",
                remedy=f"use lower-case words joined by hyphens; not {', '.join(_TAKEN)}",
            )
    return ids


def record_path(name: str) -> str:
    """Return the path of the record of what a rule, or the program, was compiled from."""
    if name == PROGRAM:
        return f"{GENERATED}/{PROGRAM}.sources.json"
    return f"{GENERATED}/{name}/sources.json"


def stale(root: Path, name: str) -> str:
    """Return why a rule (or `PROGRAM`) must be compiled again, or ''."""
    base = str(root)
    record = recorded(base, name)
    if isinstance(record, str):
        return record
    if record["chaff"] != __version__:
        return f"compiled by chaff {record['chaff']}, this is {__version__}"
    for digests in (record["sources"], record["outputs"]):
        for path, digest in digests.items():
            actual = digest_of(f"{base}/{path}")
            if actual != digest:
                return f"{path} {'changed' if actual else 'is gone'}"
    return ""


def changed_source(root: Path, name: str) -> str:
    """Return a source that is there and is not as it was compiled, or ''."""
    record = recorded(str(root), name)
    if isinstance(record, str):
        return ""
    found = ((path, digest_of(f"{root}/{path}"), then) for path, then in record["sources"].items())
    return next((path for path, now, then in found if now and now != then), "")


def recorded(base: str, name: str) -> Record | str:
    """Return the content of a `sources.json`, or why there is none that can be used."""
    path = record_path(name)
    try:
        with open(f"{base}/{path}", "rb") as file:  # noqa: PTH123 - a thousand Paths take time
            record: Record = json.loads(file.read())
        sound = bool(
            record["schema"] == "chaff.sources/1"
            and isinstance(record["sources"], dict)
            and isinstance(record["outputs"], dict)
            and record["outputs"]
            and isinstance(record["chaff"], str)
        )
    except FileNotFoundError:
        return "never compiled"
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        sound = False
    return record if sound else f"{path} cannot be read"


def digest_of(path: str) -> str:
    """Return the digest of a file's bytes, or '' if there is no such file.

    A record may name anything: what is no regular file (a device never ends) counts as none.
    """
    try:
        state = os.stat(path)  # noqa: PTH116 - a thousand Paths take time
        if not stat.S_ISREG(state.st_mode):
            return ""
        key = (path, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
        if key not in _digests:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                _digests[key] = "sha256:" + hashlib.sha256(file.read()).hexdigest()
    except (OSError, ValueError):
        # ValueError: a null byte in the path.
        return ""
    return _digests[key]


def leftovers(root: Path) -> list[str]:
    """Return the files in generated/ that no spec accounts for, as paths relative to `root`."""
    base = str(root)
    expected: set[str] = set()
    for name in [PROGRAM, *rule_ids(root), *gate_names(root)]:
        expected.add(record_path(name))
        record = recorded(base, name)
        if not isinstance(record, str):
            expected.update(record["outputs"])
    folder = root / GENERATED
    found = (path.relative_to(root) for path in sorted(folder.rglob("*")) if not path.is_dir())
    return [path.as_posix() for path in found if path.as_posix() not in expected]
