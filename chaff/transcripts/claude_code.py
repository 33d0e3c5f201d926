"""Claude Code's session files, of versions 1.0 to 2.1.332: rows in, events out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from chaff.canonical import digest_bytes
from chaff.transcripts import commands, machine, rows, speaker
from chaff.transcripts.claude_rows import (
    DECODER,
    KNOWN,
    LOADING,
    Block,
    Row,
    blocks_of,
    files_of,
    is_known,
    text_of,
)
from chaff.transcripts.copies import keys_of
from chaff.transcripts.events import (
    Event,
    Interrupt,
    Keys,
    Kind,
    Load,
    Setting,
    Settings,
    Turn,
    moment,
)
from chaff.transcripts.queue import Queue

_NOBODY: Final = "<synthetic>"
"""The model that the harness names when it writes an answer itself."""

_REFUSED: Final = re.compile(
    r"\s*(?:Error: )?(?:The user doesn['’]t want to|The agent proposed a plan that was rejected"
    r"|User rejected|Permission for this tool use was denied)"
)
_FEEDBACK: Final = re.compile(
    r"the user said:|The user provided the following reason for the rejection:"
)
_HINT: Final = "\n\nNote: The user's next message may contain a correction or preference."
"""What the harness appends to a refusal for the model."""

_NOT_BY_PERSON: Final = frozenset({"hook", "config", "classifier", "rule", "mode", "sandbox"})


class Reader:
    """Reads one file, row by row; give it every line once, in order."""

    def __init__(self, place: str, numbers: Mapping[str, int] | None = None) -> None:
        """`place` names the file; `numbers` are those of an earlier reading of its beginning."""
        self.unknown: Counter[str] = Counter()
        self.n_unreadable = 0
        self._place = place
        self._conversation = place
        self._seen = Settings()
        self._queue = Queue(numbers or {})

    @property
    def settled(self) -> bool:
        """Whether everything read so far has been told."""
        return self._queue.settled

    def numbers(self) -> dict[str, int]:
        """Return what a later reading of the file's rest has to start from."""
        return self._queue.numbers()

    def feed(self, number: int, line: bytes) -> Sequence[Event]:
        """Return what line `number` says."""
        try:
            return self._row(number, DECODER.decode(line), 0)
        except (msgspec.DecodeError, RecursionError):
            found = DECODER.rows(line)
        self.n_unreadable += not (found or rows.is_blank(line))
        return [event for part, row in enumerate(found) for event in self._row(number, row, part)]

    def finish(self) -> Sequence[Event]:
        """Return what waited for later rows, now that there are none."""
        return self._queue.settle()

    def _row(self, number: int, row: Row, part: int) -> Sequence[Event]:
        if row.is_sidechain or row.parent_tool:
            return ()
        seen, message, kind = self._seen, row.message, row.type
        told: Sequence[Event] = ()
        if (
            (row.session_id is not None and row.session_id != self._conversation)
            or (row.cwd is not None and row.cwd != seen.cwd)
            or (row.version is not None and row.version != seen.version)
            or (row.entrypoint is not None and row.entrypoint != seen.entrypoint)
            or (message is not None and message.model is not None and message.model != seen.model)
            or (row.attachment is not None and row.attachment.identity is not None)
        ):
            told = self._settings(number, row)
        if kind == "user":
            told = (*told, *self._user(number, row, part))
        elif kind == "attachment":
            told = (*told, *self._attachment(number, row, part))
        elif kind == "queue-operation":
            self._queue_operation(number, row, part)
        elif kind not in KNOWN and not is_known(kind):
            self.unknown[kind or ""] += 1
        if self._queue.settled:
            return told
        return [*self._queue.settle(), *told] if kind == "assistant" else self._queue.pass_on(told)

    def _settings(self, number: int, row: Row) -> tuple[Event, ...]:
        if row.session_id and row.session_id != self._conversation:
            self._conversation, self._seen = row.session_id, Settings()
        model = row.message.model if row.message and row.message.model != _NOBODY else None
        if row.attachment and row.attachment.identity:
            model = row.attachment.identity.model
        given = Settings(row.cwd, row.version, row.entrypoint, model)
        changed = self._seen.take(given)
        at, conversation = moment(row.timestamp), self._conversation
        return tuple(
            Setting(row=number, at=at, conversation=conversation, name=name, value=value)
            for name, value in changed
        )

    def _user(self, number: int, row: Row, part: int) -> list[Event]:
        if row.message is None or row.message.role not in {None, "user"}:
            return []
        blocks = blocks_of(row.message.content)
        for block in blocks:
            if block.is_error or block.text:
                break
        else:
            # What tools put out is most of a session, and nobody speaks in it.
            return []
        results = [block for block in blocks if block.type == "tool_result"]
        events = self._refusals(number, row, part, results) if results else []
        texts = [block.text for block in blocks if block.type == "text" and block.text]
        if not texts:
            return events
        if results and not speaker.is_marked(row):
            texts = [text for text in texts if text in machine.INTERRUPTS]
        if any(text.strip() in machine.INTERRUPTS for text in texts) and not row.is_meta:
            keys = self._keys(row, number, part, "", row.uuid)
            at = moment(row.timestamp)
            events.append(Interrupt(row=number, at=at, conversation=self._conversation, keys=keys))
            texts = [text for text in texts if text.strip() not in machine.INTERRUPTS]
        return events + self._prompt(number, row, part, texts)

    def _prompt(self, number: int, row: Row, part: int, texts: list[str]) -> list[Event]:
        who = speaker.speaker(row, self._seen.entrypoint) if texts else None
        if who is None:
            return []
        kind, text = said(texts, by_person=speaker.by_person(row), is_marked=speaker.is_marked(row))
        if not text.strip():
            return []
        return [self._turn(row, number, part, "sdk" if who == "program" else kind, text)]

    def _refusals(self, number: int, row: Row, part: int, results: list[Block]) -> list[Event]:
        refused = [result for result in results if result.is_error]
        if not refused or speaker.is_hidden(row):
            return []
        if row.permission_decision and row.permission_decision.source in _NOT_BY_PERSON:
            return []
        kind: Kind = "sdk" if speaker.is_program(row, self._seen.entrypoint) else "rejection"
        said = [feedback(text_of(result.content)) for result in refused]
        return [
            self._turn(row, number, (part, index), kind, text)
            for index, text in enumerate(said)
            if text
        ]

    def _attachment(self, number: int, row: Row, part: int) -> list[Event]:
        attachment = row.attachment
        if attachment is None:
            return []
        if attachment.type != "queued_command":
            return self._loads(number, row) if attachment.type in LOADING else []
        who = speaker.speaker_of_queued(row, self._seen.entrypoint)
        _, text = said([text_of(attachment.prompt)], by_person=None, is_marked=who is not None)
        if who is None or not text.strip():
            return []
        kind: Kind = "sdk" if who == "program" else "queued"
        turn = self._turn(row, number, part, kind, text, also=attachment.source_uuid)
        return [self._queue.attached(turn)]

    def _loads(self, number: int, row: Row) -> list[Event]:
        assert row.attachment is not None  # noqa: S101
        return [
            Load(
                row=number,
                at=moment(row.timestamp),
                conversation=self._conversation,
                path=file.path,
                scope=file.type or "",
                digest=None if file.content is None else digest_bytes(file.content.encode()),
            )
            for file in files_of(row.attachment)
            if file.path
        ]

    def _queue_operation(self, number: int, row: Row, part: int) -> None:
        if row.operation != "remove":
            return
        _, text = said([text_of(row.content)], by_person=None, is_marked=True)
        if not text.strip():
            return
        is_absorbed = row.reason == "absorbed_mid_turn"
        is_program = speaker.is_program(row, self._seen.entrypoint)
        kind: Kind = "sdk" if is_program else "queued"
        turn = self._turn(row, number, part, kind, text) if is_absorbed else None
        self._queue.taken(turn, text, self._conversation)

    def _turn(
        self, row: Row, number: int, part: object, kind: Kind, text: str, also: str | None = None
    ) -> Turn:
        uuid = (row.forked_from and row.forked_from.uuid) or row.uuid
        keys = self._keys(row, number, part, text, uuid)
        if also:
            twin = self._keys(row, number, part, text, also)
            keys = Keys(same=keys.same + twin.same, moment=keys.moment, here=keys.here)
        return Turn(
            row=number,
            kind=kind,
            text=text,
            at=moment(row.timestamp),
            conversation=self._conversation,
            cwd=self._seen.cwd,
            version=self._seen.version,
            entrypoint=self._seen.entrypoint,
            model=self._seen.model,
            keys=keys,
        )

    def _keys(self, row: Row, number: int, part: object, text: str, uuid: str | None) -> Keys:
        return keys_of(
            uuid=f"{uuid} {part}" if uuid else None,
            stamp=row.timestamp,
            text=text,
            session=(self._conversation, row.version, part),
            place=(self._place, number, part),
        )


def said(texts: list[str], *, by_person: bool | None, is_marked: bool) -> tuple[Kind, str]:
    """Return the kind of a prompt's words and the words; none if the harness wrote them all.

    `is_marked` says that a person typed the row, `by_person` that one gave its command.
    """
    kept = []
    for text in texts:
        cleaned = machine.clean(text)
        is_machine = machine.is_written_by_harness(cleaned.text) or cleaned.after_message
        if cleaned.text and (is_marked or not is_machine):
            kept.append(cleaned.text)
    joined = "\n".join(kept)
    command = commands.parse(joined)
    if command is not None:
        is_custom = commands.is_custom(command, by_person=by_person)
        return "command-args", command.args if is_custom else ""
    return "prompt", "" if commands.is_typed_built_in(joined) else joined


def feedback(result: str) -> str:
    """Return what a person said while refusing a tool, from the tool's result; '' if nothing."""
    if not _REFUSED.match(result):
        return ""
    words = _FEEDBACK.search(result)
    return result[words.end() :].split(_HINT, 1)[0].strip() if words else ""
