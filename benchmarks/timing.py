"""How the benchmarks take the time of a piece of work."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_ms(work: Callable[[], object], *, rounds: int) -> float:
    """Return the shortest of some rounds, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)
