"""Messages that the agent took up while it worked: recorded once or twice, told once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from chaff.transcripts.copies import name
from chaff.transcripts.events import Event, Keys, Turn

_LONGEST_WAIT = 64
"""Rows after which a message of the queue gets no attachment any more."""


class _Waiting(msgspec.Struct, gc=False):
    turn: Turn
    said: str


class Queue:
    """Pairs what was taken from the queue with the attachments that carry the same words.

    An attachment says more, so it is the row that counts; it stands before or after the row that
    takes the message from the queue. Some versions write no attachment, or take nothing out.
    """

    def __init__(self, unpaired: Mapping[str, int]) -> None:
        """Start with the attachments that an earlier reading left without a partner."""
        self._unpaired = dict(unpaired)
        self._before: dict[str, int] = {}
        self._held: list[Event | _Waiting] = []
        self._n_waiting = self._n_rows = 0
        self.settled = True
        """Whether nothing is held back."""

    def numbers(self) -> dict[str, int]:
        """Return what to start from when the rows since the first that waits are read again."""
        return dict(self._unpaired) if self.settled else self._before

    def pass_on(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events that may be told now, in the order of their rows."""
        if self.settled:
            return events
        self._held += events
        self._n_rows += 1
        return self.settle() if not self._n_waiting or self._n_rows > _LONGEST_WAIT else []

    def taken(self, turn: Turn | None, text: str, conversation: str) -> None:
        """Note that a message left the queue; `turn` is what to tell if no attachment does."""
        said = name("queued", conversation, text)
        if self._unpaired.get(said):
            self._unpaired[said] -= 1
            if not self._unpaired[said]:
                del self._unpaired[said]
        elif turn is not None:
            if self.settled:
                self._before, self._n_rows = dict(self._unpaired), 0
            self._held.append(_Waiting(turn, said))
            self._n_waiting += 1
            self.settled = False

    def attached(self, turn: Turn) -> Turn:
        """Return an attachment's turn, with the keys of the row that it stands for."""
        said = name("queued", turn.conversation, turn.text)
        for index, held in enumerate(self._held):
            if isinstance(held, _Waiting) and held.said == said:
                del self._held[index]
                self._n_waiting -= 1
                self.settled = not self._held
                same = turn.keys.same + held.turn.keys.same
                keys = Keys(same=same, moment=turn.keys.moment, here=turn.keys.here)
                return msgspec.structs.replace(turn, keys=keys)
        self._unpaired[said] = self._unpaired.get(said, 0) + 1
        return turn

    def settle(self) -> list[Event]:
        """Return all that was held back: nothing will pair with it any more."""
        told = list(self._told())
        self._held.clear()
        self._n_waiting, self.settled = 0, True
        return told

    def _told(self) -> Iterator[Event]:
        for held in self._held:
            yield held.turn if isinstance(held, _Waiting) else held
