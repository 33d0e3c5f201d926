"""Numbers named "another implementation" are from NumPy 2.4.6 and SciPy 1.17.1."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.errors import BadInputError
from chaff.stats import bootstrap
from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.bootstrap import bootstrap_bounds
from tests.support.matrices import TABLE

BOUNDS = {"at-the-threshold": (4, 14), "lower-bound-zero": (0, 18), "all-five": (60, 60)}
FIRST_WORDS = [12085526460962745193, 5954942307767358374, 8886601687971573704]


def bounds_of(differences, admission=DEFAULT_ADMISSION):
    [bounds] = bootstrap_bounds([differences], admission)
    return bounds.lower, bounds.upper


def by_the_letter(differences, admission):
    """The design's words, one Python integer at a time."""
    n = len(differences)
    words = [int(w) for w in np.random.PCG64(admission.seed).random_raw(admission.draws * n)]
    totals = sorted(
        sum(differences[((words[b * n + j] >> 32) * n) >> 32] for j in range(n))
        for b in range(admission.draws)
    )
    return totals[admission.lower_rank - 1], totals[admission.upper_rank - 1]


@pytest.mark.parametrize(
    "ranks",
    [(0, 9750), (250, 250), (251, 250), (1, 10_001)],
    ids=["zero", "same", "swapped", "end"],
)
def test_input_ranks_that_give_no_interval_are_refused(ranks):
    admission = msgspec.structs.replace(DEFAULT_ADMISSION, lower_rank=ranks[0], upper_rank=ranks[1])
    with pytest.raises(BadInputError, match="no interval"):
        bootstrap_bounds([TABLE["all-five"]], admission)


@pytest.mark.parametrize("name", TABLE)
def test_theory_the_table_of_the_design(name):
    assert bounds_of(TABLE[name]) == BOUNDS[name]


def test_theory_the_stream_that_numpy_guarantees():
    assert np.random.PCG64(20261130).random_raw(3).tolist() == FIRST_WORDS


@pytest.mark.parametrize("seed", [0, 20261130, 2**53 - 1])
@pytest.mark.parametrize("n_items", [12, 13, 29])
def test_another_implementation_word_by_word(seed, n_items):
    admission = msgspec.structs.replace(
        DEFAULT_ADMISSION, seed=seed, draws=1000, lower_rank=25, upper_rank=975
    )
    differences = [(7 * i * i + seed) % 11 - 4 for i in range(n_items)]
    assert bounds_of(differences, admission) == by_the_letter(differences, admission)


def test_another_implementation_scipy_bootstrap_within_monte_carlo_error():
    from scipy import stats

    differences = [float(d) for d in TABLE["lower-bound-zero"]]
    interval = stats.bootstrap(
        (differences,), np.sum, method="percentile", n_resamples=20_000, rng=1
    ).confidence_interval
    assert bounds_of(TABLE["lower-bound-zero"]) == pytest.approx(interval, abs=1)


def test_self_chunks_change_nothing(monkeypatch):
    whole = bounds_of(TABLE["lower-bound-zero"])
    monkeypatch.setattr(bootstrap, "_CHUNK_WORDS", 7 * 12 + 5)
    monkeypatch.setattr(bootstrap, "_KEPT_WORDS", 0)
    assert bounds_of(TABLE["lower-bound-zero"]) == whole


def test_self_rows_share_draws_and_do_not_disturb_each_other():
    rows = [TABLE["lower-bound-zero"], TABLE["all-five"], TABLE["at-the-threshold"]]
    together = [(b.lower, b.upper) for b in bootstrap_bounds(rows, DEFAULT_ADMISSION)]
    assert together == [bounds_of(row) for row in rows]


@given(st.integers(-5, 5), st.integers(1, 4))
def test_self_shift_and_scale_carry_over(shift, scale):
    base = TABLE["lower-bound-zero"]
    moved = [scale * d + shift for d in base]
    lower, upper = bounds_of(base)
    assert bounds_of(moved) == (scale * lower + 12 * shift, scale * upper + 12 * shift)
