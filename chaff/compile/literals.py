"""The words that a scorer names: what the text of a control edit must not hold.

A scorer names
- the words in its patterns: every run of at least four word characters (letters, digits, `_`)
  that stand for themselves, one after the other, outside character classes; a character that may
  be left out (`?`, `*`, `{0,…}`) ends a run, as does every escape, group and alternative;
- whatever its patterns match, unless they match the empty text too and so name nothing;
- the tools that it looks for.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from chaff.battery.score import patterns_of
from chaff.pattern import found_in
from chaff.shapes.base import Shape
from chaff.shapes.rule import TextEdit
from chaff.shapes.scorer import (
    AllOf,
    AnswerStates,
    AnyOf,
    ReadOnDemand,
    RequiredAction,
    Scorer,
    ToolSelected,
)

SHORTEST: Final = 4
"""Shorter runs (`npm`, `the`) are too common in prose; the pattern itself still guards them."""

_TOKEN: Final = re.compile(
    r"""
      \\Q(?P<quoted>.*?)(?:\\E|$)          # literal text
    | (?P<escape>\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|[0-7]{1,3}|.))
    | (?P<set>\[\^?\]?(?:\[:[^]]*:\]|\\.|[^]\\])*\])
    | (?P<group>\((?:\?(?:P?<[^>]*>|[imsU-]*:?\)?))?)
    | (?P<quantifier>[*+?]\??|\{\d+(?:,\d*)?\}\??)
    | (?P<word>\w)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Named(Shape, frozen=True, kw_only=True):
    """What the scorers of a battery name."""

    words: frozenset[str]
    """Folded to lower case."""
    patterns: tuple[str, ...]


def literals(pattern: str) -> frozenset[str]:
    """Return the literal words of an RE2 pattern, in lower case."""
    found: set[str] = set()
    run = ""
    for token in _TOKEN.finditer(pattern):
        if token["word"]:
            run += token["word"]
            continue
        if token["quantifier"] and token["quantifier"][0] in "?*{":
            run = run[:-1]
        found.add(run)
        found.update(re.findall(r"\w+", token["quoted"] or ""))
        run = ""
    found.add(run)
    return frozenset(word.casefold() for word in found if len(word) >= SHORTEST)


def named_by(scorers: tuple[Scorer, ...]) -> Named:
    """Return what scorers name, taken together."""
    patterns = dict.fromkeys(pattern for scorer in scorers for pattern in patterns_of(scorer))
    words = {word for pattern in patterns for word in literals(pattern)}
    words |= {tool.casefold() for scorer in scorers for tool in tools_of(scorer)}
    telling = tuple(pattern for pattern in patterns if not found_in(pattern, ""))
    return Named(words=frozenset(words), patterns=telling)


def tools_of(scorer: Scorer) -> tuple[str, ...]:
    """Return the tools that a scorer requires, accepts or forbids."""
    match scorer:
        case RequiredAction():
            return tuple(action.tool for action in (*scorer.require, *scorer.forbid))
        case ToolSelected():
            return scorer.tools
        case ReadOnDemand():
            return ("read_file",)
        case AnswerStates():
            return ()
        case AllOf() | AnyOf():
            return tuple(tool for part in scorer.scorers for tool in tools_of(part))


def clash(edit: TextEdit, named: Named) -> str:
    """Return what the changed text of an edit has in common with the scorers, or ''."""
    for text in changed_text(edit):
        for word in re.findall(r"\w+", text):
            if word.casefold() in named.words:
                return f"the word {word!r}"
        for pattern in named.patterns:
            if found_in(pattern, text):
                return f"text that the pattern {pattern!r} matches"
    return ""


def joined(before: str, after: str, named: Named) -> str:
    """Return what the scorers name that edits put together, or pulled apart, in a whole file.

    No edit need hold it: taking the middle away may join two halves.
    """
    had, has = _words_of(before, named), _words_of(after, named)
    for word in sorted(had.keys() | has.keys()):
        if had[word] != has[word]:
            return f"the word {word!r}"
    for pattern in named.patterns:
        if found_in(pattern, before) != found_in(pattern, after):
            return f"text that the pattern {pattern!r} matches"
    return ""


def _words_of(text: str, named: Named) -> Counter[str]:
    words = (word.casefold() for word in re.findall(r"\w+", text))
    return Counter(word for word in words if word in named.words)


def changed_text(edit: TextEdit) -> tuple[str, str]:
    """Return what an edit takes away and what it puts in, whole words, without what stays."""
    old, new = edit.find, edit.replace
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    while head and (_inside_word(old, head) or _inside_word(new, head)):
        head -= 1
    rest = shorter - head
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    while tail and (_inside_word(old, len(old) - tail) or _inside_word(new, len(new) - tail)):
        tail -= 1
    return old[head : len(old) - tail], new[head : len(new) - tail]


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and re.match(r"\w\w", text[at - 1 : at + 1]) is not None
