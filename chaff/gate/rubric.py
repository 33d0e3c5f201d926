"""Scores conversations by a rubric: from what each turn shows, to five dimensions and one number.

A turn shows a class of remarks or does not: however often it complains, it counts once a class.
Each dimension of a conversation starts at `base`, is moved by every matched turn, and is clipped to
0..scale at the end, so that the order of turns is of no matter. A conversation's score is the plain
mean of its five dimensions. A day's score is the mean of its conversations, weighted by length; the
length is the number of the person's turns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, get_args

from chaff.gate.spoken import sentences_of, words_of
from chaff.language.turns import Told, language_of
from chaff.pattern import any_found_in, which_found_in
from chaff.shapes.base import Shape
from chaff.shapes.gate import Dimension, PatternClass, Phrases, Rubric

CLASSES: Final[tuple[PatternClass, ...]] = get_args(PatternClass)
DIMENSIONS: Final[tuple[Dimension, ...]] = get_args(Dimension)


class Hit(Shape, frozen=True, kw_only=True):
    """A sentence that shows a class, and by which of its phrases and patterns (from 0)."""

    shows: PatternClass
    phrase: int
    pattern: int
    sentence: str


class Judgement(Shape, frozen=True, kw_only=True):
    """What is kept of a turn."""

    language: Told
    shows: tuple[PatternClass, ...] = ()


class Scored(Shape, frozen=True, kw_only=True):
    """A conversation of one day: its length in turns, and its dimensions from 0 to the scale."""

    n_turns: int
    dimensions: dict[Dimension, float]

    @property
    def score(self) -> float:
        """The mean of the five dimensions."""
        return math.fsum(self.dimensions.values()) / len(self.dimensions)


class DayMean(Shape, frozen=True, kw_only=True):
    """A day: the weighted means of its conversations, and how far those differ.

    `sd_within` is the standard deviation of the conversations' scores, weighted by length; None for
    fewer than two. `n_effective` is how many conversations of equal length would weigh as much.
    """

    score: float
    dimensions: dict[Dimension, float]
    sd_within: float | None
    n_effective: float


def hits(text: str, rubric: Rubric) -> tuple[Hit, ...]:
    """Return what a turn shows, a hit for each sentence and phrase that matches."""
    return _hits(sentences_of(words_of(text)), rubric)


def judge(text: str, rubric: Rubric) -> Judgement:
    """Return what is kept of a turn: its language and the classes it shows, not a word.

    What is not English shows nothing; what shows something is English.
    """
    words = words_of(text)
    told = language_of(words)
    if told == "other":
        return Judgement(language=told)
    shown = {hit.shows for hit in _hits(sentences_of(words), rubric)}
    if not shown:
        return Judgement(language=told)
    return Judgement(language="english", shows=tuple(name for name in CLASSES if name in shown))


def _hits(sentences: tuple[str, ...], rubric: Rubric) -> tuple[Hit, ...]:
    turn = "\n".join(sentences)
    found = []
    for shown, phrases in _by_class(rubric):
        patterns, owners = _patterns(phrases)
        for at, sentence in enumerate(sentences):
            for place in which_found_in(patterns, sentence):
                number, pattern = owners[place]
                if _counts(phrases[number], sentence, turn, is_first=at == 0):
                    found.append(
                        Hit(shows=shown, phrase=number, pattern=pattern, sentence=sentence)
                    )
    return tuple(found)


def score_conversation(n_turns: int, matched: Mapping[PatternClass, int], rubric: Rubric) -> Scored:
    """Return the dimensions of a conversation of which so many turns showed each class."""
    dimensions: dict[Dimension, float] = {}
    for dimension in DIMENSIONS:
        moves = (
            getattr(getattr(rubric.weights, shown), dimension) * matched.get(shown, 0)
            for shown in CLASSES
        )
        moved = math.fsum((rubric.base, *moves))
        dimensions[dimension] = min(max(moved, 0.0), rubric.scale)
    return Scored(n_turns=n_turns, dimensions=dimensions)


def score_day(conversations: Iterable[Scored]) -> DayMean | None:
    """Return the mean of a day's conversations, weighted by length; None if there are none."""
    scored = [each for each in conversations if each.n_turns > 0]
    if not scored:
        return None
    weights = [each.n_turns for each in scored]
    total = sum(weights)
    dimensions: dict[Dimension, float] = {
        dimension: _mean([each.dimensions[dimension] for each in scored], weights)
        for dimension in DIMENSIONS
    }
    scores = [each.score for each in scored]
    mean = _mean(scores, weights)
    n_effective = total**2 / sum(weight**2 for weight in weights)
    spread = _mean([(score - mean) ** 2 for score in scores], weights)
    sd = math.sqrt(spread * n_effective / (n_effective - 1)) if len(scored) > 1 else None
    return DayMean(score=mean, dimensions=dimensions, sd_within=sd, n_effective=n_effective)


def _mean(values: list[float], weights: list[int]) -> float:
    products = (value * weight for value, weight in zip(values, weights, strict=True))
    return math.fsum(products) / sum(weights)


def _counts(phrases: Phrases, sentence: str, turn: str, *, is_first: bool) -> bool:
    return (
        (is_first or not phrases.opening)
        and not any_found_in(phrases.unless, sentence)
        and not any_found_in(phrases.unless_turn, turn)
    )


def _by_class(rubric: Rubric) -> Iterable[tuple[PatternClass, tuple[Phrases, ...]]]:
    return ((shown, getattr(rubric.classes, shown)) for shown in CLASSES)


@lru_cache(maxsize=64)
def _patterns(
    phrases: tuple[Phrases, ...],
) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Return all patterns of some phrases, and of each the places of phrase and pattern."""
    patterns, owners = [], []
    for number, phrase in enumerate(phrases):
        for place, pattern in enumerate(phrase.any):
            patterns.append(pattern)
            owners.append((number, place))
    return tuple(patterns), tuple(owners)
