from itertools import pairwise

from chaff.compile.subsets import MOST_PIECES, subsets

WHOLES = [(200 * n, 200 * n + 60 + 3 * n) for n in range(20)]
PARTS = [(start, start + length) for start, end in WHOLES for length in range(5, end - start, 7)]


def size(spans):
    return sum(end - start for start, end in spans)


def test_each_set_is_near_the_target_in_order_and_without_overlaps():
    found = list(subsets(WHOLES, PARTS, 500, 20))
    assert len(set(found)) > 20
    for spans in found:
        assert abs(size(spans) - 500) <= 20
        assert list(spans) == sorted(spans)
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
        assert len(spans) <= MOST_PIECES + 1


def test_a_part_closes_a_set_closely():
    closed = [spans for spans in subsets(WHOLES, PARTS, 500, 20) if set(spans) & set(PARTS)]
    assert closed
    assert all(abs(size(spans) - 500) <= 20 // 8 + 1 for spans in closed)


def test_where_there_is_too_little_text_there_is_no_set():
    assert list(subsets(WHOLES[:2], (), 500, 20)) == []
    assert list(subsets((), (), 500, 20)) == []
