"""Run files: JSON Lines that are crash journal and artifact at once.

One header, one line a turn, one footer. Each line carries the digest of the line before, so a
file can only grow; a torn last line (a crash while writing) is recognised and never repaired.
"""

from __future__ import annotations

import codecs
import json
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from chaff.canonical import MAX_DEPTH, digest_bytes, line_bytes, parse
from chaff.errors import BadInputError
from chaff.shapes.base import Digest, Shape, convert, to_json
from chaff.shapes.config import Arm
from chaff.shapes.head import RuleId
from chaff.shapes.program import Model, Prices
from chaff.shapes.rule import ItemId
from chaff.shapes.scorer import NonEmpty

Instant = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")]
"""UTC to the second, e.g. 2026-11-30T10:15:00Z."""
Commit = Annotated[str, Meta(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")]
"""As the repository names it: SHA-1 or SHA-256."""
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class CandidateCount(Shape, frozen=True, kw_only=True):
    """Counted input tokens of one control candidate."""

    id: ItemId
    tokens: Count


class TokenCounts(Shape, frozen=True, kw_only=True):
    """Input tokens by the counting endpoint, all for the first item's first turn."""

    item: ItemId
    present: Count
    removed: Count
    controls: tuple[CandidateCount, ...]
    """In the order of the config, up to and including the chosen one."""


class Transport(Shape, frozen=True, kw_only=True):
    """How requests were carried. The model reads the same words either way: no hash covers it."""

    cache: Literal["5m", "1h"] | None
    """How long shared prefixes were cached; null where none was long enough, or none could be."""
    batch: bool
    """Asked through the Message Batches API."""


class Header(Shape, frozen=True, kw_only=True, tag_field="kind", tag="header"):
    """Where a run comes from."""

    schema: Literal["chaff.run/1"]
    prev: None
    rule: RuleId
    practice: bool
    pilot: bool
    config_hash: Digest
    battery_hash: Digest
    request_hash: Digest
    commit: Commit | None
    """A commit on the main branch that holds this config; null only in a pilot."""
    model: Model
    request: dict[str, Any]
    endpoint: NonEmpty
    """`anthropic`, `embedded`, or a base URL without credentials."""
    prices: Prices
    arms: dict[Arm, Digest]
    control: ItemId
    counts: TokenCounts
    order_seed: Digest
    software: dict[str, str]
    """Versions of chaff, the SDK and, where the model runs here, its engine and weights."""
    started_at: Instant
    transport: Transport | None = None
    """Null in runs that were made before requests could be cached or batched."""


class Usage(Shape, frozen=True, kw_only=True):
    """Tokens of one answer; the prompt is input + both cache writes + cache read."""

    input: Count
    output: Count
    cache_write_5m: Count = 0
    cache_write_1h: Count = 0
    cache_read: Count = 0

    @property
    def prompt(self) -> int:
        """All tokens of the prompt, however they were billed."""
        return self.input + self.cache_write_5m + self.cache_write_1h + self.cache_read


class Turn(Shape, frozen=True, kw_only=True, tag_field="kind", tag="turn"):
    """One answer of the model, as it came."""

    prev: Digest
    arm: Arm
    item: ItemId
    repeat: Annotated[int, Meta(ge=1, le=1000)]
    turn: Annotated[int, Meta(ge=1, le=1000)]
    response: dict[str, Any]
    usage: Usage
    stop_reason: str | None
    response_id: NonEmpty
    request_id: str | None
    server_date: str | None
    model: NonEmpty
    cost_nano_usd: Count
    score: Literal["pass", "fail"] | None = None
    """Set on the last turn of a cell."""
    reason: str | None = None


class Footer(Shape, frozen=True, kw_only=True, tag_field="kind", tag="footer"):
    """Says that the matrix is complete. `verdict` is advisory: nobody reads it back."""

    prev: Digest
    finished_at: Instant
    cells: Count
    calls: Count
    cost_nano_usd: Count
    verdict: dict[str, Any]


Line = Header | Turn | Footer


class Numbered(Shape, frozen=True, kw_only=True):
    """A line of a run file with its place (1-based) and the digest of its bytes."""

    number: int
    digest: str
    line: Line


class RunFile(Shape, frozen=True, kw_only=True):
    """A parsed run file. `torn` is the text of an unfinished last line, if there is one."""

    lines: tuple[Numbered, ...]
    torn: bytes = b""

    @property
    def header(self) -> Header:
        """The first line; `read_run` guarantees that it is a header."""
        first = self.lines[0].line
        assert isinstance(first, Header)  # noqa: S101 - guaranteed by read_run
        return first

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, in file order."""
        return tuple(n.line for n in self.lines if isinstance(n.line, Turn))

    @property
    def footer(self) -> Footer | None:
        """The last line, if the run is finished."""
        last = self.lines[-1].line
        return last if isinstance(last, Footer) else None


def order_seed(config_hash: str) -> str:
    """Return the seed that shuffles an experiment's calls: it follows from the config alone."""
    return digest_bytes(b"chaff order\n" + config_hash.encode())


def line_of(shape: Line) -> bytes:
    """Return a record's bytes, without line end."""
    return line_bytes(to_json(shape))


_ESCAPES: Final = "chaff.record"
_decode_turn: Final = msgspec.json.Decoder(Turn).decode
_encode_turn: Final = msgspec.json.Encoder().encode


def _escaped(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - it is registered for encoding alone
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(_ESCAPES, _escaped)


def turn_in(raw: bytes) -> Turn | None:
    """Return the turn in a line that is exactly as `line_of` writes it; None for any other line.

    Soon, as millions are read. What is written again as the same bytes repeats no key, has no
    unknown one, and holds no number that JSON lacks; and fewer brackets than levels are allowed
    cannot be nested too deeply. So `parse` and `convert` would have come to the same turn.
    """
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH:
        return None
    try:
        turn = _decode_turn(raw)
        again = _encode_turn(turn)
        if again != raw and not again.isascii():
            again = again.decode().encode("ascii", _ESCAPES)
    except (msgspec.MsgspecError, ArithmeticError, ValueError, RecursionError):
        return None
    return turn if again == raw else None


def read_run(data: bytes, *, where: str) -> RunFile:
    """Parse a run file, or raise BadInputError naming the line.

    A last line without line end is returned as `torn`, not parsed. Every finished line must be
    whole: a damaged one is refused, never skipped. The chain is verified by `broken_link`.
    """
    *whole, torn = data.split(b"\n")
    if not whole:
        raise BadInputError("no finished line", where=where)
    lines = tuple(
        Numbered(number=number, digest=digest_bytes(raw), line=_read_line(raw, f"{where}:{number}"))
        for number, raw in enumerate(whole, start=1)
    )
    _require_order(lines, where)
    return RunFile(lines=lines, torn=torn)


def broken_link(run: RunFile) -> int | None:
    """Return the number of the first line whose `prev` is not the digest of the line before."""
    for before, after in zip(run.lines, run.lines[1:], strict=False):
        if after.line.prev != before.digest:
            return after.number
    return None


def _read_line(raw: bytes, where: str) -> Line:
    value = parse(raw, where=where)
    match value.get("kind") if isinstance(value, dict) else None:
        case "header":
            return convert(value, Header, where=where)
        case "turn":
            return convert(value, Turn, where=where)
        case "footer":
            return convert(value, Footer, where=where)
        case _:
            raise BadInputError("kind must be header, turn or footer", where=where)


def _require_order(lines: tuple[Numbered, ...], where: str) -> None:
    for entry in lines:
        place = f"{where}:{entry.number}"
        if (entry.number == 1) != isinstance(entry.line, Header):
            raise BadInputError("the header must be line 1 and only there", where=place)
        if isinstance(entry.line, Footer) and entry.number != len(lines):
            raise BadInputError("the footer must be the last line", where=place)
