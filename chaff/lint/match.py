"""Finds what a rule flags in a file: each kind of detection has a matcher of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lint.blocks import Document, parse
from chaff.lint.finding import Finding, Match
from chaff.lint.matchers import (
    block,
    directory_tree,
    long_block,
    machine_path,
    missing_command,
    missing_path,
    missing_tool,
    repeated_block,
    section,
)
from chaff.lint.place import NOWHERE, Place
from chaff.shapes.detect import (
    BlockDetect,
    Detect,
    DirectoryTreeDetect,
    LongBlockDetect,
    MachinePathDetect,
    MissingCommandDetect,
    MissingPathDetect,
    MissingToolDetect,
    RepeatedBlockDetect,
    SectionDetect,
)

_NO_PATTERNS: Final = frozenset({"blocks", "runners"})
"""The tuples of a detection that hold names of a closed set."""


def patterns_of(detect: Detect) -> Iterator[tuple[str, str]]:
    """Yield every pattern of a detection with the name of its field."""
    for field in detect.__struct_fields__:
        value = getattr(detect, field)
        if isinstance(value, tuple) and field not in _NO_PATTERNS:
            yield from ((field, pattern) for pattern in value)


def find(data: bytes, detect: Detect, place: Place = NOWHERE) -> tuple[Finding, ...]:
    """Return what `detect` flags in a Markdown file that lies at `place`, in the file's order.

    Raises BadInputError if the bytes are not UTF-8, or a pattern is not RE2.
    """
    return tuple(match.finding for match in matches(parse(data), detect, place))


def matches(document: Document, detect: Detect, place: Place = NOWHERE) -> tuple[Match, ...]:
    """Return what `detect` flags in a parsed file, in the order of the file."""
    return tuple(_flagged(document, detect, place))


def _flagged(document: Document, detect: Detect, place: Place) -> Iterator[Match]:  # noqa: PLR0911 - one a kind
    match detect:
        case BlockDetect():
            return block.flag(document, detect)
        case SectionDetect():
            return section.flag(document, detect)
        case MissingPathDetect():
            return missing_path.flag(document, detect, place)
        case MissingCommandDetect():
            return missing_command.flag(document, detect, place)
        case MissingToolDetect():
            return missing_tool.flag(document, detect, place)
        case MachinePathDetect():
            return machine_path.flag(document, detect, place)
        case RepeatedBlockDetect():
            return repeated_block.flag(document, detect, place)
        case LongBlockDetect():
            return long_block.flag(document, detect, place)
        case DirectoryTreeDetect():
            return directory_tree.flag(document, detect, place)
