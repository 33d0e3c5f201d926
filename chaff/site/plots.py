"""Draws what an experiment showed: arms, items, intervals, power, precision, a row of the forest.

All effects are in percentage points of pass rate. Every axis names its unit and shows 0; where a
threshold decides, it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from chaff.shapes.config import ARMS
from chaff.site.svg import (
    Scale,
    anchored,
    axis,
    box,
    dot,
    figure,
    line,
    strip,
    text,
    ticks,
)
from chaff.stats.power import TARGET, Power
from chaff.stats.precision import Precision

_ROW: Final = 40
_TALL: Final = 56
_LINES: Final = "at"
FOREST: Final = Scale(-50, 50)
"""The axis that all rows of the forest share; longer intervals end in an arrow."""


def points(fraction: float) -> str:
    """Return a difference of pass rates in signed percentage points, e.g. `+15.0`."""
    value = f"{100 * fraction:+.1f}".replace("-", "−")
    return "0.0" if value in {"+0.0", "−0.0"} else value


def span(part: Mapping[str, Any]) -> str:
    """Return an interval in points."""
    return f"{points(part['lower'])} to {points(part['upper'])}"


def forest_row(facts: Mapping[str, Any]) -> str:
    """Return one row of the forest, over the lines that `forest_lines` defines.

    As short as it can be, since a page may hold hundreds: heights stand in the style sheet.
    """
    low, high = 100 * facts["lower"], 100 * facts["upper"]
    parts = [f'<line x1="{_short(low)}" x2="{_short(high)}"/>']
    parts += [
        f'<text x="{at}" y="17" text-anchor="{anchor}">{sign}</text>'
        for outside, at, anchor, sign in (
            (low < FOREST.low, "0%", "start", "◂"),
            (high > FOREST.high, "100%", "end", "▸"),
        )
        if outside
    ]
    parts.append(f'<circle cx="{_short(100 * facts["effect"])}" r="5"/>')
    label = f"{points(facts['effect'])} ({span(facts)})"
    drawn = f'<use href="#{_LINES}"/>{"".join(parts)}'
    return f'<svg role="img" aria-label="{label}">{drawn}</svg>'


def _short(value: float) -> str:
    return f"{FOREST.at(value):.1f}%"


def forest_lines(threshold: int) -> str:
    """Return the lines at 0 and at the threshold, defined once for all rows of a page."""
    zero, wanted = FOREST.at(0), FOREST.at(threshold)
    return (
        f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs><g id="{_LINES}">'
        f"{line(zero, 0, zero, 24, 'zero')}{line(wanted, 0, wanted, 24, 'threshold')}"
        "</g></defs></svg>"
    )


def forest_axis(threshold: int) -> str:
    """Return the axis above the rows of the forest."""
    marked = (-50, -25, 0, threshold, 50)
    parts = [
        text(FOREST.left, 11, "removed − control, percentage points", kind="unit"),
        *(anchored(FOREST.at(t), 28, _signed(t), kind="tick") for t in marked),
        line(FOREST.left, 33, FOREST.right, 33, "axis"),
        *(line(FOREST.at(t), 33, FOREST.at(t), 38, "axis") for t in marked),
    ]
    label = f"Axis from −50 to +50 points; lines at 0 and at the threshold, +{threshold}"
    return strip(label, 39, parts)


def _signed(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def arms(name: str, facts: Mapping[str, Any]) -> str:
    """Return the pass rates of the three arms as bars."""
    scale = Scale(0, 100)
    cells, passes = facts["cells"], facts["passes"]
    parts, told = [], []
    for place, arm in enumerate(ARMS):
        share, top = 100 * passes[arm] / cells, place * _ROW
        words = f"{passes[arm]} of {cells} ({share:.1f} %)"
        told.append(f"{arm} {words}")
        parts += [
            text(scale.left, top + 14, arm, kind="name"),
            text(scale.right, top + 14, words, anchor="end"),
            box(scale.left, scale.right, top + 20, 12, "room"),
            box(scale.left, scale.at(share), top + 20, 12, f"bar {arm}"),
        ]
    bottom = len(ARMS) * _ROW
    unit = f"cells passed, % (n·k = {facts['n_items']}·{facts['repeats']} = {cells} an arm)"
    parts += axis(scale, (0, 25, 50, 75, 100), bottom, unit=unit, signed=False)
    return figure(name, "Cells passed in each arm", "; ".join(told), bottom + 40, parts)


def intervals(name: str, facts: Mapping[str, Any], *, practice: bool = False) -> str:
    """Return the interval that decides, and those beside it, over 0 and the threshold.

    The threshold is about removed − control, so it is drawn there alone.
    """
    threshold = facts["effect_percent"]
    rows = _interval_rows(facts, "practice" if practice else "counts")
    reach = [100 * value for _, _, part in rows for value in (part["lower"], part["upper"])]
    scale = Scale(min(-10.0, *reach) - 4, max(threshold + 6.0, *reach) + 4)
    bottom = len(rows) * _TALL + 16
    zero, wanted = scale.at(0), scale.at(threshold)
    parts = [anchored(wanted, 11, f"threshold +{threshold}", kind="tick")]
    told = []
    for place, (title, kind, part) in enumerate(rows):
        top = 16 + place * _TALL
        words = f"{points(part['effect'])} ({span(part)})"
        told.append(f"{title}: {words}")
        parts += [
            text(scale.left, top + 14, title, kind="name"),
            text(scale.left, top + 30, words),
            # Beside the words, not through them.
            line(zero, top + 35, zero, top + _TALL, "zero"),
            *([line(wanted, top + 35, wanted, top + _TALL, "threshold")] if place < 2 else []),
            *_whisker(scale, part, top + 46, kind),
        ]
    unit = f"percentage points (n = {facts['n_items']}, k = {facts['repeats']})"
    parts += axis(scale, ticks(scale.low, scale.high), bottom, unit=unit, signed=True)
    description = f"{'; '.join(told)}. In percentage points; the threshold is +{threshold}."
    return figure(name, "Effects with their 95 % intervals", description, bottom + 40, parts)


def _interval_rows(
    facts: Mapping[str, Any], decides: str
) -> list[tuple[str, str, dict[str, float]]]:
    cells = facts["cells"]
    rows = [
        ("removed − control", decides, {**_ends(facts), "effect": facts["effect"]}),
        ("the same, without draws", "beside", {**_ends(facts["exact"]), "effect": facts["effect"]}),
    ]
    for title, key in (
        ("removed − present", "removed_minus_present"),
        ("control − present", "control_minus_present"),
    ):
        effect = facts[key]["sum_difference"] / cells
        rows.append((title, "beside", {**_ends(facts[key]), "effect": effect}))
    return rows


def _ends(part: Mapping[str, Any]) -> dict[str, float]:
    return {"lower": part["lower"], "upper": part["upper"]}


def _whisker(scale: Scale, part: Mapping[str, float], y: float, kind: str) -> list[str]:
    low, high = scale.at(100 * part["lower"]), scale.at(100 * part["upper"])
    return [
        line(low, y, high, y, f"interval {kind}"),
        *(line(x, y - 5, x, y + 5, f"interval {kind}") for x in (low, high)),
        dot(scale.at(100 * part["effect"]), y, 5, f"effect {kind}"),
    ]


def items(name: str, facts: Mapping[str, Any], ids: Sequence[str]) -> str:
    """Return every item's repeats as dots in the three arms; a filled dot is a pass.

    `ids` name the items in order, or are empty where they are no longer known.
    """
    passes, repeats = facts["item_passes"], facts["repeats"]
    known = len(ids) == facts["n_items"]
    names = ids if known else [f"item {i + 1}" for i in range(facts["n_items"])]
    width = 31.0
    starts = {arm: 1.5 + 33.0 * place for place, arm in enumerate(ARMS)}
    parts = [text(starts[arm], 13, arm, kind="name") for arm in ARMS]
    parts.append(line(0, 20, 100, 20, "axis"))
    step = width / max(repeats, 8)
    told = []
    for place, item in enumerate(names):
        top = 24 + place * 36
        got = {arm: passes[arm][place] for arm in ARMS}
        difference = got["removed"] - got["control"]
        sign = f"{difference:+d}".replace("-", "−") if difference else "0"
        told.append(f"{item}: {', '.join(f'{arm} {got[arm]}' for arm in ARMS)}")
        parts += [
            text(1.5, top + 11, item, kind="tick"),
            text(98.5, top + 11, f"D = {sign}", anchor="end", kind="tick"),
        ]
        for arm in ARMS:
            parts += [
                dot(
                    starts[arm] + (i + 0.5) * step,
                    top + 23,
                    4.5 if repeats <= 10 else 3,
                    f"pass {arm}" if i < got[arm] else "fail",
                )
                for i in range(repeats)
            ]
        parts.append(line(0, top + 33, 100, top + 33, "rule"))
    height = 24 + len(names) * 36 + 4
    caption = (
        f"n = {facts['n_items']} items, k = {repeats} repeats in each arm; a filled dot is a pass, "
        "a ring a fail. D is removed − control, in passes."
    )
    title = "Repeats passed, item by item"
    return figure(name, title, f"{'; '.join(told)}; of {repeats} each.", height, parts, caption)


def power_curve(name: str, power: Power) -> str:
    """Return the chance to be admitted by true effect."""
    across, top, bottom = Scale(0, 40, 11, 97), 30.0, 190.0

    def height(chance: float) -> float:
        return bottom - chance * (bottom - top)

    curve = sorted(power.admitted.items())
    parts = [text(1, 12, "chance to be admitted, %", kind="unit")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = height(share)
        parts += [
            line(across.left, y, across.right, y, "rule"),
            text(across.left - 1, y + 4, f"{100 * share:g}", anchor="end", kind="tick"),
        ]
    parts.append(line(across.left, height(TARGET), across.right, height(TARGET), "threshold"))
    parts.append(text(across.left + 1, height(TARGET) - 5, "80 %", kind="tick"))
    if power.detectable_80 is not None:
        x = across.at(100 * power.detectable_80)
        parts.append(line(x, height(TARGET), x, bottom, "threshold"))
    for (x1, y1), (x2, y2) in pairwise(curve):
        ends = across.at(100 * x1), height(y1), across.at(100 * x2), height(y2)
        parts.append(line(*ends, "curve"))
    parts += [dot(across.at(100 * x), height(y), 4, "effect counts") for x, y in curve]
    unit = "true effect, percentage points"
    parts += axis(across, (0, 10, 15, 20, 25, 30, 40), bottom, unit=unit, signed=True)
    told = "; ".join(f"{100 * x:+.0f} points: {100 * y:.0f} %" for x, y in curve)
    caption = (
        f"n = {power.n_items} items, k = {power.repeats} repeats; {power.simulations:,} simulated "
        f"experiments a point, standard error at most {100 * power.monte_carlo_se:.1f} points."
    )
    title = "Chance to be admitted, by true effect"
    return figure(name, title, told, bottom + 40, parts, caption)


def precision(name: str, share: Precision, most_wrong_percent: int) -> str:
    """Return the share of hits that were right, with its interval and what is asked for."""
    scale, wanted = Scale(0, 100), 100 - most_wrong_percent
    value = 100 * share.right / share.read
    low, high = scale.at(100 * share.lower), scale.at(100 * share.upper)
    y, bottom = 26.0, 42.0
    parts = [
        line(scale.at(wanted), 14, scale.at(wanted), bottom, "threshold"),
        text(scale.at(wanted), 11, f"asked for: {wanted} %", anchor="end", kind="tick"),
        line(low, y, high, y, "interval counts"),
        *(line(x, y - 5, x, y + 5, "interval counts") for x in (low, high)),
        dot(scale.at(value), y, 5, "effect counts"),
    ]
    unit = f"hits that were right, % of {share.read} read"
    parts += axis(scale, (0, 25, 50, 75, 100), bottom, unit=unit, signed=False)
    description = (
        f"{share.right} of {share.read} right, {value:.1f} %; exact 95 % interval "
        f"{100 * share.lower:.1f} to {100 * share.upper:.1f} %"
    )
    return figure(name, "Hits that were right when they were read", description, bottom + 40, parts)
