"""What a run measured, as the Markdown lines that pull requests and the graveyard repeat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from chaff.check.report import RunRow
from chaff.shapes.config import ARMS


def arm_table(verdict: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of the passes in each arm, from the facts of a verdict."""
    yield "| arm | passed | of |"
    yield "|---|---|---|"
    for arm in ARMS:
        yield f"| {arm} | {verdict['passes'][arm]} | {verdict['cells']} |"


def measured_lines(run: RunRow, verdict: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers of a run and what they come to."""
    yield f"{run.label}."
    yield ""
    yield from arm_table(verdict)
    yield ""
    yield f"Removed minus control: **{_interval(verdict)}** (seeded paired bootstrap over"
    yield f"{verdict['n_items']} prompts, {verdict['repeats']} repeats each, nominal 95 %)."
    yield f"Without draws: {_interval({**verdict['exact'], 'effect': verdict['effect']})}."
    yield f"Removed minus present: {_interval(_gain(verdict))}."
    yield f"One-sided sign-flip p: {verdict['sign_flip_p']:.4f}. Attempt {run.attempt}."
    yield ""
    yield f"{_not_held(verdict)} {verdict['reading']}"


def identity_lines(run: RunRow, verdict: Mapping[str, Any]) -> Iterator[str]:
    """Yield which file the numbers come from."""
    yield f"- file: `{run.file}`, `{run.digest}`"
    yield f"- config: `{run.config_hash}`"
    yield f"- {verdict['label']}"


def repeat_command(run: RunRow) -> str:
    """Return the command that asks the same questions again, without counting."""
    where = "" if run.endpoint == "anthropic" else f" --endpoint {run.endpoint}"
    return f"doit run:{run.is_of or run.rule} --model {run.model}{where} --pilot"


def broken_guards(verdict: Mapping[str, Any]) -> list[str]:
    """Return what each guard that does not hold found; they are the library's own conditions."""
    guards = verdict["guards"] or {}
    found = {
        "gain_above_present": "removing is not shown to beat the file as it is",
        "sign_flip_over_attempts": "the sign-flip p times the attempts is too large",
    }
    return [said for name, said in found.items() if not guards.get(name, True)]


def _gain(verdict: Mapping[str, Any]) -> dict[str, Any]:
    part = verdict["removed_minus_present"]
    cells: int = verdict["cells"]
    return {**part, "effect": part["sum_difference"] / cells}


def _interval(part: Mapping[str, Any]) -> str:
    return f"{part['effect']:+.2f} [{part['lower']:+.2f}, {part['upper']:+.2f}]"


def _not_held(verdict: Mapping[str, Any]) -> str:
    failed = [name for name, holds in verdict["conditions"].items() if not holds]
    if failed:
        return f"Not held: {', '.join(failed)}."
    if broken := broken_guards(verdict):
        return f"The four conditions hold, but {' and '.join(broken)}."
    return "The four conditions hold, and so do the guards."
