"""Cuts a stream of bytes into lines, however long they are, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

CHUNK: Final = 1 << 20
LONGEST: Final = 128 << 20
"""Longer lines are passed over: no row of words is that long, and memory is finite."""


class Line(msgspec.Struct, gc=False):
    """A line without its newline; `data` is None if it was too long to keep."""

    data: bytes | None
    n_bytes: int
    is_ended: bool


def lines(read: Callable[[int], bytes], *, longest: int = LONGEST) -> Iterator[Line]:
    """Yield the lines of a stream; the last may lack its newline.

    `read(n)` returns up to n bytes, none at the end. `n_bytes` counts the newline.
    """
    held: list[bytes] = []
    n_held = 0
    while chunk := read(CHUNK):
        first, *others = chunk.split(b"\n")
        held.append(first)
        n_held += len(first)
        if not others:
            if n_held > longest:
                held.clear()
            continue
        data = b"".join(held) if n_held <= longest else None
        yield Line(data, n_held + 1, is_ended=True)
        for data in others[:-1]:
            yield Line(data, len(data) + 1, is_ended=True)
        held, n_held = [others[-1]], len(others[-1])
    if n_held:
        yield Line(b"".join(held) if n_held <= longest else None, n_held, is_ended=False)
