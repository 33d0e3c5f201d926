"""The seeded paired bootstrap over items: the interval that a verdict rests on.

Percentile bootstrap (Efron 1979) of a sum of per-item differences, in integers from the first word
to the last bound. The random words are the raw 64-bit output of PCG64 for the seed, a stream that
NumPy guarantees; its `Generator` methods are avoided because their streams may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.program import Admission

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KEPT_WORDS: Final = 200_000
"""Draws of so many words are made once: two megabytes."""
_CHUNK_WORDS: Final = 1 << 17
"""Words drawn at a time (1 MiB), so that memory does not grow with the draws."""


class Bounds(Shape, frozen=True, kw_only=True):
    """An interval of a sum of differences, in passes; divide by n·k for fractions of 1."""

    lower: int
    upper: int

    @property
    def above_zero(self) -> bool:
        """Whether the whole interval is positive."""
        return self.lower > 0

    @property
    def below_zero(self) -> bool:
        """Whether the whole interval is negative."""
        return self.upper < 0

    @property
    def excludes_zero(self) -> bool:
        """Whether 0 lies outside."""
        return self.above_zero or self.below_zero


def require_ranks(admission: Admission) -> None:
    """Raise BadInputError unless 1 <= lower rank < upper rank <= draws."""
    lower, upper, draws = admission.lower_rank, admission.upper_rank, admission.draws
    if not 1 <= lower < upper <= draws:
        problem = f"ranks {lower} and {upper} of {draws} draws give no interval"
        raise BadInputError(problem, where="admission")


def bootstrap_bounds(
    differences: Sequence[Sequence[int]], admission: Admission
) -> tuple[Bounds, ...]:
    """Return the interval of each row's sum, all rows resampled by the same draws.

    `differences` holds one row per contrast and one integer per item. Draw b takes the words
    b·n … b·n+n−1 in order; the upper 32 bits of a word choose an item: ((w >> 32)·n) >> 32.
    Bounds are the sums at the two ranks, 1-based, of all sorted draws.
    """
    require_ranks(admission)
    totals = _resampled_sums(differences, admission)
    totals.sort(axis=1)
    return tuple(
        Bounds(
            lower=int(row[admission.lower_rank - 1]),
            upper=int(row[admission.upper_rank - 1]),
        )
        for row in totals
    )


def draw_items(stream: np.random.PCG64, n_draws: int, n_items: int) -> NDArray[np.intp]:
    """Return the items that the stream's next draws take, shape (n_draws, n_items).

    A word w chooses item ((w >> 32)·n) >> 32.
    """
    import numpy as np

    words = stream.random_raw(n_draws * n_items).reshape(n_draws, n_items)
    return (((words >> np.uint64(32)) * np.uint64(n_items)) >> np.uint64(32)).astype(np.intp)


def _resampled_sums(
    differences: Sequence[Sequence[int]], admission: Admission
) -> NDArray[np.float64]:
    """Return T, shape (contrasts, draws), in passes: whole numbers, so that no sum is rounded."""
    import numpy as np

    rows = np.array(differences, dtype=np.float64)
    n_items = rows.shape[1]
    if admission.draws * n_items <= _KEPT_WORDS:
        return rows @ _kept(admission.seed, admission.draws, n_items)
    chunks = _times_drawn(admission.seed, admission.draws, n_items)
    return np.concatenate([rows @ times for times in chunks], axis=1)


def _times_drawn(seed: int, draws: int, n_items: int) -> Iterator[NDArray[np.float64]]:
    """Yield how often each draw takes each item, shape (items, draws), some draws at a time."""
    import numpy as np

    stream = np.random.PCG64(seed)
    step = max(1, _CHUNK_WORDS // n_items)
    for start in range(0, draws, step):
        chosen = draw_items(stream, min(step, draws - start), n_items)
        places = chosen * len(chosen) + np.arange(len(chosen))[:, np.newaxis]
        counts = np.bincount(places.ravel(), minlength=n_items * len(chosen))
        yield counts.reshape(n_items, len(chosen)).astype(np.float64)


@lru_cache(maxsize=4)
def _kept(seed: int, draws: int, n_items: int) -> NDArray[np.float64]:
    """Return all draws at once: the seed is the program's, so a thousand runs share them."""
    import numpy as np

    times = np.concatenate(list(_times_drawn(seed, draws, n_items)), axis=1)
    times.setflags(write=False)
    return times
