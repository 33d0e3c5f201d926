"""Draws a gate's year: daily scores, the windows of each edit, verdicts, what could be detected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from chaff.site.gate import Dashboard, Mark, tally
from chaff.site.svg import Scale, anchored, box, dot, figure, line, text, ticks

Across = Callable[[date], float]
Up = Callable[[float], float]

_TOP: Final = 40.0
_BOTTOM: Final = 260.0
_LEFT: Final = 8.0
_RIGHT: Final = 98.0
LETTERS: Final = {"KEPT": "K", "REVERT": "R", "INCONCLUSIVE": "?", "PENDING": "…"}


def year(name: str, view: Dashboard) -> str:
    """Return the daily scores with windows, means, verdicts, and the band of what is detectable."""
    first, last = view.series.days[0].day, view.series.days[-1].day
    across = Scale(0, max((last - first).days, 1), _LEFT, _RIGHT)
    low, high = _range(view)

    def x(day: date) -> float:
        return across.at((day - first).days)

    def y(score: float) -> float:
        return _BOTTOM - (score - low) / (high - low) * (_BOTTOM - _TOP)

    parts: list[str] = []
    for tick in ticks(low, high, 6):
        parts += [
            line(_LEFT, y(tick), _RIGHT, y(tick), "rule"),
            text(_LEFT - 1, y(tick) + 4, f"{tick:g}", anchor="end", kind="tick"),
        ]
    parts.append(text(1, 12, f"daily score (scale 0 to {view.rule.scale:g})", kind="unit"))
    for mark in view.marks:
        parts += _bands(mark, x, y, low, high)
    parts += [dot(x(day), y(score), 1.8, "day") for day, score in view.series.scores.items()]
    for mark in view.marks:
        parts += _verdict(mark, x, y)
    parts += _months(first, last, x)
    return figure(
        name, "Daily scores and verdicts", _told(view), _BOTTOM + 44, parts, _caption(view)
    )


def _range(view: Dashboard) -> tuple[float, float]:
    scores = list(view.series.scores.values()) or [0.0, view.rule.scale]
    low, high = min(scores), max(scores)
    return max(0.0, low - 0.3), min(view.rule.scale, high + 0.3) if high > low else low + 1


def _bands(mark: Mark, x: Across, y: Up, low: float, high: float) -> list[str]:
    parts = [
        box(x(mark.pre[0]), x(mark.pre[1]), _TOP, _BOTTOM - _TOP, "window pre"),
        box(x(mark.post[0]), x(mark.post[1]), _TOP, _BOTTOM - _TOP, "window post"),
    ]
    if mark.pre_mean is not None and mark.mde_percent is not None:
        reach = mark.pre_mean * mark.mde_percent / 100
        top, bottom = y(min(mark.pre_mean + reach, high)), y(max(mark.pre_mean - reach, low))
        parts.append(box(x(mark.post[0]), x(mark.post[1]), top, bottom - top, "detectable"))
    return parts


def _verdict(mark: Mark, x: Across, y: Up) -> list[str]:
    parts = [line(x(mark.day), _TOP - 8, x(mark.day), _BOTTOM, "edit")]
    for ends, mean in ((mark.pre, mark.pre_mean), (mark.post, mark.post_mean)):
        if mean is not None:
            parts.append(line(x(ends[0]), y(mean), x(ends[1]), y(mean), "mean"))
    at = x(mark.post[1])
    parts.append(anchored(at, _TOP - 12, LETTERS[mark.outcome], kind=f"letter {mark.outcome}"))
    return parts


def _months(first: date, last: date, x: Across) -> Iterator[str]:
    yield line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "axis")
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    starts: Sequence[date] = [day for day in days if day.day == 1] or [first]
    for place, day in enumerate(starts):
        yield line(x(day), _BOTTOM, x(day), _BOTTOM + 4, "axis")
        if place % max(1, len(starts) // 6) == 0:
            yield anchored(x(day), _BOTTOM + 18, f"{day:%b}", kind="tick")
    yield text(50, _BOTTOM + 36, f"day, {first} to {last}", anchor="middle", kind="unit")


def _told(view: Dashboard) -> str:
    scores = view.series.scores
    days = view.series.days
    counts = ", ".join(f"{n} {name}" for name, n in tally(view.marks).items() if n)
    return (
        f"{len(scores)} scored days from {days[0].day} to {days[-1].day}; {len(view.marks)} edits"
        f"{': ' + counts if counts else ''}. The table below has the numbers of each edit."
    )


def _caption(view: Dashboard) -> str:
    rule = view.rule
    return (
        "A dot is a scored day. Shaded: the window before (lighter) and after each edit, with "
        "their means; the dotted box holds the changes that these windows would usually not "
        "catch (power 80 %). K kept, R revert, ? inconclusive, … window not over. "
        f"Rule: p < {rule.alpha:g} and a lift of {rule.lift_percent:g} %, "
        f"{rule.window_days} days a side."
    )
