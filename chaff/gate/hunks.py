"""Digests of what an edit changes, by which a change that was taken back is known again.

A hunk is a run of changed lines. Its digest is over the words, without case, layout, list signs
and emphasis, so that the same change with another bullet, or elsewhere in the file, is the same.
"""

from __future__ import annotations

import difflib
import re
from typing import Final

from chaff.canonical import digest

_LIST_SIGN: Final = re.compile(r"^(?:[-*+]|\d+[.)]|#+|>)\s+")
_NOISE: Final = re.compile(r"[*_`]+|[.,;:!?]+(?=\s|$)")


def hunks_of(before: bytes, after: bytes) -> tuple[str, ...]:
    """Return the digests of an edit's hunks, in order, each once; none if only layout changed."""
    old, new = _lines(before), _lines(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    found = [
        digest({"removed": sorted(old[first:stop]), "added": sorted(new[start:end])})
        for kind, first, stop, start, end in matcher.get_opcodes()
        if kind != "equal"
    ]
    return tuple(dict.fromkeys(found))


def _lines(data: bytes) -> list[str]:
    lines = (_normal(line) for line in data.decode("utf-8", "replace").splitlines())
    return [line for line in lines if line]


def _normal(line: str) -> str:
    line = _LIST_SIGN.sub("", line.strip())
    return " ".join(_NOISE.sub("", line).casefold().split())
