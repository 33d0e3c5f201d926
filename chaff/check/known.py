"""Remembers which compiled files this machine made itself, so that it need not make them again.

A mark is an empty file in the user's own cache folder. Its name is a digest over the record of a
compile (`sources.json`: digests of every source and every output) and over the code that compiled.
Nothing is read from a mark, and nothing in the project can make one: a mark that is wrong is a mark
that is not found. It is used where all that the record names is as it was, link by link; in CI
never.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from chaff.canonical import digest_bytes, parse
from chaff.check.tree import read_file
from chaff.compile.staleness import record_path
from chaff.errors import BadInputError
from chaff.shapes.base import convert
from chaff.shapes.compiled import Sources

_PACKAGE: Final = Path(__file__).parents[1]
_ENGINES: Final = ("jsonnet", "google-re2", "pyromark", "rfc8785")


class Known:
    """The marks in a folder of this user's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def outputs(self, root: Path, name: str) -> dict[str, bytes] | None:
        """Return what a spec compiles to, from the committed files, if they were made here."""
        try:
            data = read_file(root, record_path(name))
            if data is None or not self._mark(data).is_file():
                return None
            record = convert(parse(data, where=name), Sources, where=name)
            for path, digest in record.sources.items():
                if digest_bytes(read_file(root, path) or b"") != digest:
                    return None
            return {**dict(_unchanged(root, record.outputs)), record_path(name): data}
        except (BadInputError, OSError, ValueError):
            return None

    def remember(self, name: str, outputs: Mapping[str, bytes]) -> None:
        """Mark what was compiled just now; where that cannot be written, it is made again."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._mark(outputs[record_path(name)]).touch()

    def _mark(self, record: bytes) -> Path:
        digest = hashlib.sha256(_code() + hashlib.sha256(record).digest()).hexdigest()
        return self._folder / digest


def _unchanged(root: Path, outputs: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield the committed files; raises BadInputError for one that is another by now."""
    for path, digest in outputs.items():
        data = read_file(root, path)
        if data is None or digest_bytes(data) != digest:
            raise BadInputError("is not what was compiled", where=path)
        yield path, data


@cache
def _code() -> bytes:
    """Return a digest of this package's code and of the engines that it compiles with."""
    total = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in (".py", ".json") and path.is_file():
            total.update(hashlib.sha256(path.read_bytes()).digest())
    for engine in _ENGINES:
        with suppress(PackageNotFoundError):
            total.update(f"{engine} {version(engine)}\n".encode())
    return total.digest()
