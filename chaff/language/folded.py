"""The one spelling in which phrases are looked for: lower case, without apostrophes, NFKC.

"Don't", "don’t" and "dont" are one. A phrase that spells it otherwise could never be found.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

APOSTROPHES: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u00b4\u2032\uff07", "'")
)
"""What is typed for an apostrophe, as one."""

_PIECES: Final = re.compile(
    r"""
      \(\?[a-zA-Z^-]*[:)] | \(\?P?<\w+>       # a group's beginning, with flags or a name
    | \\x(?:(?P<long>\{[0-9a-fA-F]+\})|(?P<short>[0-9a-fA-F]{2}))
    | \\[pP](?:\{\^?\w+\}|\w) | \\Q(?P<quoted>.*?)(?:\\E|\Z) | \\(?P<escaped>.)
    | \[\^?\]?(?:\\.|\[:\^?[a-z]+:\]|[^\\\]])*\]
    | (?P<plain>.)
    """,
    re.DOTALL | re.VERBOSE,
)
_MAY_BE_ABSENT: Final = re.compile(r"[?*]|\{0")
_ANY_CASE: Final = re.compile(r"\(\?[a-zA-Z]*i")


def folded(text: str) -> str:
    """Return a text as phrases are looked for in it."""
    text = unicodedata.normalize("NFKC", text.translate(APOSTROPHES))
    return text.casefold().replace("'", "")


def never_found(pattern: str) -> str:
    """Return the first letter that an RE2 pattern asks for and no folded text has, or ''.

    What may be absent (`don'?t`) and what stands in brackets beside others asks for nothing.
    """
    any_case = _ANY_CASE.search(pattern) is not None
    for piece in _PIECES.finditer(pattern):
        asked = _asked_by(piece)
        letters = asked if _MAY_BE_ABSENT.match(pattern, piece.end()) is None else asked[:-1]
        for letter in letters:
            if folded(letter) != (letter.casefold() if any_case else letter):
                return letter
    return ""


def _asked_by(piece: re.Match[str]) -> str:
    """Return the letters that stand for themselves in a piece of a pattern."""
    code = (piece["long"] or "").strip("{}") or piece["short"]
    if code:
        return chr(int(code, 16))
    if piece["escaped"] is not None:
        return "" if piece["escaped"].isalnum() else piece["escaped"]
    return piece["quoted"] or piece["plain"] or ""
