"""How much `admit` costs beyond its floor: NumPy drawing the same raw words.

`python benchmarks/bench_admission.py` prints one line a size; read the ratio, not the times.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.timing import best_ms
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.matrix import Matrix

SIZES = ((12, 5), (36, 5), (200, 20))


def matrix_of(n_items: int, repeats: int) -> Matrix:
    """Return a matrix with spread-out passes, the same on every machine."""
    words = np.random.PCG64(1).random_raw(3 * n_items) >> np.uint64(32)
    passes = (words % np.uint64(repeats + 1)).reshape(3, n_items).tolist()
    present, removed, control = map(tuple, passes)
    return Matrix(repeats=repeats, present=present, removed=removed, control=control)


def main() -> None:
    """Print the table."""
    print("items  repeats  words ms  admit ms  ratio")
    for n_items, repeats in SIZES:
        matrix = matrix_of(n_items, repeats)
        n_words = DEFAULT_ADMISSION.draws * n_items
        floor = best_ms(
            lambda n=n_words: np.random.PCG64(DEFAULT_ADMISSION.seed).random_raw(n), rounds=30
        )
        full = best_ms(lambda m=matrix: admit(m, DEFAULT_ADMISSION), rounds=10)
        print(f"{n_items:5}  {repeats:7}  {floor:8.2f}  {full:8.2f}  {full / floor:5.1f}")


if __name__ == "__main__":
    main()
