"""Matches paths with gitignore patterns, byte for byte as git does.

Written from gitignore(5) and held against `git check-ignore`; the package that is there for it
answers otherwise where a negated pattern names a folder. All patterns of a list are one RE2 set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import re2

_SET_SIZE: Final = 500
"""RE2 gives up on a set of some thousands of patterns."""
# A bracket never matches a slash.
_CLASSES: Final = {
    **{name: f"[:{name}:]" for name in ("alnum", "alpha", "blank", "cntrl", "digit")},
    **{name: f"[:{name}:]" for name in ("lower", "space", "upper", "xdigit")},
    "graph": "!-.0-~",
    "print": " -.0-~",
    "punct": "!-.:-@\\x5b-`{-~",
}
_WILD: Final = frozenset("*?[\\")


class Patterns:
    """The patterns of one list, in order; the last that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._kinds: list[tuple[bool, bool]] = []
        """Of each pattern, whether it is negated and whether it is for folders only."""
        self._sets: list[tuple[int, Any]] = []
        """Sets of patterns, last first, each with the index of its first pattern."""
        expressions = []
        for line in lines:
            pattern = _without_trailing_blanks(line)
            if not pattern or pattern.startswith("#"):
                continue
            negated = pattern.startswith("!")
            pattern = pattern[negated:]
            folders_only = pattern.endswith("/")
            expression = _expression(pattern.removesuffix("/"))
            if expression is not None:
                expressions.append(expression)
                self._kinds.append((negated, folders_only))
        for first in range(0, len(expressions), _SET_SIZE):
            self._sets.insert(0, (first, _compiled(expressions[first : first + _SET_SIZE])))

    def __len__(self) -> int:
        return len(self._kinds)

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Tell whether a path is ignored by its own name; None if no pattern matches.

        The path is POSIX, relative to the folder of the list.
        """
        name = path.encode(errors="surrogatepass")
        for first, patterns in self._sets:
            for index in sorted(patterns.Match(name) or (), reverse=True):
                negated, folders_only = self._kinds[first + index]
                if folder or not folders_only:
                    return not negated
        return None


def _compiled(expressions: list[str]) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.dot_nl = True
    options.never_capture = True
    # A name is bytes, and need not be text.
    options.encoding = re2.Options.Encoding.LATIN1
    found = re2.Set.FullMatchSet(options)
    for expression in expressions:
        found.Add(expression.encode("latin-1"))
    found.Compile()
    return found


def _without_trailing_blanks(line: str) -> str:
    """Cut off blanks at the end of a line, but keep one that is escaped."""
    bare = line.rstrip(" ")
    n_escapes = len(bare) - len(bare.rstrip("\\"))
    return f"{bare} " if n_escapes % 2 and bare != line else bare


def _expression(pattern: str) -> str | None:
    """Return the regular expression of a pattern; None for one that can match nothing."""
    glob = pattern.encode(errors="surrogatepass").decode("latin-1")
    anywhere = "/" not in glob
    pieces = list(_pieces(glob.removeprefix("/"), anywhere=anywhere))
    if not pieces or None in pieces:
        return None
    return ("(?:.*/)?" if anywhere else "") + "".join(piece for piece in pieces if piece)


def _pieces(glob: str, *, anywhere: bool) -> Iterator[str | None]:
    """Yield a pattern's expression bit by bit, None where it breaks off."""
    at = 0
    while at < len(glob):
        stop = at + 1
        match glob[at]:
            case "*":
                stop = at + len(glob[at:]) - len(glob[at:].lstrip("*"))
                # Git compares what stands before the first wildcard apart: `a**/b` is `a`, `**/b`.
                whole = stop - at > 1 and (glob[:at].endswith("/") or not _WILD & set(glob[:at]))
                if whole and not anywhere and stop == len(glob):
                    yield ".*"
                elif whole and glob[stop : stop + 1] == "/":
                    stop += 1
                    yield "(?:.*/)?"
                else:
                    yield "[^/]*"
            case "?":
                yield "[^/]"
            case "[":
                stop, expression = _bracket(glob, at + 1)
                yield expression
            case "\\":
                stop = at + 2
                yield _literal(glob[at + 1]) if at + 1 < len(glob) else None
            case letter:
                yield _literal(letter)
        at = stop


def _bracket(glob: str, at: int) -> tuple[int, str | None]:
    """Return where a bracket expression ends and what it means; None if it is not closed."""
    negated = glob[at : at + 1] in ("!", "^")
    at += negated
    first, members = at, ""
    while at < len(glob) and (glob[at] != "]" or at == first):
        name = glob[at + 2 : glob.find(":]", at + 2)] if glob.startswith("[:", at) else ""
        if name in _CLASSES:
            members += _CLASSES[name]
            at += len(name) + 4
            continue
        low, at = _member(glob, at)
        high = low
        if glob[at : at + 1] == "-" and glob[at + 1 : at + 2] not in ("", "]"):
            high, at = _member(glob, at + 1)
        members += _range(low, high)
    if at >= len(glob):
        return at, None
    if negated:
        return at + 1, f"[^/{members}]"
    return at + 1, f"[{members}]" if members else None


def _range(low: str, high: str) -> str:
    """Return what a bracket may match from one character to another, without the slash."""
    if low <= "/" <= high:
        return _range(low, ".") + _range("0", high)
    return f"{_literal(low)}-{_literal(high)}" if low <= high else ""


def _member(glob: str, at: int) -> tuple[str, int]:
    escaped = glob[at] == "\\" and at + 1 < len(glob)
    return glob[at + escaped], at + escaped + 1


def _literal(letter: str) -> str:
    return letter if letter.isascii() and letter.isalnum() else f"\\x{ord(letter):02x}"
