"""Tells when transcripts may no longer be read rightly: a format that changed without a word.

A reader that has gone deaf finds no friction, and a gate would take that for a good edit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from chaff.shapes.base import Shape
from chaff.transcripts.census import Census, total

Counts: TypeAlias = Mapping[str, Mapping[str, Census]]
"""By the day on which they were read, as 2026-11-30, and the program's version."""

_BASIS: Final = 20
"""Files read before, without which nothing is usual."""
_LEAST_FILES: Final = 5
_LEAST_ROWS: Final = 200
_MOST_SILENT: Final = 0.8
"""Of files; where at most half as many used to be silent, the reader is deaf."""
_MOST_UNKNOWN: Final = 0.1
"""Of rows; where not a fifth of it was usual, the format has changed."""


class Doubt(Shape, frozen=True, kw_only=True):
    """Why what was read last should not be trusted, or ''; and since when, as 2026-11-30."""

    why: str = ""
    since: str = ""


def doubt(counts: Counts, since: str = "") -> Doubt:
    """Return whether what was read last should be doubted.

    What was read last is held against all before, and each version against all older ones. `since`
    is the day since which it was doubted already: what came after is no measure, or a fault would
    become usual by lasting.
    """
    recent, before, first = _recent(counts, since)
    found = _strange(recent, before)
    if found:
        return Doubt(why=f"what was read last: {found}", since=since or first)
    programs = _by_program(counts)
    versions = sorted(programs, key=_order)
    for place, version in enumerate(versions):
        older = total(programs[name] for name in versions[:place])
        newer = total(programs[name] for name in versions[place + 1 :])
        found = "" if _is_heard(newer) else _strange(programs[version], older)
        if found:
            return Doubt(why=f"version {version}: {found}", since=since)
    return Doubt()


def _strange(now: Census, before: Census) -> str:
    if before.files < _BASIS or now.rows < _LEAST_ROWS:
        return ""
    silent, used = now.silent / max(now.files, 1), before.silent / before.files
    if now.files >= _LEAST_FILES and silent >= _MOST_SILENT and used <= silent / 2:
        return (
            f"nobody is heard in {now.silent} of {now.files} conversations "
            f"({now.rows} rows), before in {before.silent} of {before.files}"
        )
    unknown, was = now.unknown / now.rows, before.unknown / max(before.rows, 1)
    if unknown >= _MOST_UNKNOWN and was < unknown / 5:
        return (
            f"{100 * unknown:.0f} % of {now.rows} rows are of unknown kinds, "
            f"before {100 * was:.0f} %"
        )
    return ""


def _is_heard(newer: Census) -> bool:
    """Tell whether versions since are read well, so that an odd one is past."""
    return newer.files >= _LEAST_FILES and newer.silent < _MOST_SILENT * newer.files


def _recent(counts: Counts, since: str) -> tuple[Census, Census, str]:
    """Return the last days' count, as many as make a comparison; all before; the first of them."""
    recent, before, first = Census(), Census(), ""
    for day in sorted(counts, reverse=True):
        enough = recent.rows >= _LEAST_ROWS and recent.files >= _LEAST_FILES
        if not enough and day >= since:
            recent.add(total(counts[day].values()))
            first = day
        elif not since or day < since:
            before.add(total(counts[day].values()))
    return recent, before, first


def _by_program(counts: Counts) -> dict[str, Census]:
    found: dict[str, Census] = {}
    for programs in counts.values():
        for name, count in programs.items():
            found.setdefault(name, Census()).add(count)
    return found


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part[:9]) for part in re.findall(r"\d+", version))
