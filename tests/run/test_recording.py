"""Starts and answers that must not be taken as they come, over a real server."""

from __future__ import annotations

import pytest

import chaff.run.session
from chaff.errors import EndpointError, OverCap
from chaff.money import PRICED_TOKENS
from chaff.run.budget import PlaceTaken
from chaff.run.ledger import entry_path, read_entries, write_entry
from tests.support.messages_server import Fault, prompt_tokens
from tests.support.run_project import START
from tests.support.small_run import N_CALLS, entry_of, measure, run_of


def test_a_bill_that_cannot_be_true_leaves_the_caps_as_they_are(tmp_path, server):
    """Entered, it would use up the program's cap until `budget_from` moves."""
    huge = Fault(edit=lambda m: {**m, "usage": {"input_tokens": 2**42, "output_tokens": 1}})
    server.fault = lambda number, _body: huge if number == 3 else None
    with pytest.raises(EndpointError, match=r"claims a bill of \$4398046\.51 for a call"):
        measure(tmp_path, server)
    assert 0 < entry_of(tmp_path).held_nano_usd < 10**7
    assert measure(tmp_path, server, start=START.replace(hour=13))


def test_a_bill_that_may_be_true_counts_in_full(tmp_path, server):
    dear = Fault(edit=lambda m: {**m, "usage": {"input_tokens": 99_999, "output_tokens": 1}})
    server.fault = lambda number, _body: dear if number == 3 else None
    with pytest.raises(EndpointError, match="no cap can be promised"):
        measure(tmp_path, server)
    assert entry_of(tmp_path).billed_nano_usd > 99_999_000
    with pytest.raises(OverCap):
        measure(tmp_path, server, start=START.replace(hour=13), rule_usd=0.1)


def test_a_prompt_that_may_cost_more_a_token_is_not_sent(tmp_path, server):
    """Prices are those of prompts of up to 100,000 tokens."""
    server.count_fault = lambda _n, body: Fault(
        raw=f'{{"input_tokens":{PRICED_TOKENS + prompt_tokens(body)}}}'
    )
    with pytest.raises(EndpointError, match="prices are known up to 100,000"):
        measure(tmp_path, server)
    assert server.calls == []


def test_a_start_that_finds_its_place_taken_leaves_nothing_behind(tmp_path, server, monkeypatch):
    """Another start entered itself between the look for a free second and the ledger."""
    assert measure(tmp_path / "other", server)
    header = run_of(tmp_path / "other").header
    theirs = entry_of(tmp_path / "other")
    place = entry_path(tmp_path, header, free=False)

    real = chaff.run.session.free_instant

    def raced(*arguments):
        at = real(*arguments)
        write_entry(place, theirs)
        return at

    monkeypatch.setattr(chaff.run.session, "free_instant", raced)
    with pytest.raises(PlaceTaken, match="run the command again"):
        measure(tmp_path, server)
    assert run_of(tmp_path) is None
    assert list(read_entries(tmp_path).values()) == [theirs]
    assert len(server.calls) == N_CALLS
