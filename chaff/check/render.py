"""Writes a report as text for people or JSON for programs; a stranger's words are made harmless."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from chaff.check.faults import CODES, Fault
from chaff.check.report import Report, RuleRow, RunRow
from chaff.shapes.base import to_json

Style = Literal["plain", "heading", "bad", "good", "quiet"]

_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode categories that move the cursor, reverse the line or show nothing."""


class Line(NamedTuple):
    """One line of text, and how a terminal may show it."""

    text: str
    style: Style = "plain"


def visible(text: str) -> str:
    """Return text in which every character that could mislead a terminal is an escape."""
    return "".join(_escaped(c) if unicodedata.category(c) in _HIDDEN else c for c in text)


def as_json(report: Report) -> str:
    """Return the report as one JSON object in ASCII."""
    value = {**to_json(report), "ok": report.ok}
    return json.dumps(value, indent=2, sort_keys=True, allow_nan=False)


def as_lines(report: Report) -> Iterator[Line]:
    """Yield the report for people, faults first and the outcome last."""
    for category in ("integrity", "standing"):
        found = [one for one in report.faults if one.category == category]
        if found:
            yield Line(f"{category} ({len(found)})", "heading")
            for one in found:
                yield from _fault_lines(one)
    if report.notes:
        yield Line("notes", "heading")
        for one_note in report.notes:
            said = f"  {one_note.file}: {one_note.message} [{one_note.code}]"
            yield Line(visible(said))
    if report.rules:
        yield Line("rules", "heading")
        for rule in report.rules:
            yield from _rule_lines(rule)
    if report.runs:
        yield Line("runs", "heading")
        for run in report.runs:
            yield from run_lines(run)
    yield outcome(report)


def _fault_lines(one: Fault) -> Iterator[Line]:
    place = one.file if one.line is None else f"{one.file}:{one.line}"
    yield Line(visible(f"  {place}: {one.message} [{one.code}]"), "bad")
    yield Line(f"    {CODES[one.code].what}", "quiet")
    yield Line(f"    -> {one.remedy}", "quiet")


def _rule_lines(rule: RuleRow) -> Iterator[Line]:
    buried = ", in the graveyard" if rule.buried else ""
    left = f"; {rule.due}" if rule.due else ""
    yield Line(visible(f"  {rule.rule} ({rule.tier}{buried}): {rule.label}{left}"))


def run_lines(run: RunRow) -> Iterator[Line]:
    """Yield what one run shows and whether it counts."""
    yield Line(visible(f"  {run.rule}: {run.label}"))
    if run.verdict is not None:
        passes, cells = run.verdict["passes"], run.verdict["cells"]
        arms = ", ".join(f"{arm} {count}/{cells}" for arm, count in passes.items())
        yield Line(visible(f"    {arms}{_guards(run.verdict['guards'])}"), "quiet")
        if note := run.verdict.get("seed_note"):
            yield Line(f"    {note}", "bad")
    standing = run.why_not or "the tier rests on it"
    counts = "counts" if run.counts else "does not count"
    drifted = "" if run.current else "; measured another version than the current one"
    yield Line(visible(f"    {run.file}: {counts}; {standing}{drifted}"), "quiet")


def _guards(guards: Mapping[str, Any] | None) -> str:
    if guards is None:
        return ""
    return f"; guards {'hold' if guards['hold'] else 'do not hold'} at attempt {guards['attempts']}"


def outcome(report: Report) -> Line:
    """Return the one line that says how the check ended."""
    looked_at = (
        f"{_number(len(report.rules), 'rule')}, {_number(len(report.runs), 'run')}, "
        f"{_number(report.n_responses, 'answer')} scored again"
    )
    if report.ok:
        return Line(f"{looked_at}: no fault", "good")
    return Line(f"{looked_at}: {_number(len(report.faults), 'fault')}", "bad")


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
