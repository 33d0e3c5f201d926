"""The ledger's bytes as a chain of lines: each names the digest of the one before.

A chain cannot tell that its last lines were taken away; a ledger kept in git can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from chaff.canonical import digest_bytes, line_bytes, parse
from chaff.errors import BadInputError
from chaff.shapes.base import Shape, convert, to_json
from chaff.shapes.gate_ledger import Line, kind_of

_REMEDY: Final = "nothing was changed; put the ledger back from git or a backup"


class Chain(Shape, frozen=True, kw_only=True):
    """A ledger: its lines, the digest of the last, and a tail that no newline ends."""

    lines: tuple[Line, ...] = ()
    head: str | None = None
    torn: bytes = b""


def read_chain(data: bytes, *, where: str) -> Chain:
    """Return a ledger, or raise BadInputError naming the line that is damaged.

    What follows the last newline is torn: a line counts once its newline is written.
    """
    *whole, torn = data.split(b"\n")
    lines: list[Line] = []
    counts: Counter[str] = Counter()
    head = None
    for number, text in enumerate(whole, start=1):
        line = _line(text, f"{where}:{number}")
        if line.prev != head:
            problem = "does not continue the line before: it was changed, or one is missing"
            raise BadInputError(problem, where=f"{where}:{number}", remedy=_REMEDY)
        counts[kind_of(line)] += 1
        expected = _id(kind_of(line), counts[kind_of(line)])
        if line.id != expected:
            problem = f"is called {line.id}, should be {expected}"
            raise BadInputError(problem, where=f"{where}:{number}", remedy=_REMEDY)
        lines.append(line)
        head = digest_bytes(text)
    return Chain(lines=tuple(lines), head=head, torn=torn)


def linked(chain: Chain, line: Line) -> tuple[Chain, Line, bytes]:
    """Return the chain with a line more, the line as it now is, and its bytes."""
    kind = kind_of(line)
    number = 1 + sum(kind_of(each) == kind for each in chain.lines)
    added = msgspec.structs.replace(line, id=_id(kind, number), prev=chain.head)
    text = line_bytes(to_json(added))
    longer = Chain(lines=(*chain.lines, added), head=digest_bytes(text))
    return longer, added, text + b"\n"


def encode(lines: Iterable[Line]) -> bytes:
    """Return a whole ledger of lines, each linked to the one before."""
    chain, data = Chain(), b""
    for line in lines:
        chain, _, text = linked(chain, line)
        data += text
    return data


def _id(kind: str, number: int) -> str:
    return f"{kind}-{number:04}"


def _line(text: bytes, where: str) -> Line:
    try:
        line: Line = convert(parse(text, where=where), Line, where=where)  # type: ignore[arg-type]
    except BadInputError as error:
        raise BadInputError(error.problem, where=where, remedy=_REMEDY) from None
    return line
