"""The caps over real processes, sockets and files: several runs at once against one small cap."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chaff.errors import OverCap
from chaff.money import cost_nano_usd, worst_case_nano_usd
from chaff.run.ledger import read_entries
from chaff.shapes.answer import usage_of
from tests.support.children import Children, children
from tests.support.configs import PRIMARY, RULE, tiny_config, tiny_program
from tests.support.messages_server import Body, Fault, MessagesServer, prompt_tokens
from tests.support.run_project import START, make_project
from tests.support.small_run import N_CALLS, measure

CONFIG = tiny_config()
CELLS = 108
PRICES = tiny_program().prices
HOW = {"model": PRIMARY, "quiet": True, "pilot": True}


@pytest.fixture(scope="module")
def parent(tmp_path_factory) -> Iterator[Children]:
    with children(tmp_path_factory.mktemp("out")) as made:
        yield made


def spoiling(seed: int) -> Any:
    """Return faults for a tenth of the calls: billed and not, with answers and without."""
    drawn, lock = random.Random(seed), threading.Lock()  # noqa: S311 - only picks faults
    faults = (
        Fault(status=500, error="api_error", billed=True),
        Fault(reset=True, billed=True),
        Fault(cut=60, billed=True),
        Fault(status=529, error="overloaded_error"),
        Fault(status=429, error="rate_limit_error", headers={"retry-after-ms": "50"}),
    )

    def fault(_number: int, _body: Body) -> Fault | None:
        with lock:
            return drawn.choice(faults) if drawn.random() < 0.1 else None

    return fault


@pytest.mark.parametrize("concurrency", [1, 4, 16])
def test_no_more_is_billed_than_the_caps_allow(parent, tmp_path, server, concurrency):
    """Three processes, faults, and one of the three killed on the way."""
    cap = 0.08
    root = make_project(tmp_path / "p", CONFIG, tiny_program(rule_usd=cap), commit=False)
    server.latency = 0.01
    server.fault = spoiling(concurrency)
    runs = [
        parent.run(root, RULE, seconds=100 * n, endpoint=server.url, concurrency=concurrency, **HOW)
        for n in range(3)
    ]
    while len(server.calls) < 20:
        threading.Event().wait(0.005)
    runs[0].kill()
    statuses = [run.wait() for run in runs[1:]]
    assert set(statuses) <= {0, 3}, [run.printed for run in runs]
    assert 3 in statuses, "or the cap was no cap"
    assert any("OverCap" in run.printed and "rule cap" in run.printed for run in runs)
    held = sum(entry.held_nano_usd for entry in read_entries(root).values())
    assert server.billed_nano_usd(PRICES) <= held <= cap * 10**9
    assert held > 0.9 * cap * 10**9, "and it was used"


def exact_need(root: Path, server: MessagesServer) -> tuple[int, int]:
    """Return what a small run costs, and the cap that it needs when asked one by one."""
    assert measure(root, server)
    spent = need = 0
    for call in server.calls:
        worst = worst_case_nano_usd(prompt_tokens(call.body), 200, PRICES[PRIMARY])
        need = max(need, spent + worst)
        usage = usage_of(server.message(0, call.body))
        spent += cost_nano_usd(usage, PRICES[PRIMARY])
    return spent, need


@pytest.mark.parametrize("concurrency", [1, 3, 9])
def test_a_run_that_fits_under_the_cap_is_finished(tmp_path, server, concurrency):
    """However many calls are in flight: they wait for each other, and none gives up."""
    spent, need = exact_need(tmp_path / "alone", server)
    # Asked in another order, the last call may be the dearest one.
    dearest = 0 if concurrency == 1 else 500_000
    root = tmp_path / "capped"
    assert measure(root, server, concurrency=concurrency, rule_usd=(need + dearest) / 10**9)
    (entry,) = read_entries(root).values()
    assert (entry.billed_nano_usd, entry.state) == (spent, "closed")


def test_a_cap_one_nano_dollar_short_stops_before_the_call_it_cannot_pay(tmp_path, server):
    _, need = exact_need(tmp_path / "alone", server)
    root, asked = tmp_path / "capped", len(server.calls)
    with pytest.raises(OverCap, match="rule cap"):
        measure(root, server, rule_usd=(need - 1) / 10**9)
    assert len(server.calls) == asked + N_CALLS - 1
    assert measure(root, server, rule_usd=need / 10**9, start=START.replace(hour=13))
    assert len(server.calls) == asked + N_CALLS
