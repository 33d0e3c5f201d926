"""The proposals folder: for each change that waits, a diff and a page that says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from chaff.atomic import write_whole
from chaff.errors import BadInputError, UsageError
from chaff.gate import texts
from chaff.gate.changes import Site
from chaff.gate.hunks import hunks_of
from chaff.gate.merge import diff_text
from chaff.gate.risk import assess
from chaff.gate.story import Story
from chaff.gate.target import digest_of, read_target
from chaff.shapes.gate_ledger import ABSENT, Proposal, Reason

FOLDER: Final = "proposals"
_PAGE: Final = "proposal.md"
_DIFF: Final = "edit.diff"
_MODE: Final = 0o600


def new_edit(
    site: Site,
    text: bytes,
    *,
    why: str,
    trigger_days: tuple[object, ...],
    asks: tuple[Reason, ...] = (),
) -> Proposal:
    """Return the proposal to turn the file into `text`, entered nowhere yet.

    `asks` are reasons for which a person has to say yes, however small the change is.
    Raises UsageError where there is nothing to propose.
    """
    current = read_target(site.target)
    if current is None:
        raise BadInputError("is not there", where=str(site.target))
    if text == current:
        raise UsageError("proposes the text that the file already holds")
    assessment = assess(current, text)
    return Proposal(
        about="edit",
        risk="high" if asks else assessment.risk,
        base=site.keep(current),
        text=site.keep(text),
        reasons=(*asks, *assessment.reasons),
        hunks=hunks_of(current, text),
        why=why,
        trigger_days=trigger_days,  # type: ignore[arg-type]
        **site.stamps,
    )


def known_already(story: Story, proposal: Proposal) -> str:
    """Return why a change need not be proposed again, or ''."""
    twin = next((each for each in story.open_proposals if each.text == proposal.text), None)
    if twin is not None:
        return f"it waits already, as {twin.id}"
    for hunk in proposal.hunks:
        by = story.remembered.get(hunk)
        if by is not None:
            what = "was refused" if by.startswith("proposal") else "was taken back"
            return f"{by} made this change and {what}; it is not proposed again"
    return ""


def lay_out(state: Path, story: Story) -> None:
    """Make the proposals folder hold what is open, and nothing of ours that is not."""
    folder = state / FOLDER
    waiting = {proposal.id: proposal for proposal in story.open_proposals}
    for proposal in waiting.values():
        own = folder / proposal.id
        if not (own / _PAGE).exists():
            own.mkdir(parents=True, exist_ok=True, mode=0o700)
            base, text = (_text(state, name) for name in (proposal.base, proposal.text))
            write_whole(own / _DIFF, diff_text(base, text).encode(), mode=_MODE)
            page = "\n".join(_page(proposal, story)) + "\n"
            write_whole(own / _PAGE, page.encode(), mode=_MODE)
    for old in folder.glob("proposal-*") if folder.is_dir() else ():
        if old.name not in waiting:
            _clear(old)


def _text(state: Path, name: str) -> bytes:
    return b"" if name == ABSENT else texts.text(state, name)


def _page(proposal: Proposal, story: Story) -> Iterator[str]:
    what = "Take back " + ", ".join(proposal.edits) if proposal.edits else "Edit"
    yield f"# {proposal.id}: {what}"
    yield ""
    yield f"Made on {proposal.day}. Risk: {proposal.risk}."
    if proposal.why:
        yield ""
        yield proposal.why
    if proposal.reasons:
        yield ""
        yield "Why the risk is what it is:"
        yield ""
        for reason in proposal.reasons:
            place = f" (line {reason.line})" if reason.line else ""
            yield f"- {reason.code}: {reason.text}{place}"
    yield ""
    if proposal.conflict:
        yield "Somebody has written into the same lines since. Edit the file by hand so that it is"
        yield f"as you want it, then run `chaff gate reject {proposal.id}`."
    elif proposal.id in story.approved:
        yield "Approved; it is made when its turn has come."
    else:
        yield f"`chaff gate approve {proposal.id}` says yes, `chaff gate reject {proposal.id}` no."
    yield ""
    yield f"The change is in `{_DIFF}`, beside this page."


def _clear(folder: Path) -> None:
    """Delete what we wrote into a folder, and the folder if nothing else is in it."""
    for name in (_PAGE, _DIFF):
        (folder / name).unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()


def current_digest(site: Site) -> str:
    """Return the digest of what the file holds now."""
    return digest_of(read_target(site.target))
