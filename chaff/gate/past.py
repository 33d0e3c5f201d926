"""Reads the edits that a file had before the gate, from its git history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, tzinfo
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from chaff.errors import HistoryError
from chaff.gate.changes import Site
from chaff.gate.hunks import hunks_of
from chaff.gate.risk import assess
from chaff.gate.target import LARGEST, digest_of
from chaff.git import GitError, git
from chaff.shapes.base import Shape
from chaff.shapes.gate_ledger import Edit

_NO_REPOSITORY: Final = "not a git repository"


class Version(Shape, frozen=True, kw_only=True):
    """What a commit made of the file, on the local day on which it was written."""

    commit: str
    day: date
    text: bytes | None


class Past(Shape, frozen=True, kw_only=True):
    """A file's versions, the oldest first; `why` says why there are none."""

    versions: tuple[Version, ...] = ()
    why: str = ""


def past_of(target: Path, zone: tzinfo) -> Past:
    """Return a file's versions, one a day; links are followed to where the file is kept.

    Days are those on which the changes were written (author dates), never in another order than
    that of the commits. Raises HistoryError where git fails.
    """
    real = target.resolve()
    try:
        git(real.parent, "rev-parse", "--show-toplevel")
        log = git(real.parent, "log", "--format=%H %aI", "--", real.name)
    except FileNotFoundError:
        return Past(why="git is not installed")
    except GitError as error:
        if _NO_REPOSITORY in error.message or "does not have any commits" in error.message:
            return Past(why="the file is in no git history")
        raise HistoryError(error.message or "git failed", where=str(real)) from None
    rows = [line.split(" ", 1) for line in reversed(log.decode().splitlines())]
    if not rows:
        return Past(why="the file was never committed")
    return Past(versions=tuple(_versions(rows, real, zone)))


def past_edits(past: Past, site: Site, since: date | None) -> Iterator[Edit]:
    """Yield the edits of a past from a day on, the making of the file included.

    What the file holds beyond its last commit is an edit of the day on which it was written.
    """
    before: bytes | None = None
    for version in past.versions:
        if version.text != before and since is not None and version.day >= since:
            yield _edit(site, before, version)
        before = version.text


def known_since(target: Path, past: Past, current: bytes | None, zone: tzinfo) -> date | None:
    """Return the day on which the text of today came into the file, as far as can be known.

    The later of the day on which the file was written and that of its last commit.
    """
    try:
        written = datetime.fromtimestamp(target.stat().st_mtime, zone).date()
    except OSError:
        return None
    if past.versions and past.versions[-1].text == current:
        return max(written, past.versions[-1].day)
    return written


def uncommitted(target: Path, past: Past, current: bytes | None, zone: tzinfo) -> Past:
    """Return a past that ends with what the file holds now."""
    if not past.versions or past.versions[-1].text == current:
        return past
    day = known_since(target, past, current, zone)
    last = past.versions[-1]
    day = max(day or last.day, last.day)
    return Past(versions=(*past.versions, Version(commit="", day=day, text=current)))


def _versions(rows: list[list[str]], real: Path, zone: tzinfo) -> Iterator[Version]:
    dated, latest = [], date.min
    for commit, moment in rows:
        latest = max(latest, datetime.fromisoformat(moment).astimezone(zone).date())
        dated.append((latest, commit))
    for day, group in groupby(dated, key=itemgetter(0)):
        commit = list(group)[-1][1]
        yield Version(commit=commit, day=day, text=_text(real, commit))


def _text(real: Path, commit: str) -> bytes | None:
    """Return what a commit holds of the file; None if it deleted it, or it is too large."""
    try:
        data = git(real.parent, "cat-file", "blob", f"{commit}:./{real.name}")
    except GitError:
        return None
    return data if len(data) <= LARGEST else None


def _edit(site: Site, before: bytes | None, version: Version) -> Edit:
    old, new = before or b"", version.text or b""
    for text in (before, version.text):
        if text is not None:
            site.keep(text)
    assessment = assess(old, new)
    return Edit(
        how="retrospective",
        risk=assessment.risk,
        reasons=assessment.reasons,
        hunks=hunks_of(old, new),
        why="" if version.commit else "not committed",
        before=digest_of(before),
        after=digest_of(version.text),
        commit=version.commit,
        **{**site.stamps, "day": version.day},
        **site.hashes,
    )
