"""What a command asks a task runner for, and how the options of a runner are read."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.shapes.base import Shape
from chaff.shapes.detect import Runner


class Wanted(Shape, frozen=True, kw_only=True):
    """What a command asks a runner for."""

    runner: Runner
    target: str
    folder: str = ""
    """The folder that the command names, '' if it names none."""
    package: str = ""
    """The workspace that the command names, '' if it names none."""
    program: bool = False
    """Without a script of that name the runner would look for a program."""


class Options:
    """The options of a runner: which take a value, and which make it another question."""

    def __init__(self, *, valued: str = "", drop: str = "") -> None:
        self._valued = frozenset(valued.split())
        self._drop = frozenset(drop.split())

    def split(self, words: Sequence[str]) -> tuple[list[str], dict[str, str]] | None:
        """Return the plain words and the values of options; None for another question."""
        plain: list[str] = []
        values: dict[str, str] = {}
        left = list(words)
        while left and left[0] != "--":
            word = left.pop(0)
            name, equals, value = word.partition("=")
            if not word.startswith("-"):
                plain.append(word)
            elif name in self._drop:
                return None
            elif name in self._valued:
                if not equals and not left:
                    return None
                if name in values:
                    return None
                values[name] = value if equals else left.pop(0)
        return plain, values


def words_of(text: str) -> frozenset[str]:
    """Return the words of a list that is written as one text."""
    return frozenset(text.split())


def first_of(values: dict[str, str], *names: str) -> str:
    """Return the value of the first of some options that was given, '' if none was."""
    return next((values[name] for name in names if name in values), "")
