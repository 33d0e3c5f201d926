"""Keeps count of what conversations showed, day by day; numbers and digests, never a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Final

import msgspec

from chaff.gate.loaded import Target, holds_target, in_reach, is_target
from chaff.gate.rubric import CLASSES, judge, score_conversation, score_day
from chaff.language.turns import Told
from chaff.shapes.gate import FRICTION, PatternClass, Rubric
from chaff.shapes.gate_day import DayScore
from chaff.transcripts.copies import name
from chaff.transcripts.events import Event, Load, Setting, Turn
from chaff.transcripts.scan import Found

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+\[\]-]{0,79}")
"""What may be the name of a model or a version; anything else is not kept."""


class Judged(Turn, frozen=True, kw_only=True, gc=False):
    """A turn without its words."""

    language: Told
    shows: tuple[PatternClass, ...]


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """One session on one local day."""

    english: int = 0
    unsure: int = 0
    """Turns of which nothing tells the language: they go with the others of their day."""
    other: int = 0
    friction: int = 0
    """Turns that showed a class which lowers a score."""
    matched: dict[PatternClass, int] = {}
    models: set[str] = set()
    programs: set[str] = set()
    texts: set[str] = set()

    @property
    def n_turns(self) -> int:
        """Turns that score: the conversation's length."""
        return self.english + (0 if self.other > self.english else self.unsure)

    @property
    def n_not_covered(self) -> int:
        """Turns in another language."""
        return self.other + (self.unsure if self.other > self.english else 0)


class Session(msgspec.Struct, forbid_unknown_fields=True):
    """A session, and what later scans have to know of it."""

    recorded: bool = False
    """The transcript says what it loaded."""
    loaded: bool = False
    """The target was among it, or the session was held where the target applies."""
    placed: bool = False
    """Where it was held is known."""
    text: str | None = None
    """Digest of the target's text as loaded last."""
    days: dict[str, Part] = {}
    """By the local day, as 2026-11-30."""


class Book(msgspec.Struct, forbid_unknown_fields=True):
    """All sessions, by the digest of their name, and what could not be counted."""

    sessions: dict[str, Session] = {}
    n_undated: int = 0
    """Turns without a time: they belong to no day."""


def without_words(event: Event, *, rubric: Rubric) -> Event:
    """Return an event as it is, but of a person's turn only what it shows."""
    if not isinstance(event, Turn):
        return event
    fields = {field: getattr(event, field) for field in event.__struct_fields__}
    if not event.scores:
        return Judged(**{**fields, "text": ""}, language="unsure", shows=())
    found = judge(event.text, rubric)
    return Judged(**{**fields, "text": ""}, language=found.language, shows=found.shows)


class Clerk:
    """Enters events into a book."""

    def __init__(self, book: Book, target: Target, zone: tzinfo) -> None:
        """`zone` says whose midnight ends a day."""
        self.touched: set[date] = set()
        """Days of which something new was entered."""
        self._book = book
        self._target = target
        self._zone = zone

    def enter(self, found: Iterable[Found]) -> None:
        """Enter what a scan tells; turns must be without words."""
        for each in found:
            event = each.event
            if isinstance(event, Judged) and event.scores:
                self._turn(event, each.path)
            elif isinstance(event, Load):
                self._load(event)
            elif isinstance(event, Setting) and "subagents" not in each.path.parts:
                self._setting(event)

    def _turn(self, turn: Judged, path: Path) -> None:
        if turn.at is None:
            self._book.n_undated += 1
            return
        session = self._session(turn.conversation)
        if not session.recorded and not session.placed:
            session.placed = turn.cwd is not None
            session.loaded = in_reach(self._target, cwd=turn.cwd, transcript=str(path))
        part = self._part(session, turn.at)
        setattr(part, turn.language, getattr(part, turn.language) + 1)
        for shown in turn.shows:
            part.matched[shown] = part.matched.get(shown, 0) + 1
        part.friction += any(shown in FRICTION for shown in turn.shows)
        _keep(part.models, turn.model)
        _keep(part.programs, turn.version)
        _keep(part.texts, session.text)
        self.touched.add(self._day(turn.at))

    def _load(self, load: Load) -> None:
        session = self._session(load.conversation)
        if not session.recorded:
            session.recorded, session.loaded = True, False
            self.touched.update(map(date.fromisoformat, session.days))
        if holds_target(self._target, load.path):
            if not session.loaded:
                session.loaded = True
                self.touched.update(map(date.fromisoformat, session.days))
            session.text = load.digest if is_target(self._target, load.path) else None
            if load.at is not None:
                _keep(self._part(session, load.at).texts, session.text)

    def _setting(self, setting: Setting) -> None:
        if setting.at is None or setting.name not in {"model", "version"}:
            return
        part = self._part(self._session(setting.conversation), setting.at)
        _keep(part.models if setting.name == "model" else part.programs, setting.value)

    def _session(self, conversation: str) -> Session:
        return self._book.sessions.setdefault(name("session", conversation), Session())

    def _part(self, session: Session, at: datetime) -> Part:
        return session.days.setdefault(self._day(at).isoformat(), Part())

    def _day(self, at: datetime) -> date:
        return at.astimezone(self._zone).date()


def days_of(book: Book, rubric: Rubric, rubric_hash: str, *, before: date) -> Iterator[DayScore]:
    """Yield the days before a day on which somebody spoke where the target was loaded, in order."""
    parts: dict[str, list[Part]] = {}
    for session in book.sessions.values():
        if session.loaded:
            for day, part in session.days.items():
                if day < before.isoformat() and part.n_turns + part.n_not_covered:
                    parts.setdefault(day, []).append(part)
    for day in sorted(parts):
        yield _day_score(date.fromisoformat(day), parts[day], rubric, rubric_hash)


def _day_score(day: date, parts: list[Part], rubric: Rubric, rubric_hash: str) -> DayScore:
    scored = [score_conversation(part.n_turns, part.matched, rubric) for part in parts]
    mean = score_day(scored)
    matched = Counter[PatternClass]()
    for part in parts:
        matched.update(part.matched)
    return DayScore(
        day=day,
        score=mean.score if mean else None,
        rubric=rubric_hash,
        conversations=sum(part.n_turns > 0 for part in parts),
        turns=sum(part.n_turns for part in parts),
        friction=sum(part.friction for part in parts),
        models=_all(part.models for part in parts),
        programs=_all(part.programs for part in parts),
        dimensions=mean.dimensions if mean else {},
        matched={shown: matched[shown] for shown in CLASSES if matched[shown]},
        not_covered=sum(part.n_not_covered for part in parts),
        texts=_all(part.texts for part in parts),
        sd_within=mean.sd_within if mean else None,
        effective_conversations=mean.n_effective if mean else None,
    )


def known_name(value: str) -> str:
    """Return the name of a model or a version, or '' for what cannot be one."""
    return value if _NAME.fullmatch(value) else ""


def _keep(names: set[str], value: str | None) -> None:
    if value is not None and known_name(value):
        names.add(value)


def _all(sets: Iterable[set[str]]) -> tuple[str, ...]:
    return tuple(sorted(set().union(*sets)))
