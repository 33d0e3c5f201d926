"""Draws a verdict for a terminal: arms as bars, the interval on an axis, what holds and why."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final, TextIO

from chaff.cli import plain
from chaff.shapes.config import ARMS
from chaff.stats.admission import Verdict
from chaff.stats.bootstrap import Bounds
from chaff.stats.guards import GuardResult
from chaff.stats.reading import honest_label, seed_note

_MIN_WIDTH: Final = 48
_MAX_WIDTH: Final = 100


def lines(
    verdict: Verdict, guards: GuardResult | None = None, *, width: int, ascii_only: bool = False
) -> list[str]:
    """Return the verdict as lines of at most `width` characters (at least 48), without colours."""
    room, cells = max(width, _MIN_WIDTH), verdict.matrix.cells
    counts = (verdict.lower_count, verdict.sum_difference, verdict.upper_count)
    drawn = [
        *_wrapped(headline(verdict), room),
        "",
        *_arms({arm: verdict.passes(arm) for arm in ARMS}, cells, room),
        "",
        *_axis(counts, cells, verdict.admission.effect_percent, room),
        "",
        *_conditions(verdict, room),
        "",
        *_beside(verdict, room),
        *(_guard_lines(guards, room) if guards else []),
        "",
        *_wrapped(verdict.reading, room),
        *_wrapped(seed_note(verdict), room),
        *_wrapped(honest_label(verdict), room),
    ]
    return [plain.to_ascii(line) for line in drawn] if ascii_only else drawn


def for_stream(verdict: Verdict, guards: GuardResult | None, stream: TextIO) -> list[str]:
    """Return the verdict as lines that fit the terminal and that `stream` can encode."""
    width = min(shutil.get_terminal_size().columns, _MAX_WIDTH)
    return lines(verdict, guards, width=width, ascii_only=plain.ascii_only(stream))


def headline(verdict: Verdict) -> str:
    """Return the verdict in one sentence."""
    if verdict.admitted:
        return "ADMITTED: all four conditions hold"
    conditions = verdict.conditions
    failed = [
        name
        for name in ("effect", "interval", "sign", "direction")
        if not getattr(conditions, name)
    ]
    return f"NOT ADMITTED: {', '.join(failed)} {'does' if len(failed) == 1 else 'do'} not hold"


def points(count: int, cells: int) -> str:
    """Return a count of passes as signed percentage points of `cells`, e.g. `+15.0`."""
    return f"{100 * count / cells:+.1f}".replace("-", "−") if count else "0.0"


def picture(facts: Mapping[str, Any], *, width: int) -> list[str]:
    """Return arms and interval of a verdict that is known by its facts (chaff.stats.facts)."""
    room, cells = max(width, _MIN_WIDTH), facts["cells"]
    counts = (facts["lower_count"], facts["sum_difference"], facts["upper_count"])
    return [
        *_arms(facts["passes"], cells, room),
        "",
        *_axis(counts, cells, facts["effect_percent"], room),
    ]


def _arms(passed: Mapping[str, int], cells: int, width: int) -> list[str]:
    room = width - len("present  ") - len(f"  {cells} of {cells}  100.0 %")
    drawn = []
    for arm in ARMS:
        passes = passed[arm]
        filled = passes * room // cells
        bar = "█" * filled + "░" * (room - filled)
        counts = f"{passes:>{len(str(cells))}} of {cells}"
        drawn.append(f"{arm:<7}  {bar}  {counts}  {100 * passes / cells:5.1f} %")
    return drawn


def _axis(counts: tuple[int, int, int], cells: int, threshold: int, width: int) -> list[str]:
    """Return the interval of removed − control over an axis on which 0 and the effect stand.

    `counts` are lower bound, effect and upper bound, in passes.
    """
    low = min(-10.0, 100 * counts[0] / cells - 2)
    high = max(threshold + 10.0, 100 * counts[2] / cells + 2)

    def column(percent: float) -> int:
        return round((percent - low) / (high - low) * (width - 1))

    start, middle, end = (column(100 * count / cells) for count in counts)
    zero, wanted = column(0), column(threshold)
    interval = [" "] * width
    interval[start : end + 1] = "─" * (end + 1 - start)
    interval[start], interval[end] = "├", "┤"
    interval[middle] = "●"
    axis = ["·"] * width
    axis[zero], axis[wanted] = "┼", "┊"
    marks = _marks(width, [(zero, "0"), (wanted, f"+{threshold}")])
    return ["removed − control, in points", *(_joined(row) for row in (interval, axis, marks))]


def _marks(width: int, marks: Sequence[tuple[int, str]]) -> list[str]:
    row = [" "] * width
    for at, text in marks:
        start = min(at, width - len(text))
        row[start : start + len(text)] = text
    return row


def _conditions(verdict: Verdict, width: int) -> list[str]:
    conditions, cells = verdict.conditions, verdict.matrix.cells
    percent = verdict.admission.effect_percent
    needed = -(-percent * cells // 100)
    excludes = "excludes" if conditions.interval else "does not exclude"
    effect = (
        f"{points(verdict.sum_difference, cells)} points, {verdict.sum_difference} of {cells} "
        f"passes; +{percent} points, {needed} passes, needed"
    ).replace("-", "−")
    sign = (
        f"removed ≥ control on {verdict.items_not_negative} of {verdict.matrix.n_items} items; "
        f"{verdict.items_needed} needed"
    )
    direction = (
        f"removed passes {verdict.passes('removed')}, present {verdict.passes('present')}; "
        "removed ≥ present needed"
    )
    rows = (
        ("effect", conditions.effect, effect),
        ("interval", conditions.interval, f"{_span(verdict.bounds, cells)} {excludes} 0"),
        ("sign", conditions.sign, sign),
        ("direction", conditions.direction, direction),
    )
    return [line for name, holds, text in rows for line in _row(name, holds, text, width)]


def _beside(verdict: Verdict, width: int) -> list[str]:
    cells = verdict.matrix.cells
    gain = verdict.passes("removed") - verdict.passes("present")
    return [
        "Beside the verdict:",
        *_wrapped(
            f"removed − present  {points(gain, cells)} points, interval "
            f"{_span(verdict.removed_minus_present, cells)}",
            width,
        ),
        *_wrapped(f"exact interval     {_span(verdict.exact, cells)}", width),
        *_wrapped(f"sign-flip p        {verdict.sign_flip_p:.3g} (exact, one-sided)", width),
    ]


def _guard_lines(guards: GuardResult, width: int) -> list[str]:
    use = "needed to enforce" if guards.mode == "enforce" else "shown only"
    relation = "≤" if guards.sign_flip_over_attempts else "is above"
    attempts = (
        f"sign-flip p × attempt {guards.attempts} = {guards.adjusted_p:.3g} {relation} "
        f"{guards.alpha:g}"
    )
    rows = (
        ("gain", guards.gain_above_present, "interval of removed − present lies above 0"),
        ("attempts", guards.sign_flip_over_attempts, attempts),
    )
    drawn = [line for name, holds, text in rows for line in _row(name, holds, text, width)]
    return [f"Guards ({use}):", *drawn]


def _row(name: str, holds: bool, text: str, width: int) -> list[str]:  # noqa: FBT001
    head = f"  {'yes' if holds else 'no':<3}  {name:<9}  "
    return _wrapped(text, width, head=head, indent=len(head))


def _span(bounds: Bounds, cells: int) -> str:
    low, high = points(bounds.lower, cells), points(bounds.upper, cells)
    return f"{low} to {high} points ({bounds.lower} to {bounds.upper} passes)".replace("-", "−")


def _wrapped(text: str, width: int, *, head: str = "", indent: int = 2) -> list[str]:
    """Wrap a text; a number stays with its unit."""
    kept = text.replace(" %", "\u00a0%").replace("= ", "=\u00a0")
    wrapped = textwrap.wrap(kept, width, initial_indent=head, subsequent_indent=" " * indent)
    return [line.replace("\u00a0", " ") for line in wrapped]


def _joined(row: Sequence[str]) -> str:
    return "".join(row).rstrip()
