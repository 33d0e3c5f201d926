"""Estimate against bill, in each of the four ways to ask, on a server that bills as the real one.

The server knows nothing of the estimate: it keeps a prompt cache of its own, with the vendor's
minimum, lifetimes and rule that an entry can be read once the call that wrote it was answered.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chaff.money import NANO
from chaff.run.ledger import read_entries
from chaff.run.preview import preview
from tests.run.test_batches import caching_project
from tests.run.test_batches import measure as measure_in_batches
from tests.run.test_command import CELLS, CONFIG, measure, only_run
from tests.run.test_preview import seen
from tests.support.configs import PRIMARY, RULE, tiny_program
from tests.support.messages_server import Blocks, Body, MessagesServer
from tests.support.prompt_cache import PromptCache, prompt_tokens
from tests.support.run_project import START, make_project

PRICES = tiny_program().prices
MOST_OFF = 0.02
WAYS = ("plain", "cached", "batch", "both")


def wordy(body: Body) -> Blocks:
    """Answers of very different lengths, so that a mean is no more than a mean."""
    return [{"type": "text", "text": "pnpm add " + "and so on " * (prompt_tokens(body) % 17)}]


def cold(server: MessagesServer) -> None:
    """Let the server forget what a pilot has put into its cache."""
    minimum, server.cache = server.cache.minimum, PromptCache(time.monotonic)
    server.cache.minimum = minimum


def made(way: str, tmp_path: Path, server: MessagesServer) -> Path:
    server.answer = wordy
    if way in {"cached", "both"}:
        return caching_project(tmp_path, server)
    return make_project(tmp_path / "project", CONFIG)


def billed(root: Path, server: MessagesServer, since: int) -> float:
    """Return the server's bill from its `since`-th call on, which must be the ledger's too."""
    bill = server.billed[since:]
    server.billed = bill
    nano = server.billed_nano_usd(PRICES)
    assert nano == next(e for e in read_entries(root).values() if not e.pilot).billed_nano_usd
    return nano / NANO


def asked(way: str, root: Path, server: MessagesServer, **how: Any) -> str:
    if way in {"batch", "both"}:
        return measure_in_batches(root, server, **how)
    return measure(root, server, **how)


def usd(printed: str, before: str) -> float:
    found = re.search(rf"{before} \$([0-9.]+)", printed)
    assert found, printed
    return float(found[1])


@pytest.mark.parametrize("way", WAYS)
def test_the_estimate_is_within_two_per_cent_of_the_bill(way, tmp_path, server):
    """The figure of before the run, once a pilot has told how long answers are; then the bill."""
    root = made(way, tmp_path, server)
    measure(root, server, pilot=True)
    cold(server)
    table = seen(preview, root, RULE, endpoint=server.url, model=PRIMARY)
    row = next(line for line in table.splitlines() if line.startswith(f"  {PRIMARY} "))
    estimated = dict(zip(WAYS, (float(cost[1:]) for cost in row.split()[1:5]), strict=True))[way]
    since = len(server.billed)
    how = {} if way in {"batch", "both"} else {"concurrency": 20}
    printed = asked(way, root, server, start=START.replace(hour=13), **how)
    bill = billed(root, server, since)
    assert len(server.billed) == len(only_run(root).turns) == CELLS
    assert abs(estimated - bill) <= MOST_OFF * bill, printed
    assert usd(printed, "estimated") == pytest.approx(estimated, abs=0.0001)
    assert usd(printed, "billed   ") == pytest.approx(bill, abs=0.0001)


@pytest.mark.parametrize("way", WAYS)
def test_without_a_pilot_it_is_at_the_length_that_came(way, tmp_path, server):
    """The assumed length of answers may be off by any factor; nothing else may."""
    root = made(way, tmp_path, server)
    printed = asked(way, root, server)
    fair = usd(printed, "for which the estimate is")
    assert abs(fair - billed(root, server, 0)) <= MOST_OFF * fair, printed
    assert abs(usd(printed, "estimated") / fair - 1) > MOST_OFF, "or there was nothing to show"


def test_each_way_is_cheaper_by_as_much_as_the_vendor_says(tmp_path, server):
    """What the four ways cost, beside each other; a long file is what caching is for."""
    costs = {}
    for way in WAYS:
        server.billed.clear()
        root = made(way, tmp_path / way, server)
        cold(server)
        asked(way, root, server)
        costs[way] = server.billed_nano_usd(PRICES)
        server.cache.minimum = {PRIMARY: 4096}
    assert costs["batch"] * 2 - CELLS <= costs["plain"] <= costs["batch"] * 2
    assert costs["cached"] < costs["plain"]
    assert costs["both"] < min(costs["batch"], costs["cached"])


def test_two_models_are_estimated_each_at_its_own_price(tmp_path, server):
    root = caching_project(tmp_path, server)
    program = msgspec.structs.asdict(tiny_program())
    printed = seen(preview, root, RULE, endpoint=server.url)
    rows = [line.split() for line in printed.splitlines()[2:5]]
    assert [row[0] for row in rows[:2]] == list(program["prices"])[:2]
    for column in range(1, 5):
        each = [float(row[column][1:]) for row in rows]
        assert each[2] == pytest.approx(each[0] + each[1], abs=0.0002)
