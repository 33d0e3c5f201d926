"""Words in forms that forgive ever more: layout, capitals, signs, spelling, wording."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

import pyromark

from chaff.gate.risk_words import (
    ABBREVIATIONS,
    BRITISH,
    DECISIVE,
    PHRASES,
    REPEATABLE,
    SPELLING,
)

Level = Literal["formatting", "capital", "punctuation", "spelling", "wording"]
LEVELS: Final[tuple[Level, ...]] = (
    "formatting",
    "capital",
    "punctuation",
    "spelling",
    "wording",
)
"""Each forgives what the ones before it do."""

END: Final = "¶"
"""Where a sentence or a block ends."""
_GLUE: Final = "⁀"
"""Between words that no space parts."""

_PREFIX: Final = "x "
_OPENING: Final = re.compile(r"[(\[\"'“‘„«]+")
_CLOSING: Final = re.compile(r"[)\]\"'”’»,.;:!?…]+$")
_TRIPLE: Final = re.compile(r"([a-hj-uyz])\1{2,}")
"""No i, v, w and x: iii is a number, and www a name."""
_DASHES: Final = frozenset(("—", "–", "--", "-"))
_QUOTES: Final = str.maketrans("“”„«»‘’", '"""""\'\'')
_STOPS: Final = frozenset(".!?…")


class Token(NamedTuple):
    """A word or sign, and whether it is code, which nothing is forgiven."""

    text: str
    code: bool = False


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words and signs of a block's text without emphasis and backticks."""
    found: list[Token] = []
    glued = False
    for part, code in _parts(text):
        for word in re.finditer(r"\s+|\S+", part):
            if word[0].isspace():
                glued = False
                continue
            _add(found, _split(word[0], code=code), glued=glued)
            glued = True
    if found and found[-1].text != END:
        found.append(Token(END))
    return tuple(found)


def forgiven(tokens: tuple[Token, ...], level: Level) -> tuple[str, ...]:
    """Return the words in the form that forgives everything up to `level`."""
    steps = LEVELS.index(level)
    words = list(tokens)
    if steps >= 1:
        words = [*_lowered(words)]
    if steps >= 2:
        words = _without_signs(words)
    if steps >= 3:
        words = [*_spelt(words)]
    if steps >= 4:
        words = _reworded(words)
    return tuple(_shown(word) for word in words)


def _shown(token: Token) -> str:
    """Return a word; an import that is code is another thing than one that is not."""
    return f"`{token.text}" if token.code and token.text.startswith("@") else token.text


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield runs of text, and whether they are code, without the signs of emphasis and code."""
    data = (_PREFIX + text).encode()
    kept: list[tuple[int, int, bool]] = []
    dropped = [(0, len(_PREFIX))]
    for event, span in pyromark.events_with_range(
        data.decode(), options=pyromark.Options.ENABLE_STRIKETHROUGH
    ):
        start, end = span["start"], span["end"]
        if width := _delimiter(event):
            dropped += [(start, start + width), (end - width, end)]
        elif isinstance(event, dict) and "Code" in event:
            source = data[start:end]
            ticks = len(source) - len(source.lstrip(b"`"))
            dropped += [(start, start + ticks), (end - ticks, end)]
            kept.append((start + ticks, end - ticks, True))
    at = 0
    marks = sorted([*((*span, None) for span in dropped), *kept], key=lambda mark: mark[:2])
    for start, end, code in marks:
        if start > at:
            yield data[at:start].decode(), False
        if code:
            yield data[start:end].decode(), True
        at = max(at, end)
    yield data[at:].decode(), False


def _delimiter(event: Any) -> int:
    if isinstance(event, dict):
        return {"Strong": 2, "Emphasis": 1}.get(str(event.get("Start")), 0)
    return 0


def _split(word: str, *, code: bool) -> Iterator[Token]:
    """Yield a word, with the signs before and behind it apart."""
    if code:
        yield Token(word, code=True)
        return
    opening = _OPENING.match(word)
    if opening and opening.end() < len(word):
        yield from map(Token, opening[0])
        word = word[opening.end() :]
    if word.casefold() in ABBREVIATIONS:
        yield Token(word)
        return
    closing = _CLOSING.search(word)
    if closing:
        if closing.start():
            yield Token(word[: closing.start()])
        yield from map(Token, closing[0])
    else:
        yield Token(word)


def _add(found: list[Token], tokens: Iterator[Token], *, glued: bool) -> None:
    for number, token in enumerate(tokens):
        is_sign = not token.code and len(token.text) == 1 and not token.text.isalnum()
        if number == 0 and glued and found and not is_sign and _is_word(found[-1]):
            found.append(Token(_GLUE))
        if found and found[-1].text == END and is_sign and token.text in _STOPS and glued:
            found.insert(-1, token)
            continue
        found.append(token)
        if is_sign and token.text in _STOPS:
            found.append(Token(END))


def _is_word(token: Token) -> bool:
    return token.code or token.text.isalnum() or len(token.text) > 1


def _lowered(tokens: list[Token]) -> Iterator[Token]:
    """Yield words, the first of each sentence in lower case if only its first letter is not."""
    first = True
    for token in tokens:
        if first and not token.code and token.text[:1].isalpha():
            rest = token.text[1:]
            is_title = rest == rest.lower()
            yield Token(token.text.lower()) if is_title else token
            first = False
            continue
        yield token
        if token.text == END:
            first = True
        elif token.code:
            first = False


def _without_signs(tokens: list[Token]) -> list[Token]:
    """Return words with quotes and dashes of one kind and no full stops; commas as they may go."""
    kept: list[Token] = []
    for sentence in _sentences(tokens):
        decides = any(token.text.casefold() in DECISIVE or _contracted(token) for token in sentence)
        for token in sentence:
            if token.code:
                kept.append(token)
                continue
            text = "-" if token.text in _DASHES else token.text.translate(_QUOTES)
            if text in (".", "!", "…") or (text == "," and not decides):
                continue
            kept.append(Token(text))
    return kept


def _contracted(token: Token) -> bool:
    return token.text.translate(_QUOTES).casefold().endswith("n't")


def _sentences(tokens: list[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.text == END:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _spelt(tokens: list[Token]) -> Iterator[Token]:
    before = ""
    for token in tokens:
        word = token.text
        if token.code or not word.replace("'", "").isalpha() or not word.islower():
            yield token
        elif word != before or word not in REPEATABLE:
            word = _TRIPLE.sub(r"\1\1", word) if len(word) >= 6 else word
            word = SPELLING.get(word, word)
            yield Token(BRITISH.get(word, word))
        before = word


def _reworded(tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        for phrase, instead in _PHRASES:
            stop = at + len(phrase)
            part = tokens[at:stop]
            if tuple(token.text for token in part) == phrase and not any(t.code for t in part):
                found.extend(map(Token, instead))
                at = stop
                break
        else:
            token = tokens[at]
            stem = token.text.removesuffix("n't")
            if not token.code and stem != token.text and stem.islower():
                found += [Token(stem), Token("not")]
            else:
                found.append(token)
            at += 1
    return found


_PHRASES: Final = tuple(
    sorted(
        ((tuple(phrase.split()), tuple(instead.split())) for phrase, instead in PHRASES),
        key=lambda pair: -len(pair[0]),
    )
)
