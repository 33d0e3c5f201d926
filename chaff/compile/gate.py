"""Turns a gate spec's value into the compiled gate with its hashes, or refuses it."""

from __future__ import annotations

import zoneinfo

from chaff.errors import BadInputError, CompileRefusal
from chaff.language.folded import never_found
from chaff.pattern import found_in, require_valid
from chaff.shapes.base import to_json
from chaff.shapes.gate import CompiledGate, Gate, Rubric, gate_hash, rubric_hash


def build_gate(gate: Gate) -> CompiledGate:
    """Return the compiled gate, or raise CompileRefusal for the first thing unsound in it."""
    _require_times(gate)
    _require_rubric(gate.rubric)
    if gate.expected.baseline > gate.rubric.scale:
        problem = f"is above the scale, {gate.rubric.scale:g}"
        raise CompileRefusal("gate-numbers", problem, where="expected.baseline")
    return CompiledGate(
        schema="chaff.gate/1",
        rubric_hash=rubric_hash(gate.rubric),
        gate_hash=gate_hash(gate),
        gate=gate,
    )


def _require_times(gate: Gate) -> None:
    try:
        zoneinfo.ZoneInfo(gate.timezone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise CompileRefusal(
            "gate-timezone",
            f"{gate.timezone!r} is no time zone known here",
            where="timezone",
            remedy="an IANA name like Europe/Berlin; pip install tzdata where the system has none",
        ) from None
    thresholds = gate.thresholds
    if thresholds.min_days > thresholds.window_days:
        problem = f"{thresholds.min_days} scored days do not fit {thresholds.window_days}"
        raise CompileRefusal("gate-numbers", problem, where="thresholds.min_days")
    if gate.probation_days < thresholds.window_days:
        problem = f"probation ends before the window of {thresholds.window_days} days does"
        raise CompileRefusal("gate-numbers", problem, where="probation_days")


def _require_rubric(rubric: Rubric) -> None:
    if not 0 < rubric.base <= rubric.scale:
        problem = f"is not from 0 to {rubric.scale:g}"
        raise CompileRefusal("gate-numbers", problem, where="rubric.base")
    for name, phrases in to_json(rubric.classes).items():
        for at, phrase in enumerate(phrases):
            for kind in ("any", "unless", "unless_turn"):
                for pattern in phrase[kind]:
                    _require_pattern(pattern, f"rubric.classes.{name}[{at}].{kind}")
    for name, moves in to_json(rubric.weights).items():
        praises = name == "praise"
        wrong = [
            field for field, points in moves.items() if (points < 0 if praises else points > 0)
        ]
        if wrong or not any(moves.values()):
            problem = f"{wrong[0]} moves the wrong way" if wrong else "moves nothing"
            raise CompileRefusal(
                "gate-weights",
                problem,
                where=f"rubric.weights.{name}",
                remedy="friction lowers, praise raises",
            )


def _require_pattern(pattern: str, where: str) -> None:
    try:
        require_valid(pattern, where=where)
    except BadInputError as error:
        raise CompileRefusal(
            "bad-pattern", error.problem, where=where, remedy=error.remedy
        ) from None
    if found_in(pattern, ""):
        problem = f"pattern {pattern!r} matches the empty text, so every turn"
        raise CompileRefusal("bad-pattern", problem, where=where)
    letter = never_found(pattern)
    if letter:
        raise CompileRefusal(
            "bad-pattern",
            f"pattern {pattern!r} asks for {letter!r}, which is in no turn: words are read in "
            "lower case, in NFKC and without apostrophes",
            where=where,
            remedy='write "dont" for "don\'t"',
        )
