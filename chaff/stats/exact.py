"""The bootstrap without draws and the sign-flip test, by counting every case in integers.

Both are exact on any machine: no seed, no floating point, no NumPy. They are shown beside the
verdict, never instead of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from chaff.shapes.program import Admission
from chaff.stats.bootstrap import Bounds, require_ranks


def exact_bounds(differences: Sequence[int], admission: Admission) -> Bounds:
    """Return the percentile interval that infinitely many bootstrap draws would give.

    A bound is the smallest t with P(T <= t) >= rank / draws, where T is the sum of n items drawn
    with replacement; compared as integers, cases · draws >= rank · n^n.
    """
    require_ranks(admission)
    cases = _sums_of_draws(differences)
    least = len(differences) * min(differences)
    return Bounds(
        lower=least + _quantile(cases, admission.lower_rank, admission.draws),
        upper=least + _quantile(cases, admission.upper_rank, admission.draws),
    )


def sign_flip_cases(differences: Sequence[int]) -> int:
    """Return how many of the 2^n sign assignments give a sum at least as large as observed.

    A sum of ±|D_i| is 2·(sum of those kept positive) − Σ|D_i|, so it reaches ΣD exactly where the
    positive ones sum to at least Σmax(D_i, 0). Subsets are counted by sum in the digits, of n + 1
    bits each, of one integer.
    """
    width = len(differences) + 1
    subsets = 1
    for difference in differences:
        subsets += subsets << (abs(difference) * width)
    enough = subsets >> (sum(max(d, 0) for d in differences) * width)
    # A number is congruent to the sum of its digits modulo base − 1, and that sum is below it.
    return enough % ((1 << width) - 1)


def sign_flip_p(differences: Sequence[int]) -> Fraction:
    """Return the one-sided p of "removed beats control" by flipping signs (Fisher 1935, §21).

    Exact if, without an effect, each item's difference is symmetric about 0.
    """
    return Fraction(sign_flip_cases(differences), 1 << len(differences))


def _sums_of_draws(differences: Sequence[int]) -> list[int]:
    """Return, for s = 0, 1, …, in how many of the n^n ordered draws the shifted sum is s.

    Shifted by n·min(D), so that sums start at 0. The counts are the coefficients q of p(x)^n, where
    p counts the items by shifted difference; from p·q' = n·p'·q follows a recurrence for them
    (Euler; Knuth, The Art of Computer Programming 2, 4.7): p_0·s·q_s = Σ (n·i − s + i)·p_i·q_(s−i).
    """
    n_items, least = len(differences), min(differences)
    items = [0] * (max(differences) - least + 1)
    for difference in differences:
        items[difference - least] += 1
    steps = [(i, count) for i, count in enumerate(items) if i and count]
    sums = [items[0] ** n_items]
    for s in range(1, n_items * (len(items) - 1) + 1):
        total = sum(((n_items + 1) * i - s) * count * sums[s - i] for i, count in steps if i <= s)
        sums.append(total // (items[0] * s))
    return sums


def _quantile(cases: Sequence[int], rank: int, draws: int) -> int:
    needed = rank * sum(cases)
    seen = 0
    for index, count in enumerate(cases):
        seen += count * draws
        if seen >= needed:
            return index
    raise AssertionError("a rank is at most the number of draws")
