"""What `check` found, as one value: faults, notes, a row for each run and each rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from chaff.check.faults import Fault, Note
from chaff.shapes.base import Shape
from chaff.shapes.evidence import Outcome
from chaff.shapes.program import Role

SCHEMA: Literal["chaff.report/1"] = "chaff.report/1"
NEAR_DAYS: Final = 60
"""Evidence that is too old in fewer days is told of beforehand."""
_MOST: Final = 50
"""Faults of one kind in one file that are told one by one."""


class RunRow(Shape, frozen=True, kw_only=True):
    """One run file: whose it is, what it shows, and whether anything may rest on it."""

    rule: str
    """As it was called when it was measured."""
    is_of: str | None
    """The rule's name now; None if it is gone."""
    model: str
    role: Role | Literal["former"]
    """The model's part in the program; `former` if it no longer has one."""
    practice: bool
    endpoint: str
    file: str
    digest: str
    """Of the run file."""
    config_hash: str
    started_at: str
    state: Literal["complete", "incomplete"]
    registration: str
    current: bool
    """Whether it measured what the specs compile to now."""
    counts: bool
    """Whether it is evidence: complete, sound, registered, the first."""
    moves_tier: bool
    """Whether it is what the rule's tier rests on."""
    why_not: str
    """Why it does not count, or does not move the tier; '' if it does."""
    attempt: int
    attempts: int
    outcome: Outcome | None
    """What it comes to in this library; None unless complete."""
    verdict: dict[str, Any] | None
    """Recomputed from raw responses (chaff.stats.facts); None unless complete."""
    label: str
    n_turns: int = 0
    """Answers in the file, each of them one call that was paid for."""
    cost_nano_usd: int = 0
    """What they cost, by their own lines."""


class RuleRow(Shape, frozen=True, kw_only=True):
    """One rule: its tier and what that rests on."""

    rule: str
    title: str
    tier: str
    attempts: int
    """Starts on the primary model."""
    buried: bool
    """It lies in the graveyard, by its spec."""
    evidence: str | None
    """File of the run that the tier rests on, or would."""
    holm_p: float | None
    """Its sign-flip p, adjusted over all rules measured on the primary model."""
    days_left: int | None
    """Until that run is too old."""
    label: str

    @property
    def due(self) -> str:
        """How long the evidence still holds, where that is less than `NEAR_DAYS`; else ''."""
        left = self.days_left
        if left is None or left >= NEAR_DAYS:
            return ""
        if left < 0:
            return "too old: re-run or demote"
        return f"{left} {'day' if left == 1 else 'days'} left: re-run or demote"


class Report(Shape, frozen=True, kw_only=True):
    """The whole answer of one check."""

    schema: Literal["chaff.report/1"] = SCHEMA
    checked_at: str
    commit: str | None
    """What is checked out; None outside git."""
    primary: str
    faults: tuple[Fault, ...]
    notes: tuple[Note, ...]
    rules: tuple[RuleRow, ...]
    runs: tuple[RunRow, ...]
    n_responses: int
    """Raw responses that were scored again."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def exit_status(self) -> int:
        """0 if nothing is wrong, 1 otherwise."""
        return 0 if self.ok else 1


def make_report(
    faults: Iterable[Fault],
    notes: Iterable[Note],
    *,
    now: datetime,
    commit: str | None = None,
    primary: str = "",
    rules: tuple[RuleRow, ...] = (),
    runs: tuple[RunRow, ...] = (),
    n_responses: int = 0,
) -> Report:
    """Return a report with its faults and notes in a stable order, those of one kind counted."""
    return Report(
        checked_at=f"{now:%Y-%m-%dT%H:%M:%SZ}",
        commit=commit,
        primary=primary,
        faults=tuple(sorted(_told(faults), key=_by_place)),
        notes=tuple(sorted(notes, key=lambda one: (one.file, one.code))),
        rules=rules,
        runs=runs,
        n_responses=n_responses,
    )


def _told(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the first faults of a kind in a file, and how many more there are."""
    kinds: dict[tuple[str, str], list[Fault]] = {}
    for one in faults:
        kinds.setdefault((one.file, one.code), []).append(one)
    for alike in kinds.values():
        alike.sort(key=_by_place)
        yield from alike[:_MOST]
        if more := alike[_MOST:]:
            yield msgspec.structs.replace(more[0], message=f"and {len(more):,} more like these")


def _by_place(one: Fault) -> tuple[str, int, str]:
    return (one.file, one.line or 0, one.code)
