"""Changes the instruction file and enters it: write ahead, replace, confirm; mends after a crash.

A change is first entered with both digests, then made, then confirmed by a `done` line. A job that
dies in between leaves the old file or the new one, and the next job tells which by its digest.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from chaff.errors import BadInputError
from chaff.gate import texts
from chaff.gate.hunks import hunks_of
from chaff.gate.merge import merge
from chaff.gate.risk import assess
from chaff.gate.store import Clock, Store
from chaff.gate.story import Story
from chaff.gate.target import digest_of, give_back, leftover, read_target, replace_target
from chaff.shapes.base import Shape
from chaff.shapes.gate import CompiledGate
from chaff.shapes.gate_ledger import (
    ABSENT,
    Change,
    Done,
    Edit,
    Failure,
    Line,
    Revert,
    Rollback,
    Start,
    Undone,
)

C = TypeVar("C", Edit, Revert, Rollback)


class Site:
    """An opened gate: its ledger under the lock, its file, its settings, and what time it is."""

    def __init__(self, store: Store, target: Path, compiled: CompiledGate, clock: Clock) -> None:
        self.store = store
        self.target = target
        self.compiled = compiled
        self.clock = clock

    @property
    def story(self) -> Story:
        """What the ledger tells now."""
        return Story(self.store.lines)

    @property
    def stamps(self) -> dict[str, Any]:
        """Fields of a line entered now."""
        return self.clock.stamps

    @property
    def hashes(self) -> dict[str, Any]:
        """Digests of the settings in force."""
        return {"gate_hash": self.compiled.gate_hash, "rubric_hash": self.compiled.rubric_hash}

    def text(self, name: str) -> bytes:
        """Return a kept text."""
        return texts.text(self.store.state, name)

    def keep(self, data: bytes) -> str:
        """Keep a text and return its digest."""
        return texts.keep(self.store.state, data)


class Outcome(Shape, frozen=True, kw_only=True):
    """What became of taking edits back: the text it makes, or why it cannot be done."""

    text: bytes | None
    merged: bool = False
    problem: str = ""


def take_up(site: Site, *, since: date | None = None) -> None:
    """Enter the file's text as the one that the gate starts from, once."""
    if site.story.start is None:
        data = read_target(site.target)
        if data is not None:
            site.keep(data)
        site.store.add(Start(text=digest_of(data), since=since, **site.stamps, **site.hashes))


def change(site: Site, line: C, data: bytes) -> C:
    """Make a change of the file: entered first, then done, then confirmed.

    Backups of both texts are on the disk before. Raises Moved if the file no longer holds what the
    line says; then nothing was changed, and the ledger says so.
    """
    before = read_target(site.target)
    if before is not None:
        site.keep(before)
    site.keep(data)
    entered = site.store.add(line)
    assert isinstance(entered, type(line))  # noqa: S101 - only id and link were filled in
    try:
        replace_target(site.target, data, expected=line.before, tag=entered.id)
    except BadInputError as error:
        site.store.add(Undone(of=entered.id, why=error.problem, **site.stamps))
        raise
    site.store.add(Done(of=entered.id, **site.stamps))
    return entered


def settle(site: Site) -> Line | None:
    """Tell whether a change that a dead job had begun was made, and enter it."""
    pending = site.story.pending
    if pending is None:
        return None
    _settle_leftover(site, pending)
    now = digest_of(read_target(site.target))
    if now == pending.after:
        return site.store.add(Done(of=pending.id, recovered=True, **site.stamps))
    why = "the job died before it" if now == pending.before else "the file holds neither text"
    return site.store.add(Undone(of=pending.id, why=why, recovered=True, **site.stamps))


def _settle_leftover(site: Site, pending: Change) -> None:
    """Clear away what a dead job left beside the file; words that are not ours are kept."""
    left = leftover(site.target, pending.id)
    data = read_target(left)
    if data is None:
        return
    if digest_of(data) in (pending.before, pending.after) or not _is_whole(site, left):
        left.unlink()
        return
    kept = site.keep(data)
    try:
        give_back(left, Path(left.parent / site.target.resolve().name), pending.after)
        problem = f"words written while {pending.id} was made were put back ({kept})"
    except BadInputError:
        left.unlink()
        problem = f"words written while {pending.id} was made are kept as {kept}"
    site.store.add(Failure(problem=problem, **site.stamps))


def _is_whole(site: Site, left: Path) -> bool:
    """Tell whether a leftover was displaced, and is not our own text half written.

    Ours is given the file's mode only once it is complete.
    """
    return left.stat().st_mode & 0o7777 == site.target.stat().st_mode & 0o7777


def notice(site: Site) -> Edit | None:
    """Enter a change of the file that nobody told the gate of; None if there is none."""
    story = site.story
    data = read_target(site.target)
    if story.text is None or digest_of(data) == story.text:
        return None
    today = site.stamps["day"]
    seen = min(site.store.lines[-1].day, today)
    day = min(max(_written_on(site), seen), today)
    before = b"" if story.text == ABSENT else site.text(story.text)
    if data is not None:
        site.keep(data)
    assessment = assess(before, data or b"")
    edit = Edit(
        how="hand",
        risk=assessment.risk,
        reasons=assessment.reasons,
        hunks=hunks_of(before, data or b""),
        before=story.text,
        after=digest_of(data),
        unsure_since=seen if seen < day else None,
        **{**site.stamps, "day": day},
        **site.hashes,
    )
    entered = site.store.add(edit)
    assert isinstance(entered, Edit)  # noqa: S101 - only id and link were filled in
    return entered


def _written_on(site: Site) -> date:
    """Return the local day on which the file was last written; today if it is gone."""
    try:
        seconds = site.target.stat().st_mtime
        return datetime.fromtimestamp(seconds, site.clock.zone).date()
    except (OSError, ValueError, OverflowError):
        today: date = site.stamps["day"]
        return today


def without(site: Site, edits: tuple[str, ...]) -> Outcome:
    """Return the file's text without some edits, with everything that was written since."""
    story = site.story
    found = [edit for name in edits if (edit := story.edit(name))]
    if len(found) != len(edits):
        raise BadInputError(f"there is no edit {', '.join(edits)}", where=str(site.store.state))
    current = read_target(site.target)
    before, after = found[0].before, found[-1].after
    if current is None or ABSENT in (before, after):
        return Outcome(text=None, problem="the file was made, or deleted, since")
    theirs = site.text(before)
    if digest_of(current) == after:
        return Outcome(text=theirs)
    result = merge(site.text(after), current, theirs)
    return Outcome(text=result.text, merged=result.text is not None, problem=result.problem)
