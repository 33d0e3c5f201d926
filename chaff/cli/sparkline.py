"""A series as one line of bars; a day without a score is a gap, never a bar of 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"
_PLAIN: Final = "_.-:=+*#"
_GAP: Final = " "


def sparkline(
    values: Sequence[float | None], *, low: float, high: float, ascii_only: bool = False
) -> str:
    """Return a character for each value, from `low` to `high`; what lies outside is at the edge."""
    bars = _PLAIN if ascii_only else _BARS
    if not high > low:
        low, high = low - 1, high + 1
    return "".join(_GAP if value is None else bars[_step(value, low, high)] for value in values)


def _step(value: float, low: float, high: float) -> int:
    share = (min(max(value, low), high) - low) / (high - low)
    return min(int(share * len(_BARS)), len(_BARS) - 1)
