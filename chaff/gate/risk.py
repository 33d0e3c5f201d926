"""Tells whether an edit of an instruction file may be made without asking, and gives its reasons.

Low is what can be shown to change nothing that an agent would do: layout, capitals at the start of
a sentence, signs that decide nothing, known misspellings, words known to mean the same. Both texts
are brought into a form that forgives just that; if they are then equal, the edit is low. All else
is high, and so is what cannot be compared. The same two texts always get the same answer.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from chaff.errors import BadInputError
from chaff.gate.pieces import Piece, Place, flows, loose_lines, pieces_of
from chaff.gate.prose import END, LEVELS, Level, forgiven
from chaff.gate.risk_reasons import added, changed, moved, removed
from chaff.lint.markdown.blocks import Document, parse
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Reason, Risk

_ALIKE: Final = 0.4
"""Pieces that share this part of their words are one piece, changed."""

_LOW: Final = {
    "formatting": "layout only: the words, and their order, are the same",
    "capital": "a capital letter at the start of a sentence",
    "punctuation": "full stops, quotes, dashes, or a comma that decides nothing",
    "spelling": "a known misspelling, or another country's spelling",
    "wording": "words that are known to mean the same",
}


class Assessment(Shape, frozen=True, kw_only=True):
    """How risky an edit is, and why."""

    risk: Risk
    reasons: tuple[Reason, ...]


def assess(before: bytes, after: bytes) -> Assessment:
    """Return the risk of turning `before` into `after`, which differ."""
    try:
        old, new = parse(before), parse(after)
    except BadInputError as error:
        reason = Reason(code="doubtful", text=f"cannot be compared: {error.problem}")
        return Assessment(risk="high", reasons=(reason,))
    pieces = pieces_of(old), pieces_of(new)
    strange = _elsewhere(old, new)
    if strange is None:
        for level in LEVELS:
            if _all_equal(*pieces, level):
                reason = Reason(code=level, text=_LOW[level])
                return Assessment(risk="low", reasons=(reason,))
    reasons = tuple(_distinct([*([strange] if strange else []), *_differences(*pieces)]))
    doubt = Reason(code="doubtful", text="something changed that the classifier cannot name")
    return Assessment(risk="high", reasons=reasons or (doubt,))


def _all_equal(old: tuple[Piece, ...], new: tuple[Piece, ...], level: Level) -> bool:
    """Tell whether two files say the same, in the form that forgives up to `level`."""
    one, other = ([*flows(pieces)] for pieces in (old, new))
    return len(one) == len(other) and all(
        place == at and forgiven(tokens, level) == forgiven(others, level)
        for (place, tokens), (at, others) in zip(one, other, strict=True)
    )


def _elsewhere(old: Document, new: Document) -> Reason | None:
    """Return what differs outside of all blocks: what links mean, for one."""
    if loose_lines(old) == loose_lines(new) and old.definitions == new.definitions:
        return None
    return Reason(code="path", text="what a link refers to, or a line that is no text, changed")


def _differences(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> Iterator[Reason]:
    """Yield what was added, removed, moved and changed, piece by piece."""
    gone, come, pairs = _matched(old, new)
    for piece, other in pairs:
        yield from changed(piece, other)
    for piece in gone:
        twin = next((each for each in come if _words(each) == _words(piece)), None)
        if twin is None:
            yield from removed(piece)
        else:
            come.remove(twin)
            yield moved(piece, twin)
    for piece in come:
        yield from added(piece)


def _matched(
    old: tuple[Piece, ...], new: tuple[Piece, ...]
) -> tuple[list[Piece], list[Piece], list[tuple[Piece, Piece]]]:
    """Return the pieces gone, those that came, and pairs of those that changed."""
    gone: list[Piece] = []
    come: list[Piece] = []
    pairs: list[tuple[Piece, Piece]] = []
    matcher = difflib.SequenceMatcher(None, _keys(old), _keys(new), autojunk=False)
    for kind, first, stop, start, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        left, right = list(old[first:stop]), list(new[start:end])
        for piece in left:
            other = max(right, key=partial(_likeness, piece), default=None)
            if other is not None and _likeness(piece, other) >= _ALIKE:
                right.remove(other)
                pairs.append((piece, other))
            else:
                gone.append(piece)
        come.extend(right)
    return gone, come, pairs


def _keys(pieces: tuple[Piece, ...]) -> list[tuple[Place, tuple[str, ...]]]:
    return [(piece.place, forgiven(piece.tokens, "wording")) for piece in pieces]


def _words(piece: Piece) -> tuple[str, ...]:
    return tuple(word for word in forgiven(piece.tokens, "wording") if word != END)


def _likeness(one: Piece, other: Piece) -> float:
    if one.place[0] != other.place[0]:
        return 0.0
    if one.place[0] in ("code", "html", "front_matter"):
        return difflib.SequenceMatcher(None, one.text, other.text, autojunk=False).ratio()
    left, right = Counter(_words(one)), Counter(_words(other))
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 1.0


def _distinct(reasons: Iterable[Reason]) -> Iterator[Reason]:
    seen: set[tuple[str, str, int | None]] = set()
    for reason in reasons:
        key = (reason.code, reason.text, reason.line)
        if key not in seen:
            seen.add(key)
            yield reason
