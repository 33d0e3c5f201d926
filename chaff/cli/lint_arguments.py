"""The arguments of `chaff lint`, read without argparse where they are plain.

argparse, with what it loads, takes as long as linting a small file. What is not plain is left to
it: abbreviations, `--name=value`, help, and whatever is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Literal

from chaff.lint.output.report import FORMATS
from chaff.shapes.base import Shape

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Option(Shape, frozen=True, kw_only=True):
    """An option: how it is written, and what it is for."""

    name: str
    help: str
    kind: Literal["switch", "text", "texts", "number", "format"] = "switch"
    metavar: str | None = None

    @property
    def field(self) -> str:
        """What its value is called."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def default(self) -> Any:
        """Its value where it is not given."""
        return {"switch": False, "texts": [], "format": FORMATS[0]}.get(self.kind)


def _texts(name: str, metavar: str, what: str) -> Option:
    return Option(name=name, kind="texts", metavar=metavar, help=f"{what}; repeatable")


def _text(name: str, metavar: str, what: str) -> Option:
    return Option(name=name, kind="text", metavar=metavar, help=what)


GROUPS: Final = {
    "fixes": (
        Option(name="--fix", help="make the fixes that are marked safe"),
        Option(name="--unsafe-fixes", help="make the others as well"),
        Option(name="--diff", help="show what --fix does or would do"),
    ),
    "rules": (
        _texts("--select", "RULE", "only this rule (or: default, all)"),
        _texts("--ignore", "RULE", "not this rule"),
        _texts(
            "--fail-on",
            "RULE|heuristic|not-covered",
            "let this rule, all heuristics, or files that were not understood fail",
        ),
        _texts(
            "--models", "MODEL", "a model one uses: a rule enforced on none of them only informs"
        ),
    ),
    "known findings": (
        _text("--baseline", "FILE", "do not tell what this file holds"),
        _text("--write-baseline", "FILE", "write all findings there; replaces a baseline"),
    ),
    "input and output": (
        Option(name="--format", kind="format", help=""),
        _texts("--exclude", "GLOB", "leave out, as .gitignore does"),
        Option(name="--max-bytes", kind="number", metavar="N", help="skip larger files (10000000)"),
        Option(
            name="--jobs", kind="number", metavar="N", help="processes at most (one a processor)"
        ),
        _text("--stdin-filename", "PATH", "what standard input is the text of"),
        _text("--config", "FILE", "take the settings from this file"),
        Option(name="--no-config", help="take no settings from files"),
    ),
}
_OPTIONS: Final = {option.name: option for group in GROUPS.values() for option in group}


def add_arguments(parser: ArgumentParser) -> None:
    """Add all arguments to a parser."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help="default: this folder")
    for title, options in GROUPS.items():
        group = parser.add_argument_group(title)
        for option in options:
            group.add_argument(option.name, **_traits(option))


def _traits(option: Option) -> dict[str, Any]:
    match option.kind:
        case "switch":
            return {"action": "store_true", "help": option.help}
        case "format":
            return {"choices": FORMATS, "default": option.default}
        case "texts":
            more: dict[str, Any] = {"action": "append", "default": option.default}
        case "number":
            more = {"type": int}
        case "text":
            more = {}
    return {"metavar": option.metavar, "help": option.help, **more}


def read_plainly(words: Sequence[str]) -> SimpleNamespace | None:
    """Return the arguments as argparse would, None if they are not plain."""
    values: dict[str, Any] = {option.field: option.default for option in _OPTIONS.values()}
    paths: list[str] = []
    ended = False
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            # argparse takes paths in one place only.
            if ended:
                return None
            paths.append(word)
            continue
        ended = bool(paths)
        option = _OPTIONS.get(word)
        if option is None or not _takes(option, rest, values):
            return None
    return SimpleNamespace(paths=paths, **values)


def _takes(option: Option, rest: Iterator[str], values: dict[str, Any]) -> bool:
    """Put an option's value down; tell whether it is a plain one."""
    if option.kind == "switch":
        values[option.field] = True
        return True
    word = next(rest, "-")
    if word.startswith("-"):
        return False
    match option.kind:
        case "texts":
            values[option.field] = [*values[option.field], word]
        case "number":
            values[option.field] = int(word) if word.isdecimal() else None
            return word.isdecimal()
        case "format":
            values[option.field] = word
            return word in FORMATS
        case "text":
            values[option.field] = word
    return True
