"""The verdict's bootstrap draws for many experiments at once: which intervals lie above 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chaff.shapes.program import Admission
from chaff.stats.bootstrap import draw_items

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK: Final = 250
"""Simulated experiments at a time: 250 x 10,000 draws of 4 bytes are 10 MB."""


def draw_weights(n_items: int, admission: Admission) -> NDArray[np.int64]:
    """Return how often each draw takes each item, shape (n_items, draws)."""
    import numpy as np

    chosen = draw_items(np.random.PCG64(admission.seed), admission.draws, n_items)
    places = chosen + n_items * np.arange(admission.draws)[:, None]
    counts = np.bincount(places.ravel(), minlength=admission.draws * n_items)
    return np.ascontiguousarray(counts.reshape(admission.draws, n_items).T)


def above_zero(
    difference: NDArray[np.int64], admission: Admission, weights: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell of each experiment whether its interval's lower end, an order statistic, is above 0.

    It is above 0 if fewer draws than its rank have a total of 0 or less: nothing need be sorted.
    `difference` has shape (experiments, items).
    """
    import numpy as np

    most = int(np.abs(difference).max(initial=0)) * len(weights)
    count = short_counts if most <= np.iinfo(np.int8).max else long_counts
    found = np.fromiter(count(difference, weights), dtype=np.int64, count=len(difference))
    return found < admission.lower_rank


def short_counts(difference: NDArray[np.int64], weights: NDArray[np.int64]) -> Iterator[int]:
    """Yield how many draws of each experiment have a total of 0 or less, where bytes hold them.

    One row of draws, a byte each, stays in the processor's cache: a quarter of the time of the
    product of matrices.
    """
    import numpy as np

    taken = weights.astype(np.int8)
    total = np.empty_like(taken[0])
    multiples: dict[tuple[int, int], NDArray[np.int8]] = {}
    for experiment in difference.tolist():
        total.fill(0)
        for place in enumerate(experiment):
            if place not in multiples:
                multiples[place] = taken[place[0]] * np.int8(place[1])
            np.add(total, multiples[place], out=total)
        yield int(np.count_nonzero(total <= 0))


def long_counts(difference: NDArray[np.int64], weights: NDArray[np.int64]) -> Iterator[int]:
    """Yield the same for any totals below 2^24, which 4 bytes hold exactly."""
    import numpy as np

    for totals in resampled(difference, weights):
        yield from np.count_nonzero(totals <= 0, axis=1).tolist()


def resampled(
    difference: NDArray[np.int64], weights: NDArray[np.int64]
) -> Iterator[NDArray[np.float32]]:
    """Yield the totals of all draws, in passes, of some experiments at a time, in order."""
    import numpy as np

    taken = weights.astype(np.float32)
    for start in range(0, len(difference), _BLOCK):
        yield difference[start : start + _BLOCK].astype(np.float32) @ taken
