"""What a ledger tells: which text was in force when, which edits are open, what waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cached_property

from chaff.gate.lookup import of_kind
from chaff.shapes.gate_ledger import (
    Approval,
    Change,
    Done,
    Edit,
    Line,
    MetaEdit,
    Proposal,
    Rejection,
    Revert,
    Rollback,
    Start,
    Undone,
    Verdict,
)

_ONE = timedelta(days=1)
_FOUND = ("hand", "retrospective")
"""Edits that nothing wrote ahead: they were seen in the file, or in its history."""


class Story:
    """A reading of a ledger's lines; it never changes."""

    def __init__(self, lines: Iterable[Line]) -> None:
        """Take in the lines, in order."""
        self.lines = tuple(lines)

    @cached_property
    def start(self) -> Start | None:
        """The first line about a text, if the gate has taken up its file."""
        return next(iter(of_kind(self.lines, Start)), None)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every change that stands or stood in the file, in order of time."""
        done = {line.of for line in of_kind(self.lines, Done)}
        found = [line for line in _changes(self.lines) if line.id in done or _is_found(line)]
        return tuple(sorted(found, key=lambda change: change.day))

    @cached_property
    def pending(self) -> Change | None:
        """The change that was written ahead and of which nobody knows yet whether it was made."""
        closed = {line.of for line in self.lines if isinstance(line, Done | Undone)}
        changes = _changes(self.lines)
        return next((c for c in changes if c.id not in closed and not _is_found(c)), None)

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Every edit among the changes."""
        return tuple(of_kind(self.changes, Edit))

    @cached_property
    def text(self) -> str | None:
        """Digest of the text that the file held last; None before the start."""
        if self.own_changes:
            return self.own_changes[-1].after
        return self.start.text if self.start else None

    @cached_property
    def own_changes(self) -> tuple[Change, ...]:
        """The changes since the start."""
        return tuple(change for change in self.changes if not is_past(change))

    @cached_property
    def rubric(self) -> str | None:
        """Digest of the rubric in force; None before the start."""
        metas = of_kind(self.lines, MetaEdit)
        return metas[-1].after if metas else self.start.rubric_hash if self.start else None

    @cached_property
    def resets(self) -> tuple[date, ...]:
        """Days on which the rubric changed: no baseline reaches over them."""
        return tuple(line.day for line in of_kind(self.lines, MetaEdit))

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict on each edit that has one."""
        return {edit: line for line in of_kind(self.lines, Verdict) for edit in line.edits}

    @cached_property
    def taken_back(self) -> frozenset[str]:
        """Ids of edits that are no longer in the file."""
        backs = [line for line in self.changes if isinstance(line, Revert | Rollback)]
        return frozenset(edit for line in backs for edit in line.edits) | (
            self._by_hand[0] | self._by_hand[1]
        )

    @cached_property
    def open_edits(self) -> tuple[Edit, ...]:
        """Edits that wait for their verdict, in order."""
        return tuple(
            edit
            for edit in self.edits
            if edit.id not in self.verdicts and edit.id not in self.taken_back
        )

    @cached_property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """Proposals that nobody answered and nothing carried out."""
        rejected = {line.of for line in of_kind(self.lines, Rejection)}
        made = [line for line in self.changes if isinstance(line, Edit | Revert)]
        used = {line.proposal for line in made if line.proposal}
        return tuple(
            line
            for line in of_kind(self.lines, Proposal)
            if line.id not in rejected | used
            and not (line.about == "revert" and set(line.edits) <= self.taken_back)
        )

    @cached_property
    def approved(self) -> frozenset[str]:
        """Ids of proposals that a person said yes to."""
        return frozenset(line.of for line in of_kind(self.lines, Approval))

    @cached_property
    def remembered(self) -> dict[str, str]:
        """Digests of hunks that were taken back or refused, and by which line."""
        hunks = {edit.id: edit.hunks for edit in self.edits}
        found = {
            hunk: edit
            for edit in sorted(self.taken_back - self._by_hand[1])
            for hunk in hunks.get(edit, ())
        }
        proposals = {line.id: line for line in of_kind(self.lines, Proposal)}
        for line in of_kind(self.lines, Rejection):
            proposal = proposals.get(line.of)
            if proposal is not None and proposal.about == "edit":
                found |= dict.fromkeys(proposal.hunks, line.of)
        return found

    def edit(self, name: str) -> Edit | None:
        """Return the edit of that id, if it was made."""
        return next((edit for edit in self.edits if edit.id == name), None)

    def text_on(self, day: date) -> str | None:
        """Return the digest of the text in force all of a day; None if it changed or is unknown."""
        text = self._text_before(day)
        for change in self.changes:
            first = change.day
            if isinstance(change, Edit) and change.unsure_since:
                first = min(first, change.unsure_since)
            if first <= day <= change.day:
                return None
            if change.day < day and not (is_past(change) and self._is_ours(day)):
                text = change.after
        return text

    def _text_before(self, day: date) -> str | None:
        """Return the text that was known before any change up to a day.

        A past is entered whole from its first scored day on: before its first edit stood what that
        edit replaced.
        """
        if self.start and self._is_ours(day):
            return self.start.text
        first = next(iter(self.changes), None)
        return first.before if first and is_past(first) else None

    def _is_ours(self, day: date) -> bool:
        start = self.start
        return start is not None and day >= (start.since or start.day + _ONE)

    @cached_property
    def _by_hand(self) -> tuple[frozenset[str], frozenset[str]]:
        """Edits that a person took back in the file itself, and the edits that did it.

        The file then holds again what it held before.
        """
        back: set[str] = set()
        doing: set[str] = set()
        live: list[Change] = []
        for change in self.changes:
            at = next(
                (n for n in reversed(range(len(live))) if live[n].before == change.after), None
            )
            if at is None or not (isinstance(change, Edit) and change.how == "hand"):
                live.append(change)
                continue
            back.update(each.id for each in of_kind(live[at:], Edit))
            doing.add(change.id)
            del live[at:]
        return frozenset(back), frozenset(doing)


def span(first: date, last: date) -> Iterator[date]:
    """Yield the days from `first` to `last`, both included."""
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)


def is_past(line: Change) -> bool:
    """Tell whether a change is from the file's history, before the gate took it up."""
    return isinstance(line, Edit) and line.how == "retrospective"


def _changes(lines: Iterable[Line]) -> list[Change]:
    return [line for line in lines if isinstance(line, Edit | Revert | Rollback)]


def _is_found(line: Change) -> bool:
    return isinstance(line, Edit) and line.how in _FOUND
