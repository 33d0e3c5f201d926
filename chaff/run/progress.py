"""Shows how far a run is: cells and money, never a score, so that nobody stops on a bad one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TextIO

from chaff.money import format_usd
from chaff.shapes.base import Shape
from chaff.shapes.record import Turn

_PLAIN_SECONDS: Final = 10.0
_FEWEST: Final = 3
"""Cells done before a time to go is worth saying."""


class Show(Protocol):
    """Takes note of how far things are."""

    def __call__(self, in_flight: int, note: str = "") -> None:
        """Show `in_flight` requests, and a note."""


class Standing(Shape, frozen=True, kw_only=True):
    """Where a run is: cells done of all, what it has cost, what is left under the tighter cap."""

    model: str
    done: int
    cells: int
    in_flight: int
    spent_nano_usd: int
    left_nano_usd: int
    cap_nano_usd: int = 0
    """The tighter cap; 0 where nothing can cost anything."""
    cached_share: float | None = None
    """Part of the prompt tokens so far that came from the cache; None where nothing is cached."""
    note: str = ""
    """What is waited for, where that says more than a number of calls."""

    @property
    def text(self) -> str:
        """One line for people."""
        of = f" of {format_usd(self.cap_nano_usd)}" if self.cap_nano_usd else ""
        cached = "" if self.cached_share is None else f", {100 * self.cached_share:.0f} % cached"
        money = "free"
        if self.cap_nano_usd or self.spent_nano_usd:
            left = f"{format_usd(self.left_nano_usd)}{of} left"
            money = f"{format_usd(self.spent_nano_usd)} spent, {left}"
        return (
            f"{self.model}: {self.done} of {self.cells} cells, "
            f"{self.note or f'{self.in_flight} in flight'}, {money}{cached}"
        )


class Totals:
    """What the turns of a run add up to; each is looked at once, as a run has many."""

    def __init__(self) -> None:
        self.done = self.spent_nano_usd = self._prompt = self._read = self._taken = 0

    def take(self, turns: Sequence[Turn]) -> None:
        """Add those that came since the last time; `turns` only ever grows at its end."""
        for turn in turns[self._taken :]:
            self.done += turn.score is not None
            self.spent_nano_usd += turn.cost_nano_usd
            self._prompt += turn.usage.prompt
            self._read += turn.usage.cache_read
        self._taken = len(turns)

    @property
    def cached_share(self) -> float | None:
        """Part of the prompt tokens that came from the cache; None before the first answer."""
        return self._read / self._prompt if self._prompt else None


class Progress:
    """A live line on a terminal; elsewhere a plain line every ten seconds and at the end.

    With `quiet` nothing is shown at all.
    """

    def __init__(
        self, out: TextIO, *, clock: Callable[[], float] = time.monotonic, quiet: bool = False
    ) -> None:
        self._out = out
        self._clock = clock
        self._quiet = quiet
        self._shown_at = self._began = clock()
        self._first: Standing | None = None
        self._last: Standing | None = None
        self._live: Any = _live_line(out) if out.isatty() and not quiet else None

    def show(self, standing: Standing) -> None:
        """Take note of a new standing, and show it if it is time."""
        self._first = self._first or standing
        self._last = standing
        text = standing.text + self._to_go(standing)
        if self._live is not None:
            self._live.update(_one_line(text))
        elif self._clock() - self._shown_at >= _PLAIN_SECONDS:
            self._print(text)

    def close(self) -> None:
        """Leave the last standing behind as a plain line, and the terminal as it was."""
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._last is not None:
            # Without a time to go: it goes no further, for now.
            self._print(self._last.text)
            self._last = None

    def _print(self, text: str) -> None:
        self._shown_at = self._clock()
        if not self._quiet:
            print(text, file=self._out, flush=True)

    def _to_go(self, standing: Standing) -> str:
        """Return how long the rest will take at the pace so far, once that can be told."""
        done = standing.done - (self._first.done if self._first else 0)
        left = standing.cells - standing.done
        if done < _FEWEST or not left or standing.note:
            return ""
        return f", about {duration(left * (self._clock() - self._began) / done)} to go"


def duration(seconds: float) -> str:
    """Return a time for people, e.g. `40 s` or `12 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


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
