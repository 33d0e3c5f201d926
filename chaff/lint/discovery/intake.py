"""Reads one file that is to be linted, or says in one line why it cannot be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from chaff.errors import BadInputError, TooLarge

MAX_BYTES: Final = 10_000_000
"""How large a file may be unless told otherwise."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_AS_UTF8: Final = "save the file as UTF-8"


def read_input(path: Path, *, max_bytes: int = MAX_BYTES) -> bytes:
    """Return a file's bytes, which are UTF-8 text.

    Raises TooLarge for a file over `max_bytes`, which is to be skipped with a note, and
    BadInputError for one that cannot be read or is no text.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            # One byte more than may be: a file that grows, or has no size, is found out too.
            data = file.read(max_bytes + 1) if size <= max_bytes else b""
    except (OSError, ValueError) as error:
        # ValueError: a null byte in the path.
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInputError(f"cannot be read: {reason}", where=str(path)) from None
    size = max(size, len(data))
    if size > max_bytes:
        raise TooLarge(
            f"skipped: {size:,} bytes are more than {max_bytes:,}",
            where=str(path),
            remedy="raise --max-bytes to lint it",
        )
    require_text(data, where=str(path))
    return data


def require_text(data: bytes, *, where: str) -> None:
    """Raise BadInputError, naming `where`, unless the bytes are UTF-8 text without NUL."""
    if data.startswith(_UTF16):
        raise BadInputError("is UTF-16", where=where, remedy=_AS_UTF8)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise BadInputError(
            f"not UTF-8 at {_place(data, error.start)}", where=where, remedy=_AS_UTF8
        ) from None
    nul = data.find(b"\0")
    if nul >= 0:
        raise BadInputError(
            f"NUL byte at {_place(data, nul)}", where=where, remedy="it is no text file"
        )


def _place(data: bytes, offset: int) -> str:
    line = data.count(b"\n", 0, offset) + 1
    return f"byte {offset} (line {line})"
