import threading

import pytest

from chaff.run.together import Together


def test_items_that_come_meanwhile_are_done_together_and_each_once():
    groups, free, started = [], threading.Event(), threading.Event()

    def work(items):
        groups.append(list(items))
        started.set()
        assert free.wait(5)

    together = Together(work)
    threads = [threading.Thread(target=together.do, args=(number,)) for number in range(6)]
    threads[0].start()
    assert started.wait(5)
    for thread in threads[1:]:
        thread.start()
    while len(together._queue) < 5:
        threading.Event().wait(0.001)
    free.set()
    for thread in threads:
        thread.join()
    assert groups[0] == [0]
    assert sorted(groups[1]) == [1, 2, 3, 4, 5]
    assert len(groups) == 2


def test_nobody_waits_for_company():
    done = []
    together = Together(done.extend)
    together.do("a")
    together.do("b")
    assert done == ["a", "b"]


def test_what_goes_wrong_is_raised_to_each_and_the_next_is_tried_anew():
    def work(items):
        if "bad" in items:
            raise OSError("no room")

    together = Together(work)
    with pytest.raises(OSError, match="no room"):
        together.do("bad")
    together.do("good")
