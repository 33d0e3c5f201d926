"""Who speaks in a Claude Code row: a person, a program, or the harness."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from chaff.transcripts.claude_rows import Attachment, Origin, Row

Speaker: TypeAlias = Literal["person", "program"]

_PROGRAMS: Final = frozenset({"mcp", "github-action", "claude-code-github-action"})
_OF_PEOPLE: Final = frozenset({"typed", "queued"})


def kind_of(origin: Origin | str | None) -> str | None:
    """Return what a row says of its origin, or None if it says nothing."""
    return origin.kind if isinstance(origin, Origin) else origin


def is_aside(row: Row) -> bool:
    """Tell whether a row belongs to a subagent, whose prompts a model wrote."""
    return bool(row.is_sidechain or row.parent_tool)


def is_hidden(row: Row) -> bool:
    """Tell whether a row is marked as the harness's own, a summary or a plan."""
    return bool(
        row.is_meta
        or row.is_compact_summary
        or row.is_visible_in_transcript_only
        or row.plan_content
    )


def is_marked(row: Row) -> bool:
    """Tell whether a row says of itself that a person typed it.

    Before there were marks of origin, only typed prompts carried a permission mode.
    """
    says_nothing = row.origin is None and row.prompt_source is None and row.turn_origin is None
    return (
        kind_of(row.origin) == "human"
        or row.prompt_source in _OF_PEOPLE
        or (says_nothing and row.permission_mode is not None)
    )


def by_person(row: Row) -> bool | None:
    """Return whether a row says that a person gave its command; None if it says nothing."""
    if kind_of(row.origin) == "human" or row.turn_origin == "human":
        return True
    if row.row_source == "local" and row.prompt_source is None:
        return False
    return None


def is_program(row: Row, entrypoint: str | None) -> bool:
    """Tell whether a program holds this conversation.

    Apps that people type into drive the command line as programs do, and stamp `sdk` on what is
    typed; so the entrypoint decides where there is one.
    """
    if entrypoint and (entrypoint.startswith("sdk") or entrypoint in _PROGRAMS):
        return True
    if kind_of(row.origin) == "human" or (entrypoint and entrypoint != "cli"):
        return False
    return "sdk" in {row.prompt_source, row.turn_origin}


def speaker(row: Row, entrypoint: str | None) -> Speaker | None:
    """Return who gave a user row's text; None for what no one typed.

    What a mark says that is not known here counts as not a person.
    """
    if is_aside(row) or is_hidden(row) or not _may_be_typed(row):
        return None
    return "program" if is_program(row, entrypoint) else "person"


def speaker_of_queued(row: Row, entrypoint: str | None) -> Speaker | None:
    """Return who gave a message that was queued while the agent worked."""
    attachment = row.attachment or Attachment()
    kind = kind_of(attachment.origin)
    if is_aside(row) or row.is_meta or attachment.is_meta or kind not in {None, "human"}:
        return None
    if attachment.mode != "prompt" and (attachment.mode or not (kind or attachment.human_turn)):
        return None
    return "program" if is_program(row, entrypoint) and kind is None else "person"


def _may_be_typed(row: Row) -> bool:
    kind = kind_of(row.origin)
    if kind is not None:
        return kind == "human" and row.prompt_source not in {"suggestion_accepted", "system"}
    if row.prompt_source not in {None, "typed", "queued", "sdk"}:
        return False
    if row.turn_origin not in {None, "human", "sdk"} or row.row_source in {"hook", "harness"}:
        return False
    if row.row_source is not None and row.prompt_source is None and row.turn_origin is None:
        return False
    return not (row.source_tool or row.team_name)
