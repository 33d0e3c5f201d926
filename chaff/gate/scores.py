"""Scores the days that transcripts tell of, and keeps the series on the disk.

Beside the series lies what the next scoring starts from: how far each transcript was read, and the
counts of every session and day. It is written last, so that a crash in between repeats a scoring
and changes nothing. It is dropped, and everything read again, when the rubric, the reader, the time
zone or the target is another.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from datetime import date, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from chaff.atomic import write_whole
from chaff.canonical import digest
from chaff.errors import BadInputError, UsageError
from chaff.gate.book import Book, Clerk, days_of, known_name, without_words
from chaff.gate.hearing import doubt
from chaff.gate.home import Home
from chaff.gate.inputs import DAYS, days_bytes, read_days
from chaff.gate.loaded import Target
from chaff.shapes.base import Digest, Shape, to_json
from chaff.shapes.gate import Rubric
from chaff.shapes.gate_day import DayScore
from chaff.shapes.gate_ledger import Line, Verdict
from chaff.transcripts.census import Census
from chaff.transcripts.files import Tally
from chaff.transcripts.index import EMPTY, VERSION, Index
from chaff.transcripts.scan import Scan, transcripts_in

COUNTS: Final = "counts.json"
_MODE: Final = 0o600


class Scoring(Shape, frozen=True, kw_only=True):
    """What a scoring needs to know besides the transcripts."""

    rubric: Rubric
    rubric_hash: Digest
    target: Target
    today: date
    """The local day it is: only days before it are over, and scored."""
    decided: frozenset[date] = frozenset()
    """Days that a verdict rests on: their scores stay."""


class Remark(Shape, frozen=True, kw_only=True):
    """A day whose score is not plainly new."""

    day: date
    what: Literal["scored again", "decided", "in part"]
    """`decided`: it would have changed, but a verdict rests on it. `in part`: transcripts of it are
    gone, so that what is left cannot stand for it."""
    before: float | None
    after: float | None


class Result(Shape, frozen=True, kw_only=True):
    """The series, what is new in it, and what was passed over."""

    days: tuple[DayScore, ...]
    new: tuple[date, ...]
    remarks: tuple[Remark, ...]
    n_undated: int
    n_elsewhere: int
    """Conversations that did not load the file, as far as is known: they are not scored."""
    tally: Tally
    doubt: str = ""
    """Why the transcripts may no longer be read rightly: no verdict may rest on the last days."""


class _Counts(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    index: Index
    book: Book
    census: dict[str, dict[str, Census]] = {}
    """By the day on which it was read, and the program's version."""
    doubted_since: str = ""
    """The day; '' while the transcripts are read rightly, as far as can be told."""


def score_gate(
    home: Home, lines: Sequence[Line], now: datetime, *, n_processes: int | None = None
) -> Result:
    """Score a gate's days from its transcripts; `lines` are its ledger's."""
    paths = [path for given in home.transcripts for path in transcripts_in(given)]
    scoring = _scoring(home, lines, now)
    return score(home.state, paths, scoring, home.clock(now).zone, n_processes=n_processes)


def trust(home: Home, now: datetime) -> None:
    """Forget what was usual in a gate's transcripts: a person says that they are read rightly.

    Raises UsageError if nothing speaks against it: what is usual is not forgotten lightly.
    """
    counts = _load(home.state / COUNTS, _key(_scoring(home, (), now), home.clock(now).zone))
    if not doubt(counts.census, counts.doubted_since).why:
        raise UsageError("nothing speaks against how transcripts are read", where=str(home.state))
    counts.census, counts.doubted_since = {}, ""
    _write(home.state / COUNTS, msgspec.json.encode(counts, order="sorted") + b"\n")


def _scoring(home: Home, lines: Sequence[Line], now: datetime) -> Scoring:
    target = os.path.normpath(home.target)
    real = os.path.realpath(home.target)
    return Scoring(
        rubric=home.compiled.gate.rubric,
        rubric_hash=home.compiled.rubric_hash,
        target=Target(path=target, also=() if real == target else (real,)),
        today=now.astimezone(home.clock(now).zone).date(),
        decided=decided_days(lines),
    )


