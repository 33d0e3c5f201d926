import numpy as np

from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.draws import above_zero, draw_weights, long_counts, short_counts
from chaff.stats.matrix import Matrix


def test_another_implementation_the_interval_is_the_verdicts_own():
    generator = np.random.default_rng(7)
    weights = draw_weights(12, DEFAULT_ADMISSION)
    for _ in range(60):
        control = generator.integers(0, 4, 12)
        removed = np.clip(control + generator.integers(-1, 3, 12), 0, 5)
        matrix = Matrix(
            repeats=5,
            present=tuple(int(x) for x in control),
            removed=tuple(int(x) for x in removed),
            control=tuple(int(x) for x in control),
        )
        [fast] = above_zero((removed - control)[None, :], DEFAULT_ADMISSION, weights)
        assert fast == admit(matrix, DEFAULT_ADMISSION).bounds.above_zero


def test_no_experiment_has_no_interval():
    nothing = np.empty((0, 12), dtype=np.int64)
    assert above_zero(nothing, DEFAULT_ADMISSION, draw_weights(12, DEFAULT_ADMISSION)).size == 0


def test_self_both_ways_to_count_draws_agree():
    """Totals in bytes and in a product of matrices."""
    weights = draw_weights(12, DEFAULT_ADMISSION)
    difference = np.random.default_rng(5).integers(-5, 6, (300, 12))
    short = list(short_counts(difference, weights))
    assert short == list(long_counts(difference, weights))
    assert len(set(short)) > 100
