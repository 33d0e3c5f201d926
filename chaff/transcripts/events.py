"""What reading a transcript yields: turns, and what a turn has to be seen with."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["prompt", "command-args", "queued", "rejection", "sdk"]
"""How the words were given; `sdk` are a program's words, which never score."""

Name: TypeAlias = Literal["cwd", "version", "entrypoint", "model"]

_NAMES: Final[tuple[Name, ...]] = ("cwd", "version", "entrypoint", "model")

Stamp: TypeAlias = str | int | float | None
"""A time as transcripts write it: ISO 8601, or seconds or milliseconds since 1970."""

_MILLISECONDS: Final = 100_000_000_000
"""Numbers from here on are milliseconds: as seconds they would lie beyond the year 5000."""


class Turn(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One utterance: where it stands, who said it how, when, in what conversation.

    `row` counts lines from 0. `at` is UTC, None where the transcript has no time. `keys` are what
    copies of the turn have in common (chaff/transcripts/copies.py).
    """

    row: int
    kind: Kind
    text: str
    at: datetime | None
    conversation: str
    cwd: str | None
    version: str | None
    entrypoint: str | None
    model: str | None
    keys: Keys

    @property
    def scores(self) -> bool:
        """Whether a person said it."""
        return self.kind != "sdk"


class Keys(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What tells a copy of a turn: hex digests, each of which names the turn for good.

    `same` are names that only copies share. `moment` is the time with the words: copies share it,
    but so may two turns of one session; `here` is the moment in its session and version.
    """

    same: tuple[str, ...] = ()
    moment: str = ""
    here: str = ""


class Load(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An instruction file that the transcript says was in force, with its text's digest."""

    row: int
    at: datetime | None
    conversation: str
    path: str
    scope: str
    digest: str | None


class Setting(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something a conversation ran with, said when first seen and whenever it changes."""

    row: int
    at: datetime | None
    conversation: str
    name: Name
    value: str


class Settings(msgspec.Struct, gc=False):
    """What a conversation runs with, as far as its rows have said."""

    cwd: str | None = None
    version: str | None = None
    entrypoint: str | None = None
    model: str | None = None

    def take(self, given: Settings) -> list[tuple[Name, str]]:
        """Take what is given and return what of it is new; what a row leaves out stays."""
        changed: list[tuple[Name, str]] = []
        for name in _NAMES:
            value = getattr(given, name)
            if value is not None and value != getattr(self, name):
                setattr(self, name, value)
                changed.append((name, value))
        return changed


class Interrupt(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The person stopped the agent: a signal without words."""

    row: int
    at: datetime | None
    conversation: str
    keys: Keys


Event: TypeAlias = Turn | Load | Setting | Interrupt


def moment(stamp: Stamp) -> datetime | None:
    """Return a transcript's time in UTC, or None if it is none; no zone means UTC."""
    try:
        if isinstance(stamp, str):
            at = datetime.fromisoformat(stamp)
            return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
        if stamp is None:
            return None
        return datetime.fromtimestamp(stamp / 1000 if stamp >= _MILLISECONDS else stamp, UTC)
    except (ValueError, OverflowError, OSError):
        return None
