"""Finds a gate: its compiled settings, and where its file, its transcripts and its state lie."""

from __future__ import annotations

import zoneinfo
from datetime import datetime
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.errors import BadInputError, UsageError
from chaff.gate.store import Clock
from chaff.shapes.base import Shape, convert
from chaff.shapes.gate import CompiledGate, gate_hashes_hold

CONFIG: Final = "gate.config.json"
_FOLDER: Final = "generated/gates"


class Home(Shape, frozen=True, kw_only=True):
    """A gate and its places, all absolute."""

    compiled: CompiledGate
    target: Path
    transcripts: tuple[Path, ...]
    state: Path

    def clock(self, now: datetime) -> Clock:
        """Return a clock in the gate's time zone."""
        name = self.compiled.gate.timezone
        try:
            return Clock(now, zoneinfo.ZoneInfo(name))
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise BadInputError(
                f"time zone {name!r} is not known here", remedy="pip install tzdata"
            ) from None


def find_home(root: Path, *, gate: str = "", config: str = "") -> Home:
    """Return a gate of the project at `root`, or the one that a config file describes.

    Raises UsageError where there is none, or several and no name says which.
    """
    if config:
        path = Path(config)
        return read_home(path, base=path.resolve().parent)
    known = {path.parent.name: path for path in sorted(root.glob(f"{_FOLDER}/*/{CONFIG}"))}
    if gate and gate not in known:
        raise UsageError(f"there is no gate {gate!r}", remedy=_gates(known))
    if len(known) != 1 and not gate:
        problem = "there are several gates here" if known else "there is no gate here"
        raise UsageError(problem, where=str(root), remedy=_gates(known))
    return read_home(known[gate or next(iter(known))], base=root.resolve())


def has_gates(root: Path) -> bool:
    """Tell whether a project has a compiled gate."""
    return any(root.glob(f"{_FOLDER}/*/{CONFIG}"))


def read_home(path: Path, *, base: Path) -> Home:
    """Return the gate in a config file; paths in it are relative to `base`.

    Raises BadInputError if it cannot be read, or its digests are not those of its content.
    """
    where = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=where) from None
    compiled = convert(parse(data, where=where), CompiledGate, where=where)
    if not gate_hashes_hold(compiled):
        raise BadInputError(
            "was changed by hand: its digests are not those of its content",
            where=where,
            remedy="change the spec and compile it",
        )
    gate = compiled.gate
    return Home(
        compiled=compiled,
        target=_place(base, gate.target),
        transcripts=tuple(_place(base, each) for each in gate.transcripts),
        state=_place(base, gate.state or f"runs/gates/{gate.id}"),
    )


def _place(base: Path, path: str) -> Path:
    try:
        return base / Path(path).expanduser()
    except RuntimeError:
        raise BadInputError("there is no home folder", where=path) from None


def _gates(known: dict[str, Path]) -> str:
    names = ", ".join(known)
    return (
        f"--gate {names}"
        if names
        else "chaff gate init sets one up; --root or --config name another"
    )
