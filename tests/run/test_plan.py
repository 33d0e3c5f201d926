from collections import Counter

import pytest

from chaff.errors import BadInputError
from chaff.run.plan import Cell, ordered_cells, owed_jobs, tally
from chaff.shapes.record import order_seed
from tests.support.configs import tiny_config
from tests.support.records import turn

CONFIG = tiny_config()


def test_every_cell_stands_in_the_order_once():
    cells = ordered_cells(CONFIG)
    assert len(cells) == len(set(cells)) == 3 * 12 * 3


def test_the_order_follows_from_the_config_hash_alone():
    assert ordered_cells(CONFIG) == ordered_cells(tiny_config())
    other = tiny_config(max_turns=2)
    assert order_seed(other.config_hash) != order_seed(CONFIG.config_hash)
    assert ordered_cells(other) != ordered_cells(CONFIG)


def test_the_order_is_what_it_was():
    seed = order_seed("sha256:" + "0" * 64)
    assert seed == "sha256:b537012b89a42766399a755daf982eab655b31bf9e3649256aae02865d5ad4d6"


def test_arms_are_interleaved():
    half = Counter(cell.arm for cell in ordered_cells(CONFIG)[:54])
    assert min(half.values()) >= 9, half


def test_owed_is_what_has_no_score():
    turns = [turn(), turn(item="item-02", score=None)]
    jobs = owed_jobs(CONFIG, turns, where="run")
    assert len(jobs) == 107
    assert jobs[0].cell == Cell(arm="present", item="item-02", repeat=1), "begun cells first"
    assert jobs[0].turn == 2
    assert Cell(arm="present", item="item-01", repeat=1) not in {job.cell for job in jobs}


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        pytest.param([turn(item="item-99")], "no such cell", id="foreign item"),
        pytest.param([turn(repeat=4)], "no such cell", id="foreign repeat"),
        pytest.param([turn(number=2)], "out of sequence", id="first turn missing"),
        pytest.param([turn(), turn(number=2)], "out of sequence", id="turn after the score"),
        pytest.param([turn(), turn(number=1, name="x")], "out of sequence", id="cell twice"),
        pytest.param([turn(), turn(repeat=2, name="present/item-01/1/1")], "twice", id="id twice"),
    ],
)
def test_turns_of_another_matrix_are_refused(turns, said):
    with pytest.raises(BadInputError, match=said):
        owed_jobs(CONFIG, turns, where="run")


def test_the_tally_counts_passes_by_item():
    cells = ordered_cells(CONFIG)
    turns = [
        turn(c.arm, c.item, c.repeat, score="pass" if c.arm == "removed" else "fail") for c in cells
    ]
    matrix = tally(CONFIG, turns)
    assert (matrix.present, matrix.removed, matrix.control) == ((0,) * 12, (3,) * 12, (0,) * 12)
