"""How many calls may be in flight: fewer when the server is at its limit, more again slowly."""

from __future__ import annotations

from typing import Final

_ROUNDS: Final = 2
"""So many answers for each slot, without a refusal between them, give one slot more."""


class Pace:
    """The number of slots between 1 and a limit; with `fixed` it is always the limit."""

    def __init__(self, limit: int, *, fixed: bool = False) -> None:
        self._limit = limit
        self._fixed = fixed
        self._answers = 0
        self._lowered_at = 0
        self.slots = limit

    def answered(self) -> None:
        """Note an answer."""
        self._answers += 1
        if self._answers >= _ROUNDS * self.slots and self.slots < self._limit:
            self.slots += 1
            self._answers = 0

    def refused(self, number: int, sent: int) -> None:
        """Note that call `number` was refused for want of room, `sent` being sent by now.

        Calls that were in flight together are refused together: that lowers the pace once.
        """
        self._answers = 0
        if self._fixed or number <= self._lowered_at:
            return
        self.slots = max(1, self.slots // 2)
        self._lowered_at = sent
