"""Everything that a decision rests on: settings, ledger, scores, and what else happened."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal

from chaff.gate.series import Series
from chaff.gate.story import Story
from chaff.shapes.base import Shape
from chaff.shapes.gate import CompiledGate, Gate


class Outside(Shape, frozen=True, kw_only=True):
    """Something other than an edit that began on a day: a new model, a new program."""

    day: date
    what: Literal["model", "program"]
    text: str
    """As it is told: `model-a, then model-b`."""


class Situation(Shape, frozen=True, kw_only=True):
    """What is known on a day; decisions are functions of it alone."""

    compiled: CompiledGate
    story: Story
    series: Series
    friction: Mapping[date, int] = {}
    """Turns that lowered a score, by day; a day that is not there had none, or no score."""
    outside: tuple[Outside, ...] = ()

    @property
    def gate(self) -> Gate:
        """The settings."""
        return self.compiled.gate
