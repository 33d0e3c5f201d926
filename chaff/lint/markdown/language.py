"""Whether a file is mostly in the language that the rules' patterns read, which is English.

Blocks of prose that are mostly in another script count for another language. All other prose does
so together, if it holds more of one other language's function words than of the English ones.
Weights are words; in scripts that put no spaces between them, two letters count as a word.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from chaff.lint.markdown.blocks import Document

LEAST_WORDS: Final = 20
"""A file with fewer words in another language than this is covered, if its script is the same."""

_PROSE: Final = frozenset({"paragraph", "list_item", "heading", "table_head", "table_row"})
_ASCII: Final = bytes(range(128))
_SIGNS: Final = tuple(
    f" {word} ".encode() for word in ("the", "and", "to", "of", "with", "this", "that")
)
_BYTES_A_SIGN: Final = 7 * 30
"""A word and its space are about seven bytes."""
_MARKS: Final = "`<:"
_LATIN_END: Final = "\u024f"


def is_covered(document: Document) -> bool:
    """Tell whether at least half of a file's prose is English, or too little of it is not.

    Another script is told from its first word on; a language in Latin script takes more words.
    """
    data = document.lines.data
    if _is_short(data) or _is_plainly_english(data):
        return True
    foreign = 0
    latin: list[str] = []
    for block in document.blocks:
        if block.kind not in _PROSE:
            continue
        text = block.text
        if any(mark in text for mark in _MARKS):
            text = _code().sub(" ", text)
        words = 0 if text.isascii() else _words_in_other_scripts(text)
        if words:
            foreign += words
        else:
            latin.append(text)
    english, other = _latin(" ".join(latin))
    least = LEAST_WORDS if other > foreign else 1
    foreign += other
    return foreign < least or foreign <= english


def _is_short(data: bytes) -> bool:
    """Tell of a file in ASCII that it has fewer words than it takes to be not covered."""
    return data.isascii() and len(data.split()) < LEAST_WORDS


def _is_plainly_english(data: bytes) -> bool:
    """Tell in a moment of most English files that they are: one word in thirty is one of these."""
    beyond_ascii = len(data.translate(None, _ASCII))
    signs = sum(data.count(sign) for sign in _SIGNS)
    return 20 * beyond_ascii <= len(data) <= _BYTES_A_SIGN * signs


def _words_in_other_scripts(text: str) -> int:
    """Return how many words a text has that is mostly in another script, else 0."""
    dense = len(_dense().findall(text))
    words = _word().findall(_dense().sub(" ", text))
    latin = sum(word[0] <= _LATIN_END for word in words)
    other = (dense + 1) // 2 + len(words) - latin
    return other if other > latin else 0


def _latin(text: str) -> tuple[int, int]:
    """Return how many words of a text in Latin script are English, and how many are not."""
    from chaff.language.function_words import ENGLISH, OTHERS

    words = Counter(_word().findall(text.lower()))
    english = sum(words[word] for word in ENGLISH)
    other = max(sum(words[word] for word in known) for known in OTHERS.values())
    total = words.total()
    return (0, total) if other > english else (total, 0)


# Compiled on first use: most files need none of them, and they take longer than a small file does.


@cache
def _code() -> re.Pattern[str]:
    return re.compile(r"`[^`]*`|https?://\S+|<[^<>]*>")


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]+")


@cache
def _dense() -> re.Pattern[str]:
    """Match a letter of a script that puts no space between words.

    Those are Thai, Lao, Burmese, Khmer, kana and Han.
    """
    return re.compile(
        "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
    )
