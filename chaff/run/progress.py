"""Shows how far a run is: cells and money, never a score, so that nobody stops on a bad one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TextIO

from chaff.money import format_usd
from chaff.shapes.base import Shape

_PLAIN_SECONDS: Final = 10.0


class Standing(Shape, frozen=True, kw_only=True):
    """Where a run is: cells done of all, what it has cost, what is left under the tighter cap."""

    model: str
    done: int
    cells: int
    in_flight: int
    spent_nano_usd: int
    left_nano_usd: int

    @property
    def text(self) -> str:
        """One line for people."""
        return (
            f"{self.model}: {self.done} of {self.cells} cells, {self.in_flight} in flight, "
            f"{format_usd(self.spent_nano_usd)} spent, {format_usd(self.left_nano_usd)} left"
        )


class Progress:
    """A live line on a terminal; elsewhere a plain line every ten seconds and at the end."""

    def __init__(self, out: TextIO, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        self._clock = clock
        self._shown_at = clock()
        self._last: Standing | None = None
        self._live: Any = _live_line(out) if out.isatty() else None

    def show(self, standing: Standing) -> None:
        """Take note of a new standing, and show it if it is time."""
        self._last = standing
        if self._live is not None:
            self._live.update(_one_line(standing.text))
        elif self._clock() - self._shown_at >= _PLAIN_SECONDS:
            self._print(standing)

    def close(self) -> None:
        """Leave the last standing behind as a plain line, and the terminal as it was."""
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._last is not None:
            self._print(self._last)
            self._last = None

    def _print(self, standing: Standing) -> None:
        self._shown_at = self._clock()
        print(standing.text, file=self._out, flush=True)


def _one_line(text: str) -> Any:
    """Return text for a terminal as it is: no markup, no colours for numbers, never wrapped."""
    from rich.text import Text

    return Text(text, no_wrap=True, overflow="ellipsis")


def _live_line(out: TextIO) -> Any:
    from rich.console import Console
    from rich.live import Live

    live = Live(console=Console(file=out), transient=True, refresh_per_second=4)
    live.start()
    return live