def decided_days(lines: Sequence[Line]) -> frozenset[date]:
    """Return the days whose scores a verdict compared."""
    verdicts = [line.numbers for line in lines if isinstance(line, Verdict)]
    return frozenset(day for found in verdicts for day in (*found.pre_days, *found.post_days))


def score(
    state: Path,
    transcripts: Sequence[Path],
    scoring: Scoring,
    zone: tzinfo,
    *,
    n_processes: int | None = None,
) -> Result:
    """Read what is new in some transcripts, score the days that are over, and store both.

    At once again it changes no byte. The caller holds the gate's lock. Raises BadInputError if what
    is stored is damaged, or a transcript cannot be read.
    """
    stored = read_days(state)
    counts = _load(state / COUNTS, _key(scoring, zone))
    convert = partial(without_words, rubric=scoring.rubric)
    scan = Scan(transcripts, counts.index, n_processes=n_processes, convert=convert)
    clerk = Clerk(counts.book, scoring.target, zone)
    clerk.enter(scan)
    found = days_of(counts.book, scoring.rubric, scoring.rubric_hash, before=scoring.today)
    days, remarks = merged(stored, tuple(found), decided=scoring.decided, touched=clerk.touched)
    _write(state / DAYS, days_bytes(days))
    counts.index = scan.index
    _take_census(counts, scan.tally, scoring.today)
    doubted = doubt(counts.census, counts.doubted_since)
    counts.doubted_since = doubted.since
    _write(state / COUNTS, msgspec.json.encode(counts, order="sorted") + b"\n")
    known = {day.day for day in stored}
    return Result(
        days=days,
        new=tuple(day.day for day in days if day.day not in known),
        remarks=remarks,
        n_undated=counts.book.n_undated,
        n_elsewhere=sum(not each.loaded for each in counts.book.sessions.values()),
        tally=scan.tally,
        doubt=doubted.why,
    )


def merged(
    stored: Sequence[DayScore],
    found: Sequence[DayScore],
    *,
    decided: Collection[date],
    touched: Collection[date],
) -> tuple[tuple[DayScore, ...], tuple[Remark, ...]]:
    """Return the series with what was found now, and what there is to say about days it had.

    A stored day stays if a verdict rests on it, or if fewer turns are left of it than it had.
    """
    days = {day.day: day for day in stored}
    remarks: list[Remark] = []
    for day in found:
        old = days.get(day.day)
        if old is None:
            days[day.day] = day
        elif old != day:
            what = _what(old, day, decided)
            if what == "scored again":
                days[day.day] = day
            if what == "scored again" or day.day in touched:
                remarks.append(Remark(day=day.day, what=what, before=old.score, after=day.score))
    return tuple(days[day] for day in sorted(days)), tuple(remarks)


def _what(
    old: DayScore, new: DayScore, decided: Collection[date]
) -> Literal["scored again", "decided", "in part"]:
    if new.day in decided:
        return "decided"
    if new.turns + new.not_covered < old.turns + old.not_covered:
        return "in part"
    return "scored again"


def _take_census(counts: _Counts, tally: Tally, today: date) -> None:
    found = {name: count for name, count in tally.census.items() if count.files}
    if found:
        of_day = counts.census.setdefault(today.isoformat(), {})
        for name, count in found.items():
            of_day.setdefault(known_name(name), Census()).add(count)


def _key(scoring: Scoring, zone: tzinfo) -> str:
    """Return the digest of all that the counts depend on."""
    return digest(
        {
            "reader": VERSION,
            "rubric": scoring.rubric_hash,
            "target": to_json(scoring.target),
            "zone": str(zone),
        }
    )


def _load(path: Path, key: str) -> _Counts:
    try:
        counts = msgspec.json.decode(path.read_bytes(), type=_Counts)
    except FileNotFoundError:
        return _Counts(key=key, index=EMPTY, book=Book())
    except OSError as error:
        raise BadInputError(error.strerror or "cannot be read", where=str(path)) from None
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise BadInputError(
            "is damaged",
            where=str(path),
            remedy="delete it: the transcripts are then read again from the beginning",
        ) from None
    return counts if counts.key == key else _Counts(key=key, index=EMPTY, book=Book())


def _write(path: Path, data: bytes) -> None:
    try:
        if path.exists() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, data, mode=_MODE)
    except OSError as error:
        raise BadInputError(f"cannot be written: {error.strerror}", where=str(path)) from None
