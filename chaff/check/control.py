"""Verifies, on recorded tokens, that the control edit matches the removed edit and was due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.check.cells import Cells
from chaff.check.faults import Fault, fault
from chaff.shapes.config import ARMS, Arm, EvalConfig
from chaff.shapes.record import Header, TokenCounts

_HEADER: Final = 1


def fits(removed_delta: int, control_delta: int, tolerance_percent: int) -> bool:
    """Tell whether a control edit changes as many tokens as the removed edit, within a tolerance.

    Deltas are signed the same way, in tokens; all arithmetic in integers.
    """
    return 100 * abs(control_delta - removed_delta) <= tolerance_percent * abs(removed_delta)


def choice_faults(header: Header, config: EvalConfig, where: str) -> Iterator[Fault]:
    """Yield a fault unless the control is the first candidate that fits the header's counts."""
    counts, first = header.counts, config.battery.items[0].id
    if counts.item != first:
        message = f"counted for item {counts.item}, not for the first, {first}"
        yield fault("counts-mismatch", where, message, _HEADER)
    if message := _wrong_choice(header, config):
        yield fault("control-not-first", where, message, _HEADER)


def delta_faults(header: Header, cells: Cells, config: EvalConfig, where: str) -> Iterator[Fault]:
    """Yield what the recorded prompts of a complete run say against the control edit.

    A prompt is the first turn's input, cache writes and cache reads together. Sums run over all
    items and repeats, so that the comparison is one of integers.
    """
    prompts = _first_prompts(cells)
    removed = prompts["present"] - prompts["removed"]
    control = prompts["present"] - prompts["control"]
    admission, asked = config.admission, len(config.battery.items) * config.repeats
    if abs(removed) < admission.min_edit_tokens * asked:
        message = (
            f"the removed edit changes {removed} tokens in {asked} prompts; "
            f"at least {admission.min_edit_tokens} in each are needed"
        )
        yield fault("edit-too-small", where, message, _HEADER)
    elif not fits(removed, control, admission.control_tolerance_percent):
        message = (
            f"over {asked} prompts the removed edit changes {removed} tokens, the control edit "
            f"{control}: more than {admission.control_tolerance_percent} % apart"
        )
        yield fault("control-delta", where, message, _HEADER)
    elif message := _count_problem(header.counts, cells, config):
        yield fault("counts-mismatch", where, message, _HEADER)


def _wrong_choice(header: Header, config: EvalConfig) -> str:
    counts, tolerance = header.counts, config.admission.control_tolerance_percent
    registered = [candidate.id for candidate in config.arms.controls]
    counted = [candidate.id for candidate in counts.controls]
    if header.control not in registered:
        return f"{header.control} is no registered candidate"
    if counted != registered[: len(counted)] or counted[-1:] != [header.control]:
        return f"counted were {', '.join(counted) or 'none'}; chosen was {header.control}"
    removed = counts.present - counts.removed
    for candidate in counts.controls:
        fitting = fits(removed, counts.present - candidate.tokens, tolerance)
        if fitting != (candidate.id == header.control):
            return f"{candidate.id} {'fits' if fitting else 'does not fit'} the counts"
    return ""


def _count_problem(counts: TokenCounts, cells: Cells, config: EvalConfig) -> str:
    """Return how the counted deltas contradict the recorded ones, or ''.

    Counts come from an endpoint that estimates, so they need only agree as closely as the
    control itself must.
    """
    seen = _first_prompts(cells, counts.item)
    counted = {"removed": counts.removed, "control": counts.controls[-1].tokens}
    for arm in ARMS[1:]:
        recorded = seen["present"] - seen[arm]
        stated = (counts.present - counted[arm]) * config.repeats
        if not fits(recorded, stated, config.admission.control_tolerance_percent):
            return (
                f"{counts.item}: {arm} changes {stated} tokens by the counts and {recorded} "
                f"as recorded, over {config.repeats} prompts"
            )
    return ""


def _first_prompts(cells: Cells, item: str | None = None) -> dict[Arm, int]:
    """Return the tokens of the first prompts of each arm, of all items or of one."""
    tokens = dict.fromkeys(ARMS, 0)
    for key, placed in cells.turns.items():
        if item in (None, key.item):
            tokens[key.arm] += placed[0].turn.usage.prompt
    return tokens
