"""Picks the lines of some kinds out of a ledger, with their types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def of_kind(lines: Iterable[Any], *kinds: type[T]) -> list[T]:
    """Return the lines that are of one of the kinds, in order."""
    return [line for line in lines if isinstance(line, kinds)]
