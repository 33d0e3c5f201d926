"""Picks the lines of one kind out of a ledger, with its type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def of_kind(lines: Iterable[Any], kind: type[T]) -> list[T]:
    """Return the lines that are of a kind, in order."""
    return [line for line in lines if isinstance(line, kind)]
