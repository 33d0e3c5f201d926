"""Holm's step-down adjustment of p-values over all rules measured."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction


def holm(p_values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return each rule's adjusted p, at most 1, in the order given (Holm 1979).

    With m rules the i-th smallest p is multiplied by m − i + 1 and never falls below the one
    before. Rejecting where the result is <= alpha keeps the chance of any false admission at
    alpha, whatever the dependence between rules.
    """
    adjusted: dict[str, Fraction] = {}
    largest = Fraction(0)
    for rank, rule in enumerate(sorted(p_values, key=lambda rule: p_values[rule])):
        scaled = p_values[rule] * (len(p_values) - rank)
        largest = max(largest, min(scaled, Fraction(1)))
        adjusted[rule] = largest
    return {rule: adjusted[rule] for rule in p_values}
