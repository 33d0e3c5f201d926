import os
import sys

import pytest

from chaff.cli.apart import _shares, done_apart, processes
from chaff.errors import BadInputError

forks = pytest.mark.skipif(processes() < 1 or sys.platform != "linux", reason="no forks here")
THINGS = list(range(40))
SIZES = [7 * place % 11 for place in THINGS]


def squared(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


@forks
@pytest.mark.parametrize("n_processes", [1, 2, 3, 60])
def test_results_come_in_order(n_processes):
    results = done_apart(squared, THINGS, SIZES, n_processes)
    assert [result for result, _ in results] == [number * number for number in THINGS]
    assert len({process for _, process in results}) == min(n_processes, 40)


def test_nothing_to_do():
    assert done_apart(squared, [], [], 2) == []


@forks
@pytest.mark.parametrize("n_processes", [1, 3])
def test_the_first_fault_is_raised(n_processes):
    def faulty(number: int) -> int:
        if number in (13, 21, 22, 39):
            raise BadInputError("is odd", where=str(number), remedy="even it out")
        return number

    with pytest.raises(BadInputError, match=r"^13: is odd \(even it out\)$"):
        done_apart(faulty, THINGS, SIZES, n_processes)


@forks
def test_a_child_that_dies_is_no_empty_answer(capfd):
    parent = os.getpid()

    def deadly(number: int) -> int:
        if os.getpid() != parent:
            raise ZeroDivisionError
        return number

    with pytest.raises(RuntimeError, match="ended with"):
        done_apart(deadly, THINGS, SIZES, 2)
    assert "ZeroDivisionError" in capfd.readouterr().err
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@forks
def test_after_an_interruption_no_child_is_left():
    parent = os.getpid()

    def interrupted(number: int) -> int:
        if number > 10 and os.getpid() == parent:
            raise KeyboardInterrupt
        return number

    with pytest.raises(KeyboardInterrupt):
        done_apart(interrupted, THINGS, SIZES, 3)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_shares_are_about_equal():
    shares = _shares([1, 9, 1, 1, 4, 2], 2)
    assert shares == [[1, 2], [0, 3, 4, 5]]
    assert _shares([0, 0], 3) == [[0], [1]]
