"""Matrices for tests: from wished differences, and a Hypothesis strategy for any."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from chaff.stats.matrix import Matrix

# D = removed − control per item, k = 5, with what DESIGN section 6 states of each.
TABLE = {
    "at-the-threshold": (1, 2, 0, 1, 0, 1, 1, 0, 2, 1, 0, 0),
    "lower-bound-zero": (3, -1, 2, 0, 1, -2, 2, 1, 0, 1, 1, 1),
    "all-five": (5,) * 12,
}


def matrix_with(differences: Sequence[int], *, repeats: int = 5) -> Matrix:
    """Return a matrix with these D, in which present equals the smaller of the two others."""
    removed = tuple(max(d, 0) for d in differences)
    control = tuple(max(-d, 0) for d in differences)
    present = tuple(map(min, removed, control))
    return Matrix(repeats=repeats, present=present, removed=removed, control=control)


def value_of(matrix: Matrix) -> dict[str, object]:
    """Return a matrix as the JSON value that a file of it holds."""
    return {
        "repeats": matrix.repeats,
        "present": list(matrix.present),
        "removed": list(matrix.removed),
        "control": list(matrix.control),
    }


@st.composite
def matrices(draw: st.DrawFn, *, max_items: int = 16, max_repeats: int = 6) -> Matrix:
    """Draw any matrix of 12 or more items."""
    repeats = draw(st.integers(3, max_repeats))
    n_items = draw(st.integers(12, max_items))
    passes = st.lists(st.integers(0, repeats), min_size=n_items, max_size=n_items).map(tuple)
    return Matrix(repeats=repeats, present=draw(passes), removed=draw(passes), control=draw(passes))
