"""Writes SVG that scales with the page: places across in per cent, heights in pixels.

Text keeps its size on a phone, since nothing is scaled as a picture. Colours are classes, which
the style sheet fills in for light, dark and print. Every figure has a name and a description.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

LEFT: Final = 3.0
RIGHT: Final = 97.0


class Scale(NamedTuple):
    """A linear axis across the page: values from `low` to `high` lie from `left` to `right` %."""

    low: float
    high: float
    left: float = LEFT
    right: float = RIGHT

    def at(self, value: float) -> float:
        """Return where a value lies, in per cent; what lies outside is put at the edge."""
        inside = min(max(value, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return self.left + share * (self.right - self.left)


@lru_cache(maxsize=1 << 16)
def number(value: float) -> str:
    """Return a number as short as it can be written with two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def percent(value: float) -> str:
    """Return a place across, for an attribute."""
    return f"{number(value)}%"


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Return a line between two places."""
    return (
        f'<line class="{kind}" x1="{percent(x1)}" y1="{number(y1)}" '
        f'x2="{percent(x2)}" y2="{number(y2)}"/>'
    )


def box(x1: float, x2: float, y: float, height: float, kind: str) -> str:
    """Return a rectangle from one place across to another."""
    return (
        f'<rect class="{kind}" x="{percent(x1)}" y="{number(y)}" '
        f'width="{percent(max(x2 - x1, 0))}" height="{number(max(height, 0))}"/>'
    )


def dot(x: float, y: float, radius: float, kind: str) -> str:
    """Return a circle."""
    return f'<circle class="{kind}" cx="{percent(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def text(x: float, y: float, words: str, *, anchor: str = "start", kind: str = "") -> str:
    """Return words at a place; `anchor` is start, middle or end."""
    style = f' class="{kind}"' if kind else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text{style} x="{percent(x)}" y="{number(y)}"{place}>{escape(words)}</text>'


def anchored(x: float, y: float, words: str, *, kind: str = "") -> str:
    """Return words above a place that do not run over the edge of the narrowest figure."""
    # Half their width: a small letter takes some 2 % of a phone's screen.
    half = len(words)
    anchor = "start" if x < half else "end" if x > 100 - half else "middle"
    return text(x, y, words, anchor=anchor, kind=kind)


def axis(scale: Scale, ticks: Sequence[float], y: float, *, unit: str, signed: bool) -> list[str]:
    """Return an axis with its ticks, their numbers, and its unit below."""
    drawn = [line(scale.left, y, scale.right, y, "axis")]
    for tick in ticks:
        x = scale.at(tick)
        label = f"{tick:+g}".replace("-", "−") if signed and tick else f"{tick:g}"
        drawn += [line(x, y, x, y + 4, "axis"), anchored(x, y + 17, label, kind="tick")]
    drawn.append(text((scale.left + scale.right) / 2, y + 34, unit, anchor="middle", kind="unit"))
    return drawn


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from `low` to `high`, 0 among them if it lies between; at most `most`.

    Steps are 1, 2 or 5 times a power of ten.
    """
    step = 10.0**-3
    while (high - low) / step > most:
        for factor in (2, 2.5, 2):
            step *= factor
            if (high - low) / step <= most:
                break
    first = -(-low // step)
    count = int((high - first * step) / step + 1e-9) + 1
    return [round((first + i) * step, 6) for i in range(count)]


def figure(
    name: str, title: str, description: str, height: float, parts: Iterable[str], caption: str = ""
) -> str:
    """Return a figure with a title and a description that a screen reader reads.

    `name` must be the only one of its kind on the page. The caption is for everybody.
    """
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure class="plot"><svg role="img" aria-labelledby="{name}-t {name}-d" '
        f'width="100%" height="{number(height)}">'
        f'<title id="{name}-t">{escape(title)}</title>'
        f'<desc id="{name}-d">{escape(description)}</desc>'
        f"{''.join(parts)}</svg>{below}</figure>"
    )


def strip(label: str, height: float, parts: Iterable[str]) -> str:
    """Return a small picture within a line, named by one sentence."""
    return (
        f'<svg class="strip" role="img" aria-label="{escape(label)}" width="100%" '
        f'height="{number(height)}">{"".join(parts)}</svg>'
    )
