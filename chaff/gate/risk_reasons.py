"""Words for what makes an edit risky: one reason for each thing that a piece of text shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from chaff.gate.pieces import Piece
from chaff.gate.prose import END, forgiven
from chaff.gate.risk_words import DECISION, MODAL, NEGATION, NUMBERS
from chaff.shapes.gate_ledger import Reason

_LONGEST: Final = 60
_PATH: Final = re.compile(r"[\w@.~-]*/[\w./-]*|\w\.\w|^`?@\w")
_SIGN: Final = re.compile(r"\W+")
_SETS: Final = (
    ("negation", NEGATION),
    ("modal", MODAL),
    ("number", NUMBERS),
    ("decision", DECISION),
)


def added(piece: Piece) -> Iterator[Reason]:
    """Yield what a new piece is."""
    match piece.place[0]:
        case "heading":
            yield _reason("section-added", f"section added: {_short(piece)}", piece)
        case "code":
            yield _reason("command", f"code added: {_short(piece)}", piece)
        case "html" if piece.text.lstrip().startswith("<!--"):
            yield _reason("comment", f"comment added: {_short(piece)}", piece)
        case _:
            yield _reason("rule-added", f"added: {_short(piece)}", piece)


def removed(piece: Piece) -> Iterator[Reason]:
    """Yield what a piece that is gone was."""
    match piece.place[0]:
        case "heading":
            yield _reason("section-removed", f"section removed: {_short(piece)}", piece)
        case "code":
            yield _reason("command", f"code removed: {_short(piece)}", piece)
        case _:
            yield _reason("rule-removed", f"removed: {_short(piece)}", piece)


def moved(piece: Piece, to: Piece) -> Reason:
    """Return what it means that the same words stand elsewhere."""
    if piece.place == to.place:
        return _reason("rule-moved", f"moved from line {piece.line}: {_short(to)}", to)
    return _reason("structure", f"stands in another kind of place: {_short(to)}", to)


def changed(piece: Piece, to: Piece) -> Iterator[Reason]:
    """Yield what changed within a piece, sharpest first; nothing if its words are the same."""
    sort = piece.place[0]
    if sort == "heading" and piece[:2] != to[:2]:
        yield _reason("section-changed", f"section: {_short(piece)} is now {_short(to)}", to)
        return
    if sort == "code":
        yield _reason("command", f"code changed: {_short(to)}", to)
        return
    if sort in ("html", "front_matter"):
        code = "comment" if to.text.lstrip().startswith("<!--") else "structure"
        yield _reason(code, f"changed: {_short(to)}", to)
        return
    if piece.place != to.place:
        yield moved(piece, to)
    yield from _of_words(piece, to)


def _of_words(piece: Piece, to: Piece) -> Iterator[Reason]:
    old, new = (forgiven(each.tokens, "wording") for each in (piece, to))
    if old == new:
        return
    words = [*_only(old, new), *_only(new, old)]
    code = {token.text for each in (piece, to) for token in each.tokens if token.code}
    codes = [name for word in words if (name := _code_of(word, words, code))]
    if not _bare(words):
        decides = "a sign changed in a sentence that it may turn around"
        yield _reason("punctuation-decides", f"{decides}: {_short(to)}", to)
        return
    for name in dict.fromkeys(codes) or ("rule-changed",):
        told = ", ".join(dict.fromkeys(word for word in words if word != END))
        shown = told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
        yield _reason(name, f"{name.replace('-', ' ')} ({shown}): {_short(to)}", to)


def _code_of(word: str, words: list[str], code: set[str]) -> str:
    """Return what kind of word changed, or '' if it is like any other."""
    lower = word.casefold()
    plain = lower if "'" in word else _SIGN.sub("", lower)
    shouted = len(word) > 1 and word.isupper() and lower in map(str.casefold, set(words) - {word})
    looks = (
        ("struck", "~~" in word),
        ("comment", "<!--" in word),
        ("command", word in code),
        ("path", _PATH.search(word)),
        ("number", any(char.isdigit() for char in word)),
        ("capitals", shouted),
        *((name, plain in known) for name, known in _SETS),
    )
    return next((name for name, is_it in looks if is_it), "")


def _only(one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    """Return the words of `one` that `other` lacks; all of both, if only their order differs."""
    missing = Counter(one) - Counter(other)
    if not missing and Counter(one) == Counter(other):
        return list(one)
    return list(missing.elements())


def _bare(words: list[str]) -> list[str]:
    return [word for word in words if any(char.isalnum() for char in word) or len(word) > 1]


def _short(piece: Piece) -> str:
    line = " ".join(piece.text.split())
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"


def _reason(code: str, text: str, piece: Piece) -> Reason:
    return Reason(code=code, text=text, line=piece.line)
