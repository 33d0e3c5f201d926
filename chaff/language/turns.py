"""Which language a short message is in, as far as its words tell."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias

from chaff.language import chat_words, function_words

Told: TypeAlias = Literal["english", "other", "unsure"]

_LATIN_END: Final = "\u024f"
_VIETNAMESE: Final = range(0x1E00, 0x1F00)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CONTRACTED: Final = re.compile(r"([a-z]+)['’](?:ve|re|ll|d|s|m|t)")
"""`we've`: what stands behind the apostrophe would be a Turkish word of its own."""
_DENSE: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
"""A letter of a script that puts no space between words; two count as a word."""


def language_of(text: str) -> Told:
    """Tell whether a message is English; `unsure` if no word of it says so.

    A message that is half in another script is not English; neither is one with more common words
    of one other language than of English. Names and code say nothing.
    """
    if not text.isascii():
        dense = len(_DENSE.findall(text))
        text = _DENSE.sub(" ", text)
        words = _WORD.findall(text.lower())
        foreign = (dense + 1) // 2 + sum(_is_of_other_script(word) for word in words)
        if foreign and 2 * foreign >= len(words):
            return "other"
    words = _WORD.findall(text.lower())
    foreign_words = [word for word in words if not _is_english(word)]
    english = len(words) - len(foreign_words)
    other = _most_of_one_other(foreign_words)
    if other > english:
        return "other"
    return "english" if english else "unsure"


def _is_english(word: str) -> bool:
    contracted = _CONTRACTED.fullmatch(word)
    return word in _english() or (contracted is not None and contracted[1] in _english())


def _is_of_other_script(word: str) -> bool:
    return word[0] > _LATIN_END and ord(word[0]) not in _VIETNAMESE


def _most_of_one_other(words: list[str]) -> int:
    """Return how many of the words are common ones of that language which has most of them."""
    counts: dict[str, int] = {}
    for word in words:
        for part in re.split("['’]", word):
            if len(part) == 1:
                continue
            for language in _by_word().get(part, ()):
                counts[language] = counts.get(language, 0) + 1
    return max(counts.values(), default=0)


@cache
def _english() -> frozenset[str]:
    return function_words.ENGLISH | chat_words.ENGLISH


@cache
def _by_word() -> dict[str, tuple[str, ...]]:
    """Return the languages each common word belongs to; what English has as well is none."""
    found: dict[str, tuple[str, ...]] = {}
    for lists in (function_words.OTHERS, chat_words.OTHERS):
        for language, words in lists.items():
            for word in words - _english():
                if language not in found.get(word, ()):
                    found[word] = (*found.get(word, ()), language)
    return found
