r"""Works out which words a pattern cannot do without, so that most files need not be asked for it.

A screen is a list of sets of words: whatever the pattern matches holds a word of each set. Words
are in lower case and ASCII, hold no backtick, and are looked for in text in lower case.

A pattern is read as RE2 reads it. Each part of it is told by all the texts that it can match, if
those are few, and else by the sets that it cannot do without; what is not understood has neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import Final, TypeAlias

from chaff.shapes.base import Shape

Words: TypeAlias = frozenset[str]

MOST_SETS: Final = 3
"""So many sets, the most telling ones, are kept of a pattern."""
_MOST_WORDS: Final = 64
_MOST_WAYS: Final = 64
_LONG_ENOUGH: Final = 4
"""A longer word tells hardly more than one of this length."""
_NOTHING: Final = frozenset({""})
_PIECE: Final = re.compile(
    r"""
      \\Q(?P<quoted>.*?)(?:\\E|$)
    | \\(?P<escaped>[^a-zA-Z0-9])
    | (?P<edge>\\[bBAz]|[\^$])
    | (?P<any>\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|[0-7]{1,3}|.)|\.)
    | \[(?P<few>-?[^]\\^:[-][^]\\:[-]{0,2}-?)\]
    | (?P<set>\[\^?\]?(?:\[:[^]]*:\]|\\.|[^]\\])*\])
    | (?P<flags>\(\?[a-zA-Z-]*\))
    | (?P<open>\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?)
    | (?P<close>\))
    | (?P<or>\|)
    | (?P<repeated>[*+?]|\{\d+(?:,\d*)?\})\??
    | (?P<plain>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Part(Shape, frozen=True, kw_only=True):
    """What is known of a part of a pattern."""

    texts: Words | None
    """All that it can match; None if they are many."""
    needs: tuple[Words, ...] = ()
    """Of each of these sets, what it matches holds a word."""


_UNKNOWN: Final = Part(texts=None)
_EDGE: Final = Part(texts=_NOTHING)


def screen(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return sets of words, the most telling first; none if nothing is known of a pattern."""
    needs = _all_needs(_read(pattern))
    return tuple(tuple(sorted(words)) for words in _best(needs)[:MOST_SETS])


def _read(pattern: str) -> Part:
    """Return what is known of a whole pattern."""
    groups: list[list[list[Part]]] = [[[]]]
    for piece in _PIECE.finditer(pattern):
        here = groups[-1][-1]
        if piece["open"]:
            groups.append([[]])
        elif piece["close"]:
            whole = _either([_joined(way) for way in groups.pop()])
            groups[-1][-1].append(whole)
        elif piece["or"]:
            groups[-1].append([])
        elif piece["repeated"]:
            here.append(_repeated(here.pop(), piece["repeated"]))
        elif piece["quoted"] is not None:
            here += map(_literal, piece["quoted"])
        else:
            here.append(_single(piece))
    return _either([_joined(way) for way in groups[0]])


def _single(piece: re.Match[str]) -> Part:
    if piece["edge"] or piece["flags"]:
        return _EDGE
    if few := piece["few"]:
        ways = [_literal(char) for char in few]
        return _UNKNOWN if _UNKNOWN in ways else _either(ways)
    char = piece["escaped"] or piece["plain"]
    return _literal(char) if char else _UNKNOWN


def _literal(char: str) -> Part:
    # A backtick may be there only in a text in which code is left empty.
    if not char.isascii() or char == "`":
        return _UNKNOWN
    return Part(texts=frozenset({char.lower()}))


def _repeated(part: Part, how: str) -> Part:
    if how == "?" and part.texts is not None:
        return Part(texts=part.texts | _NOTHING)
    if how[0] in "*?" or re.match(r"\{0", how):
        return _UNKNOWN
    return Part(texts=None, needs=_all_needs(part))


def _joined(parts: Iterable[Part]) -> Part:
    """Return what is known of parts that stand one after the other."""
    needs: list[Words] = []
    run, whole = _NOTHING, True
    for part in parts:
        if part.texts is not None and len(run) * len(part.texts) <= _MOST_WORDS:
            run = frozenset(left + right for left, right in product(run, part.texts))
            continue
        whole = False
        needs.append(run)
        needs += part.needs
        run = part.texts or _NOTHING
    return Part(texts=run if whole else None, needs=tuple(filter(all, [*needs, run])))


def _either(ways: list[Part]) -> Part:
    """Return what is known of a part that is one of several."""
    known = [way.texts for way in ways if way.texts is not None]
    texts = frozenset[str]().union(*known)
    if len(known) == len(ways) and len(texts) <= _MOST_WORDS:
        return Part(texts=texts, needs=(texts,) if all(texts) else ())
    needs = [_best(_all_needs(way)) for way in ways]
    kept = MOST_SETS
    while kept > 1 and kept ** len(ways) > _MOST_WAYS:
        kept -= 1
    sets = product(*(own[:kept] for own in needs))
    return Part(texts=None, needs=tuple({frozenset[str]().union(*chosen) for chosen in sets}))


def _all_needs(part: Part) -> tuple[Words, ...]:
    if part.texts and all(part.texts):
        return (*part.needs, part.texts)
    return part.needs


def _best(needs: Iterable[Words]) -> list[Words]:
    """Return sets, those of long words and few of them first."""
    return sorted(
        {_shortest(words) for words in needs},
        key=lambda words: (-min(_LONG_ENOUGH, *map(len, words)), len(words), sorted(words)),
    )


def _shortest(words: Words) -> Words:
    """Return a set without the words that hold another one of it."""
    return frozenset(
        word for word in words if not any(other != word and other in word for other in words)
    )
