"""Lines of a live gate's ledger: what happened to the instruction file, and why."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from chaff.shapes.base import Digest, Shape
from chaff.shapes.record import Count
from chaff.shapes.scorer import NonEmpty

ABSENT = "absent"
"""What stands for the digest of a file that is not there."""

TextDigest = Annotated[str, Meta(pattern=r"^(sha256:[0-9a-f]{64}|absent)$")]
"""Digest of the instruction file's bytes, or `absent`."""
EntryId = Annotated[str, Meta(pattern=r"^[a-z]+(-[a-z]+)*-[0-9]{4,}$")]
"""The kind and its number, as edit-0001."""
Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")]
Risk = Literal["low", "high"]
Outcome = Literal["KEPT", "REVERT", "INCONCLUSIVE"]


class Reason(Shape, frozen=True, kw_only=True):
    """One thing that the classifier saw in a diff."""

    code: NonEmpty
    text: NonEmpty
    line: int | None = None
    """Line of the file after the edit, or before it for what was removed."""


class Entry(Shape, frozen=True, kw_only=True):
    """What every line carries. The store fills `id` and `prev` in."""

    id: EntryId = "entry-0000"
    prev: Digest | None = None
    """Digest of the line before; null on the first."""
    at: Moment
    day: date
    """The local day of the gate's time zone."""


class TextChange(Entry, frozen=True, kw_only=True):
    """A change of the instruction file: written ahead; it holds once a `done` line names it."""

    before: TextDigest
    after: TextDigest


class Start(Entry, frozen=True, kw_only=True, tag_field="kind", tag="start"):
    """The gate took up a file."""

    text: TextDigest
    since: date | None = None
    """The first whole day on which the file was known to hold this text."""
    gate_hash: Digest
    rubric_hash: Digest


class Edit(TextChange, frozen=True, kw_only=True, tag_field="kind", tag="edit"):
    """The file's text changed.

    `auto`: applied by the gate; `approved`: by the gate, a person said yes; `hand`: found in the
    file; `retrospective`: from the file's history. The last two were never written by the gate.
    """

    how: Literal["auto", "approved", "hand", "retrospective"]
    risk: Risk
    reasons: tuple[Reason, ...] = ()
    hunks: tuple[Digest, ...] = ()
    """Digests of the normalised hunks, by which a reverted edit is known again."""
    why: str = ""
    """What whoever proposed it said."""
    proposal: EntryId | None = None
    trigger_days: tuple[date, ...] = ()
    """Days whose friction led to the edit; no window counts them."""
    unsure_since: date | None = None
    """The earliest day on which a change found in the file may have been made, before `day`."""
    commit: str = ""
    """Of a retrospective edit."""
    gate_hash: Digest
    rubric_hash: Digest


class Revert(TextChange, frozen=True, kw_only=True, tag_field="kind", tag="revert"):
    """The gate took edits back because of a verdict, or with a person's approval of that."""

    edits: tuple[EntryId, ...]
    verdict: EntryId | None = None
    proposal: EntryId | None = None
    merged: bool = False
    """The file had moved on; what was written since was kept."""


class Rollback(TextChange, frozen=True, kw_only=True, tag_field="kind", tag="rollback"):
    """A person took an edit back."""

    edits: tuple[EntryId, ...]
    merged: bool = False


class Done(Entry, frozen=True, kw_only=True, tag_field="kind", tag="done"):
    """The change that was written ahead stands in the file."""

    of: EntryId
    recovered: bool = False
    """Seen after a crash, not by whoever made it."""


class Undone(Entry, frozen=True, kw_only=True, tag_field="kind", tag="undone"):
    """The change that was written ahead was not made."""

    of: EntryId
    why: NonEmpty
    recovered: bool = False


class Numbers(Shape, frozen=True, kw_only=True):
    """What a verdict rests on; null is what may not or cannot be known."""

    test: Literal["welch", "gls"]
    alpha: float
    p_value: float | None
    welch_p: float | None
    lift_percent: float | None
    interval_percent: tuple[float, float] | None
    """Of the lift, at 1 − alpha."""
    mde_percent: float | None
    """The smallest lift that these windows would usually (4 times in 5) catch."""
    pre_mean: float | None
    post_mean: float | None
    pre_days: tuple[date, ...]
    """The scored days before, and after, that were compared."""
    post_days: tuple[date, ...]
    autocorrelation: float | None
    budget_left: float | None
    """False verdicts left in the year's budget after this one; null without a budget."""
    dependent_p: float | None = None
    """What the autocorrelation would leave of a p that takes days for independent."""


class Verdict(Entry, frozen=True, kw_only=True, tag_field="kind", tag="verdict"):
    """The one look at an edit, or at a bundle of edits; it is never taken again."""

    edits: Annotated[tuple[EntryId, ...], Meta(min_length=1)]
    outcome: Outcome
    action: Literal["keep", "revert", "propose", "probation", "none"]
    """What follows; `none` for retrospective verdicts and dry runs."""
    reasons: tuple[NonEmpty, ...]
    inside: tuple[NonEmpty, ...] = ()
    """What else lay in the windows: other edits, new models and programs, days off."""
    numbers: Numbers
    retrospective: bool = False
    dry_run: bool = False
    gate_hash: Digest
    rubric_hash: Digest


class Proposal(Entry, frozen=True, kw_only=True, tag_field="kind", tag="proposal"):
    """A change that waits: for its turn, or for a person."""

    about: Literal["edit", "revert"]
    risk: Risk
    base: TextDigest
    """The text that it was made from, and what it makes of it."""
    text: TextDigest
    reasons: tuple[Reason, ...] = ()
    hunks: tuple[Digest, ...] = ()
    why: str = ""
    edits: tuple[EntryId, ...] = ()
    """What a revert would take back."""
    verdict: EntryId | None = None
    conflict: bool = False
    """Somebody wrote into the same lines: only a person can put the two together."""
    trigger_days: tuple[date, ...] = ()


class Approval(Entry, frozen=True, kw_only=True, tag_field="kind", tag="approval"):
    """A person said yes to a proposal; the edit follows when its turn has come."""

    of: EntryId


class Rejection(Entry, frozen=True, kw_only=True, tag_field="kind", tag="rejection"):
    """A person said no to a proposal."""

    of: EntryId
    why: str = ""


class MetaEdit(Entry, frozen=True, kw_only=True, tag_field="kind", tag="meta-edit"):
    """The rubric changed: no score from before is compared with one from after."""

    before: Digest
    after: Digest


class Skip(Entry, frozen=True, kw_only=True, tag_field="kind", tag="skip"):
    """A day on which nothing was to be done, and why."""

    why: NonEmpty
    text: TextDigest


class Failure(Entry, frozen=True, kw_only=True, tag_field="kind", tag="error"):
    """Something went wrong; nothing was decided and nothing changed."""

    problem: NonEmpty


class Repair(Entry, frozen=True, kw_only=True, tag_field="kind", tag="repair"):
    """A last line that a crash had left unfinished was cut off."""

    cut_bytes: Count
    cut: Digest


Change = Edit | Revert | Rollback
Line = (
    Start
    | Edit
    | Revert
    | Rollback
    | Done
    | Undone
    | Verdict
    | Proposal
    | Approval
    | Rejection
    | MetaEdit
    | Skip
    | Failure
    | Repair
)


def kind_of(line: Line) -> str:
    """Return a line's kind, by which its id begins."""
    return str(line.__struct_config__.tag)
