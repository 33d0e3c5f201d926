"""How many calls may be in flight: fewer when the server is at its limit, more again slowly."""

from __future__ import annotations

from typing import Final

_TOLERATED: Final = 0.25
"""The share of refusals that is put up with. A server that refuses one call in ten at random is
not relieved by half the calls, and the run would only take twice as long."""
_ROUNDS: Final = 2
"""So many answers for each slot, with no more refusals than that, give one slot more; and a share
is taken of so many outcomes for each slot, or three refusals by chance would pass for a pattern."""


class Pace:
    """The number of slots between 1 and a limit; with `fixed` it is always the limit.

    A change is judged by calls that were sent after it: those that were in flight together are
    refused together, and lower the pace once.
    """

    def __init__(self, limit: int, *, fixed: bool = False) -> None:
        self._limit = limit
        self._fixed = fixed
        self._answers = self._refusals = 0
        self._changed_at = 0
        self.slots = limit

    def answered(self) -> None:
        """Note an answer."""
        self._answers += 1
        if self._answers >= _ROUNDS * self.slots:
            self._change(min(self._limit, self.slots + 1), self._changed_at)

    def refused(self, number: int, sent: int) -> None:
        """Note that call `number` was refused for want of room, `sent` being sent by now."""
        if number <= self._changed_at:
            return
        self._refusals += 1
        if self._fixed or self.is_well:
            return
        # What is refused is what was too much; but never more than half is given up at once.
        fitting = self.slots * self._answers // (self._answers + self._refusals)
        self._change(max(1, self.slots // 2, min(fitting, self.slots - 1)), sent)

    @property
    def is_well(self) -> bool:
        """Whether the server refuses now and then at most, so that it need not be spared."""
        outcomes = max(self._answers + self._refusals, _ROUNDS * self.slots)
        return self._refusals <= _TOLERATED * outcomes

    def _change(self, slots: int, sent: int) -> None:
        self.slots = slots
        self._changed_at = sent
        self._answers = self._refusals = 0
