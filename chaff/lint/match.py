"""Finds what a rule flags in a file: each kind of detection has a matcher of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lint.finding import Finding, Match
from chaff.lint.markdown.blocks import Document, parse
from chaff.lint.repository.manifest_names import may_have_manifest
from chaff.lint.repository.place import NOWHERE, Place
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


def _flagged(document: Document, detect: Detect, place: Place) -> Iterator[Match]:  # noqa: C901, PLR0911 - one a kind
    # Matchers are loaded when they are first needed: those of some kinds take longer than a file.
    match detect:
        case BlockDetect():
            from chaff.lint.matchers import block

            return block.flag(document, detect)
        case SectionDetect():
            from chaff.lint.matchers import section

            return section.flag(document, detect)
        case MissingPathDetect():
            from chaff.lint.matchers import missing_path

            return missing_path.flag(document, detect, place)
        case MissingCommandDetect():
            if not may_have_manifest(place.repository, detect.runners):
                return iter(())
            from chaff.lint.matchers import missing_command

            return missing_command.flag(document, detect, place)
        case MissingToolDetect():
            from chaff.lint.matchers import missing_tool

            return missing_tool.flag(document, detect, place)
        case MachinePathDetect():
            from chaff.lint.matchers import machine_path

            return machine_path.flag(document, detect, place)
        case RepeatedBlockDetect():
            from chaff.lint.matchers import repeated_block

            return repeated_block.flag(document, detect, place)
        case LongBlockDetect():
            if all(block.kind not in ("code", "table") for block in document.blocks):
                return iter(())
            from chaff.lint.matchers import long_block

            return long_block.flag(document, detect, place)
        case DirectoryTreeDetect():
            if all(block.kind != "code" for block in document.blocks):
                return iter(())
            from chaff.lint.matchers import directory_tree

            return directory_tree.flag(document, detect, place)
