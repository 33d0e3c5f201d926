"""Which rules are applied to which file: defaults, what was selected, what was ignored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from chaff.errors import UsageError
from chaff.lint.settings import PerPath
from chaff.lint.trust import trust
from chaff.shapes.base import Shape
from chaff.shapes.head import Head

ALL: Final = "all"
DEFAULT: Final = "default"


class Selection(Shape, frozen=True, kw_only=True):
    """The rules that are on, and where that differs by path."""

    rules: tuple[Head, ...]
    """All there are."""
    on: frozenset[str]
    per_path: tuple[PerPath, ...] = ()

    def for_path(self, path: str) -> tuple[Head, ...]:
        """Return the rules for a file; its path is relative to the settings' folder, POSIX."""
        on = set(self.on)
        for entry in self.per_path:
            if names_path(entry.paths, path):
                on -= set(expanded(entry.ignore, self.rules))
                on |= set(expanded(entry.select, self.rules))
        return tuple(rule for rule in self.rules if rule.id in on)

    def ever_on(self) -> frozenset[str]:
        """Return the rules that are on for some path at least."""
        more = (expanded(entry.select, self.rules) for entry in self.per_path)
        return self.on.union(*more)


def select(
    rules: Sequence[Head],
    chosen: Iterable[str] | None,
    ignored: Iterable[str],
    per_path: tuple[PerPath, ...] = (),
) -> Selection:
    """Return the rules that are on: those chosen, or those that are on by default, less ignored."""
    on = set(expanded((DEFAULT,) if chosen is None else chosen, rules))
    on -= set(expanded(ignored, rules))
    return Selection(rules=tuple(rules), on=frozenset(on), per_path=per_path)


def expanded(names: Iterable[str], rules: Sequence[Head]) -> list[str]:
    """Return the ids of the rules named; `all` and `default` name several."""
    ids: list[str] = []
    for name in names:
        if name == ALL:
            ids += [rule.id for rule in rules]
        elif name == DEFAULT:
            ids += [rule.id for rule in rules if trust(rule.readings, buried=rule.buried).on]
        else:
            ids.append(name)
    return ids


def require_rules(
    names: Iterable[str], rules: Sequence[Head], *, also: Collection[str], where: str
) -> None:
    """Raise UsageError, naming `where` it stands, for a name that is neither a rule nor `also`."""
    known = {*(rule.id for rule in rules), *also}
    for name in names:
        if name not in known:
            import difflib

            close = difflib.get_close_matches(name, sorted(known), n=1)
            there_are = f"there are: {', '.join(sorted(known))}"
            remedy = f"did you mean {close[0]}? {there_are}" if close else there_are
            raise UsageError(f"there is no rule {name!r}", where=where, remedy=remedy)


def names_path(patterns: Sequence[str], path: str) -> bool:
    """Tell whether patterns, as in .gitignore, name a file or a folder above it."""
    from chaff.lint.repository.globs import Patterns

    compiled = Patterns([anchored(one) for one in patterns])
    parts = path.split("/")
    folders = ("/".join(parts[:n]) for n in range(1, len(parts)))
    return bool(compiled.verdict(path, folder=False)) or any(
        compiled.verdict(folder, folder=True) for folder in folders
    )


def anchored(pattern: str) -> str:
    """Return a pattern with `./` at its start as git has it; there it would match nothing."""
    return pattern[1:] if pattern.startswith("./") else pattern
