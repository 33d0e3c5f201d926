"""Whether a rule is on by default: unless it is buried, what reading its hits has shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chaff.shapes.base import Shape
from chaff.shapes.head import Reading

ENOUGH: Final = 20
"""So many hits must have been read before one may be wrong."""
MOST_WRONG_PERCENT: Final = 2


class Trust(Shape, frozen=True, kw_only=True):
    """What the readings of a rule say, and whether it lies in the graveyard."""

    read: int
    wrong: int
    planted: int = 0
    """How many of those read stand in little repositories written to be looked through."""
    buried: bool = False

    @property
    def on(self) -> bool:
        """Whether the rule is on unless somebody chooses otherwise."""
        if self.buried:
            return False
        if self.read < ENOUGH:
            return self.wrong == 0
        return 100 * self.wrong <= MOST_WRONG_PERCENT * self.read

    @property
    def why(self) -> str:
        """Why it is on or off, in a few words."""
        return f"buried, {self._hits}" if self.buried else self._hits

    @property
    def _hits(self) -> str:
        if self.read == 0:
            return "few hits: none read"
        hits = f"{self.read} {'hit' if self.read == 1 else 'hits'} read"
        if self.planted:
            hits += f" ({'all' if self.planted == self.read else self.planted} planted)"
        few = "few hits: " if self.read < ENOUGH else ""
        return f"{few}{hits}, {self.wrong or 'none'} wrong"


def trust(readings: Sequence[Reading], *, buried: bool = False) -> Trust:
    """Return what the readings of a rule's hits come to; a buried one is off whatever they say."""
    return Trust(
        read=len(readings),
        wrong=sum(not one.right for one in readings),
        planted=sum(one.corpus == "planted" for one in readings),
        buried=buried,
    )
