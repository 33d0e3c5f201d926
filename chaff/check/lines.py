"""Turns the bytes of a run file into records, or into every fault that keeps it from being read."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chaff.canonical import digest_bytes, parse
from chaff.check.faults import Fault, fault
from chaff.errors import BadInputError
from chaff.shapes.base import convert
from chaff.shapes.config import ARMS
from chaff.shapes.record import (
    Footer,
    Header,
    Line,
    Numbered,
    RunFile,
    Turn,
    broken_link,
    turn_in,
)

_SHAPES: Final[dict[Any, type[Header | Turn | Footer]]] = {
    "header": Header,
    "turn": Turn,
    "footer": Footer,
}

_ENOUGH: Final = 1000
"""Damaged lines after which a file is not read on."""


class Read(NamedTuple):
    """A run file, if it can be read at all, and what is wrong with its form."""

    run: RunFile | None
    faults: tuple[Fault, ...]


class _Refused(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read_lines(data: bytes, where: str) -> Read:
    """Return the run file in `data`; the run is None if any finished line is damaged."""
    n_whole = data.count(b"\n")
    torn = data[data.rfind(b"\n") + 1 :]
    lines, faults = _records(data, where)
    if not n_whole:
        faults.append(fault("run-unreadable", where, "the file has no finished line", 1))
    damaged = bool(faults)
    if torn and lines:
        message = f"the last line has {len(torn)} bytes and no end"
        faults.append(fault("run-torn", where, message, n_whole + 1))
    if damaged:
        return Read(None, tuple(faults))
    run = RunFile(lines=tuple(lines), torn=torn)
    broken = broken_link(run)
    if broken is not None:
        message = "`prev` is not the digest of the line before"
        faults.append(fault("chain-broken", where, message, broken))
    return Read(run, tuple(faults))


def header_of(data: bytes) -> Header | None:
    """Return the header of a run file, whatever follows it; None if it has none."""
    first, end, _ = data.partition(b"\n")
    run = read_lines(first + end, "").run
    return run.header if run else None


@lru_cache(maxsize=4096)
def read_instant(text: str) -> datetime:
    """Return an `Instant` as a date; raises ValueError for one that no calendar has.

    Digits must be ASCII: instants are also compared as text.
    """
    if not text.isascii():
        raise ValueError(text)
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def _records(data: bytes, where: str) -> tuple[list[Numbered], list[Fault]]:
    """Read finished lines one by one: millions of empty ones are no reason to hold millions."""
    lines: list[Numbered] = []
    faults: list[Fault] = []
    for number, ended in enumerate(io.BytesIO(data), start=1):
        if not ended.endswith(b"\n"):
            break
        raw = ended[:-1]
        try:
            line = _record(raw, number)
        except _Refused as refusal:
            faults.append(fault(refusal.code, where, refusal.message, number))
            if number == 1 or len(faults) == _ENOUGH:
                # Without a header, or in a file of another kind, the rest has no meaning.
                break
        else:
            lines.append(Numbered(number=number, digest=digest_bytes(raw), line=line))
    if not faults:
        early = [n.number for n in lines[:-1] if isinstance(n.line, Footer)]
        message = "the footer must be the last line"
        faults.extend(fault("run-schema", where, message, number) for number in early)
    return lines, faults


def _record(raw: bytes, number: int) -> Line:
    if number > 1 and (turn := turn_in(raw)) is not None:
        return turn
    try:
        value = parse(raw, where="")
    except BadInputError as error:
        raise _Refused("run-unreadable", error.problem) from None
    kind = value.get("kind") if isinstance(value, dict) else None
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise _Refused("run-schema", "`kind` must be header, turn or footer")
    if (number == 1) != (kind == "header"):
        raise _Refused("run-schema", "the header must be line 1, and only there")
    _require_known_arms(value)
    try:
        line: Line = convert(value, shape, where="")
        _require_real_dates(line)
    except BadInputError as error:
        raise _Refused("run-schema", error.problem) from None
    return line


def _require_known_arms(value: dict[str, Any]) -> None:
    arms, arm = value.get("arms"), value.get("arm")
    if value["kind"] == "header" and isinstance(arms, dict) and set(arms) != set(ARMS):
        named = ", ".join(sorted(arms)) or "none"
        raise _Refused("arms-not-three", f"the arms are {named}")
    if value["kind"] == "turn" and isinstance(arm, str) and arm not in ARMS:
        raise _Refused("foreign-cell", f"there is no arm {arm!r}")


def _require_real_dates(line: Line) -> None:
    match line:
        case Header(started_at=text) | Footer(finished_at=text):
            try:
                read_instant(text)
            except ValueError:
                raise BadInputError(f"{text!r} is no date") from None
        case Turn():
            pass
