"""Reads command lines for what they ask a task runner for, and in which folder.

Whatever is not plainly understood, such as a placeholder or an unknown folder, asks for nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from chaff.lazy import lazy
from chaff.lint.repository.runners import RUNNERS, asked
from chaff.lint.repository.wanted import Wanted

_GLUED: Final = lazy(r"[^\s<]<[A-Za-z]|>[\w-]")
"""A placeholder that is part of a word."""
_ASSIGNMENT: Final = lazy(r"^[A-Za-z_]\w*=")
_FOLDER: Final = lazy(r"^[\w.@][\w.@/ -]*$")
_BEFORE: Final = frozenset({"sudo", "time", "command", "exec", "corepack"})
_MAY_ASK: Final = lazy(rf"\b(?:cd|pushd|popd|{'|'.join(RUNNERS)})\b")
"""Taking a line apart costs much more than this."""
_QUOTED: Final = lazy(r"[\"'\\]")
_PLAIN: Final = lazy(r"[();<>|&]+|[^\s();<>|&]+")
_LONGEST: Final = 1000


def wanted(line: str) -> tuple[Wanted, ...]:
    """Return what a command line asks for, in its order."""
    return Session().run(line)


class Session:
    """Command lines one after the other, in the folder that the last `cd` led to."""

    def __init__(self) -> None:
        self._folder: str | None = ""

    def run(self, line: str) -> tuple[Wanted, ...]:
        """Return what a line asks for, in its order."""
        found: list[Wanted] = []
        for words in _commands(line):
            if words[0] in ("cd", "pushd", "popd"):
                self._enter(words)
            elif self._folder is not None:
                found += (_in_folder(one, self._folder) for one in asked(words))
        return tuple(found)

    def _enter(self, words: Sequence[str]) -> None:
        folder = words[1] if len(words) > 1 else ""
        plain = words == ["cd", folder] and _FOLDER.match(folder) and ".." not in folder
        if not plain or self._folder is None:
            self._folder = None
        else:
            self._folder = "/".join(part for part in (self._folder, folder) if part)


def _in_folder(one: Wanted, folder: str) -> Wanted:
    return replace(one, folder="/".join(part for part in (folder, one.folder) if part))


def _commands(line: str) -> Iterator[list[str]]:
    """Yield the simple commands of a line, each as its words without settings in front."""
    if len(line) > _LONGEST or not _MAY_ASK.search(line) or _GLUED.search(line):
        return
    words: list[str] = []
    try:
        tokens = _tokens(line.removeprefix("$ "))
    except ValueError:
        return
    for token in tokens:
        if token.startswith("#"):
            break
        if token and token[0] in "();|&":
            yield from _stripped(words)
            words = []
        else:
            words.append(token)
    yield from _stripped(words)


def _tokens(line: str) -> list[str]:
    """Return words and operators; raises ValueError if a quote is left open."""
    if not _QUOTED.search(line):
        return _PLAIN.findall(line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    return list(lexer)


def _stripped(words: list[str]) -> Iterator[list[str]]:
    while words and (_ASSIGNMENT.match(words[0]) or words[0] in _BEFORE):
        words = words[1:]
    redirected = next((n for n, word in enumerate(words) if word[:1] in "<>"), len(words))
    if words[:redirected]:
        yield words[:redirected]
